// Rows of JSON Schema, one a line; see ProofSchemas.

extension ProofSchemas {
  static let collections: [String] = [
    ##"{"type":"array"}"##,
    ##"{"type":"array","items":{"type":"string"}}"##,
    ##"{"type":"array","items":{"type":"integer"},"minItems":2}"##,
    ##"{"type":"array","items":{"type":"integer"},"maxItems":2}"##,
    ##"{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3}"##,
    ##"{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":1}"##,
    ##"{"type":"array","items":{"type":"string"},"maxItems":0}"##,
    ##"{"type":"array","items":{"type":"boolean"},"minItems":20,"maxItems":24}"##,
    ##"{"type":"array","items":{"type":"array","items":{"type":"integer"},"maxItems":3},"ma"##
      + ##"xItems":3}"##,
    ##"{"type":"array","items":{"type":"array","items":{"type":"array","items":{"type":"boo"##
      + ##"lean"},"minItems":1,"maxItems":2},"maxItems":2},"minItems":1,"maxItems":2}"##,
    ##"{"type":"array","items":{"type":"null"},"maxItems":5}"##,
    ##"{"type":"array","items":{"enum":["x","y"]},"minItems":2,"maxItems":4}"##,
    ##"{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"##
      + ##""}]},"maxItems":6}"##,
    ##"{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"name"##
      + ##"":{"type":"string"}},"required":["id","name"]},"minItems":1,"maxItems":3}"##,
    ##"{"type":"array","items":{"type":"object","additionalProperties":{"type":"boolean"}},"##
      + ##""maxItems":3}"##,
    ##"{"type":"object","additionalProperties":{"type":"integer"}}"##,
    ##"{"type":"object","additionalProperties":{"type":"string"}}"##,
    ##"{"type":"object","additionalProperties":{"type":"object","additionalProperties":{"ty"##
      + ##"pe":"boolean"}}}"##,
    ##"{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"},""##
      + ##"maxItems":2}}"##,
    ##"{"type":"object","additionalProperties":{}}"##,
    ##"{"type":"object","additionalProperties":{"type":"null"}}"##,
    ##"{"type":"object","additionalProperties":{"type":"string","enum":["y","n"]}}"##,
    ##"{"type":"array","items":{},"maxItems":3}"##,
    ##"{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":2}"##,
    ##"{"type":"object","additionalProperties":{"anyOf":[{"type":"integer"},{"type":"null"}]}}"##,
    ##"{"type":"array","items":{"type":"number","minimum":0,"maximum":10},"minItems":2,"max"##
      + ##"Items":5}"##,
  ]

  static let objects: [String] = [
    ##"{"type":"object","properties":{},"required":[]}"##,
    ##"{"type":"object","properties":{},"required":[],"additionalProperties":false}"##,
    ##"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"string"}},"required":[]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"t"##
      + ##"ype":"integer"}},"required":[]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"t"##
      + ##"ype":"integer"}},"required":["b","c"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"t"##
      + ##"ype":"integer"}},"required":["a","c"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"t"##
      + ##"ype":"integer"}},"required":["a","b"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"t"##
      + ##"ype":"integer"}},"required":["b"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"requi"##
      + ##"red":["b"],"additionalProperties":false}"##,
    ##"{"type":"object","properties":{"quote\"d":{"type":"integer"},"back\\slash":{"type":""##
      + ##"integer"}},"required":["quote\"d","back\\slash"]}"##,
    ##"{"type":"object","properties":{"new\nline":{"type":"boolean"},"tab\t":{"type":"boole"##
      + ##"an"},"\u0001":{"type":"boolean"}},"required":["new\nline","tab\t","\u0001"]}"##,
    ##"{"type":"object","properties":{"":{"type":"integer"}," ":{"type":"integer"}},"requir"##
      + ##"ed":[""," "]}"##,
    ##"{"type":"object","properties":{"é":{"type":"string"},"日本語":{"type":"integer"},"😀":{""##
      + ##"type":"boolean"}},"required":["é","日本語","😀"]}"##,
    ##"{"type":"object","properties":{"😀":{"type":"integer"},"😁":{"type":"integer"}},"requi"##
      + ##"red":[]}"##,
    ##"{"type":"object","properties":{"a/b":{"type":"integer"},"c~d":{"type":"integer"},"$r"##
      + ##"ef":{"type":"integer"},"type":{"type":"string"},"properties":{"type":"boolean"}},"re"##
      + ##"quired":["a/b","c~d","$ref","type","properties"]}"##,
    ##"{"type":"object","properties":{"propertyOrdering":{"type":"integer"},"required":{"ty"##
      + ##"pe":"string"}},"required":["propertyOrdering","required"]}"##,
    ##"{"type":"object","properties":{"a":{},"b":{}},"required":["a","b"]}"##,
    ##"{"type":"object","properties":{"n":{"type":"null"},"t":{"const":true}},"required":[""##
      + ##"n","t"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"objec"##
      + ##"t","properties":{"c":{"type":"object","properties":{"d":{"type":"integer"}},"require"##
      + ##"d":["d"]}},"required":["c"]}},"required":["b"]}},"required":["a"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"strin"##
      + ##"g"}},"required":[]},"c":{"type":"object","properties":{},"required":[]}},"required":"##
      + ##"[]}"##,
    ##"{"type":"object","properties":{"title":{"type":"string"},"tags":{"type":"array","ite"##
      + ##"ms":{"type":"string"},"maxItems":4},"score":{"type":"number","minimum":0,"maximum":5"##
      + ##"}},"required":["title","tags","score"]}"##,
    ##"{"type":"object","properties":{"first":{"type":"string"},"last":{"type":"string"},"a"##
      + ##"ge":{"type":"integer","minimum":0,"maximum":130},"mail":{"type":"string","format":"e"##
      + ##"mail"}},"required":["first","last","age","mail"]}"##,
    ##"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"typ"##
      + ##"e":"number"}},"required":["x","y"],"title":"Point","description":"in space"}"##,
    ##"{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"where""##
      + ##":{"type":["string","null"]}},"required":["when","where"]}"##,
    manyProperties(areRequired: true),
    manyProperties(areRequired: false),
    ##"{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"},{""##
      + ##"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"]}]},"b":{"anyOf"##
      + ##"":[{"type":"null"},{"type":"array","items":{"type":"integer"},"maxItems":2}]}},"requ"##
      + ##"ired":["a"]}"##,
    ##"{"type":"object","properties":{"k":{"type":"object","additionalProperties":{"type":""##
      + ##"integer"}},"l":{"type":"array","items":{"type":"array","items":{"type":"string"},"ma"##
      + ##"xItems":2},"maxItems":2}},"required":["k","l"]}"##,
    ##"{"type":"object","properties":{"a":{"type":"integer"},"ab":{"type":"integer"},"abc":"##
      + ##"{"type":"integer"}},"required":[]}"##,
    ##"{"type":"object","properties":{"long name with spaces and, punctuation: yes!":{"type"##
      + ##"":"boolean"}},"required":["long name with spaces and, punctuation: yes!"]}"##,
    ##"{"type":"object","properties":{"z":{"type":"integer"},"a":{"type":"integer"},"m":{"t"##
      + ##"ype":"integer"}},"required":["z","a","m"],"propertyOrdering":["m","z","a"]}"##,
    ##"{"type":"object","properties":{"id":{"type":"string","format":"uuid"},"site":{"type""##
      + ##":"string","format":"uri"},"data":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A"##
      + ##"-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}},"required":["id","site","data"]}"##,
  ]

  static let recursive: [String] = [
    ##"{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"value":{"type"##
      + ##"":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":"##
      + ##"["value","next"]}}}"##,
    ##"{"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object","properties":{"label":{"type"##
      + ##"":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"},"maxItems":3}"##
      + ##"},"required":["label","children"]}}}"##,
    ##"{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"l":{"$ref":"#/$defs"##
      + ##"/T"},"r":{"$ref":"#/$defs/T"}},"required":[]}}}"##,
    ##"{"$ref":"#/$defs/E","$defs":{"E":{"anyOf":[{"type":"number"},{"type":"object","prope"##
      + ##"rties":{"plus":{"type":"array","items":{"$ref":"#/$defs/E"},"minItems":2,"maxItems":"##
      + ##"2}},"required":["plus"]},{"type":"object","properties":{"minus":{"$ref":"#/$defs/E"}"##
      + ##"},"required":["minus"]}]}}}"##,
    ##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"b":{"$ref":"#/$defs"##
      + ##"/B"}},"required":[]},"B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"r"##
      + ##"equired":[]}}}"##,
    ##"{"$ref":"#/$defs/L","$defs":{"L":{"type":"array","items":{"$ref":"#/$defs/L"}}}}"##,
    ##"{"$ref":"#/$defs/D","$defs":{"D":{"type":"object","additionalProperties":{"$ref":"#/"##
      + ##"$defs/D"}}}}"##,
    ##"{"$ref":"#/$defs/J","$defs":{"J":{"anyOf":[{"type":"null"},{"type":"boolean"},{"type"##
      + ##"":"integer"},{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/J"},"maxItem"##
      + ##"s":3},{"type":"object","additionalProperties":{"$ref":"#/$defs/J"}}]}}}"##,
    ##"{"type":"object","properties":{"root":{"$ref":"#/$defs/N"},"other":{"$ref":"#/$defs/"##
      + ##"N"}},"required":["root"],"$defs":{"N":{"type":"object","properties":{"n":{"type":"in"##
      + ##"teger"},"kids":{"type":"array","items":{"$ref":"#/$defs/N"},"maxItems":2}},"required"##
      + ##"":["n","kids"]}}}"##,
    ##"{"$ref":"#/$defs/a~1b~0c","$defs":{"a/b~c":{"type":"object","properties":{"self":{"a"##
      + ##"nyOf":[{"type":"null"},{"$ref":"#/$defs/a~1b~0c"}]}},"required":["self"]}}}"##,
    ##"{"type":"array","items":{"$ref":"#/$defs/S"},"maxItems":3,"$defs":{"S":{"type":"stri"##
      + ##"ng","enum":["s","t"]}}}"##,
    ##"{"$ref":"#/$defs/X","$defs":{"X":{"$ref":"#/$defs/Y"},"Y":{"anyOf":[{"$ref":"#/$defs"##
      + ##"/Z"},{"type":"null"}]},"Z":{"type":"object","properties":{"x":{"$ref":"#/$defs/X"}},"##
      + ##""required":["x"]}}}"##,
    ##"{"anyOf":[{"$ref":"#/$defs/P"},{"$ref":"#/$defs/Q"}],"$defs":{"P":{"type":"object",""##
      + ##"properties":{"p":{"anyOf":[{"$ref":"#/$defs/Q"},{"type":"integer"}]}},"required":["p"##
      + ##""]},"Q":{"type":"object","properties":{"q":{"anyOf":[{"$ref":"#/$defs/P"},{"type":"s"##
      + ##"tring"}]}},"required":["q"]}}}"##,
    ##"{"$ref":"#/$defs/M","$defs":{"M":{"type":"array","items":{"$ref":"#/$defs/M"},"minIt"##
      + ##"ems":0,"maxItems":1}}}"##,
    ##"{"$ref":"#/$defs/C","$defs":{"C":{"type":"object","properties":{"text":{"type":"stri"##
      + ##"ng"},"thread":{"type":"object","properties":{"replies":{"type":"array","items":{"$re"##
      + ##"f":"#/$defs/C"},"maxItems":2},"isLocked":{"type":"boolean"}},"required":["replies",""##
      + ##"isLocked"]}},"required":["text"]}}}"##,
  ]

  /// An object of 50 properties, of five kinds in turn.
  private static func manyProperties(areRequired: Bool) -> String {
    let kinds = [
      ##"{"type":"string"}"##, ##"{"type":"integer"}"##, ##"{"type":"boolean"}"##,
      ##"{"type":"number"}"##, ##"{"enum":["a","b"]}"##,
    ]
    let names = (0..<50).map { "\"p\($0 / 10)\($0 % 10)\"" }
    let properties = names.enumerated().map { "\($1):\(kinds[$0 % kinds.count])" }
    return "{\"type\":\"object\",\"properties\":{\(properties.joined(separator: ","))},"
      + "\"required\":[\((areRequired ? names : []).joined(separator: ","))]}"
  }
}
