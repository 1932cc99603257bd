package import HybridInference

/// Schemas that ask for a great deal of work.
extension GenerationSchema {
  /// Arrays of themselves, or a leaf: as many kinds that all begin alike, at each level.
  ///
  /// - Parameters:
  ///   - maximums: The most elements of each kind of array.
  ///   - leaf: The type that ends it, as JSON Schema names it.
  /// - Returns: The schema.
  /// - Throws: Nothing, unless the reader of JSON Schema is at fault.
  package static func ambiguousTree(
    maximums: ClosedRange<Int>,
    leaf: String
  ) throws -> GenerationSchema {
    let arrays = maximums.map {
      ##"{"type":"array","items":{"$ref":"#/$defs/t"},"maxItems":\##($0)}"##
    }
    let ways = (arrays + [##"{"type":"\##(leaf)"}"##]).joined(separator: ",")
    return try GenerationSchema(
      jsonSchema: ##"{"$ref":"#/$defs/t","$defs":{"t":{"anyOf":[\##(ways)]}}}"##
    )
  }

  /// Two thousand properties, each with a pattern that is just small enough by itself.
  package static var manyLargePatterns: GenerationSchema {
    let properties = (0..<2000).map { "p\($0)" }.map { name in
      (name, GenerationSchema.string(pattern: "^(\(name)?a{0,80}b?){0,90}$"))
    }
    return .object(propertiesByName: Dictionary(uniqueKeysWithValues: properties))
  }
}
