// Rows of JSON Schema, one a line; see ProofSchemas.

extension ProofSchemas {
  static let scalars: [String] = [
    ##"{"type":"string"}"##,
    ##"{"type":"integer"}"##,
    ##"{"type":"number"}"##,
    ##"{"type":"boolean"}"##,
    ##"{"type":"null"}"##,
    ##"{}"##,
    ##"{"type":"string","description":"a word"}"##,
    ##"{"type":"integer","minimum":0}"##,
    ##"{"type":"integer","maximum":0}"##,
    ##"{"type":"integer","minimum":-5,"maximum":5}"##,
    ##"{"type":"integer","minimum":7,"maximum":7}"##,
    ##"{"type":"integer","minimum":100,"maximum":199}"##,
    ##"{"type":"integer","minimum":99,"maximum":1001}"##,
    ##"{"type":"integer","minimum":-1000,"maximum":-999}"##,
    ##"{"type":"integer","minimum":-120,"maximum":-7}"##,
    ##"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"##,
    ##"{"type":"integer","minimum":9223372036854775806}"##,
    ##"{"type":"integer","maximum":-9223372036854775807}"##,
    ##"{"type":"integer","minimum":1,"maximum":65535}"##,
    ##"{"type":"integer","minimum":0.5,"maximum":10.5}"##,
    ##"{"type":"number","minimum":0,"maximum":1}"##,
    ##"{"type":"number","minimum":-1,"maximum":1}"##,
    ##"{"type":"number","minimum":0.25,"maximum":0.75}"##,
    ##"{"type":"number","minimum":-0.75,"maximum":-0.25}"##,
    ##"{"type":"number","minimum":1.5}"##,
    ##"{"type":"number","maximum":-1.5}"##,
    ##"{"type":"number","minimum":3.14159,"maximum":3.1416}"##,
    ##"{"type":"number","minimum":1e-09,"maximum":2e-09}"##,
    ##"{"type":"number","minimum":1e+20}"##,
    ##"{"type":"number","minimum":1e-300,"maximum":2e-300}"##,
    ##"{"type":"number","minimum":-1e+300,"maximum":1e+300}"##,
    ##"{"type":"number","minimum":5,"maximum":5}"##,
    ##"{"type":"number","minimum":0.1,"maximum":0.1}"##,
    ##"{"type":"number","minimum":-90,"maximum":90}"##,
    ##"{"type":"number","minimum":99.99,"maximum":100.01}"##,
    ##"{"type":"number","minimum":9.5,"maximum":1000.5}"##,
    ##"{"type":"number","maximum":0}"##,
    ##"{"type":"number","minimum":0}"##,
    ##"{"type":["string","null"]}"##,
    ##"{"type":["integer","null"],"minimum":3}"##,
    ##"{"type":["boolean","null"]}"##,
  ]

  static let choices: [String] = [
    ##"{"type":"string","enum":["a"]}"##,
    ##"{"type":"string","enum":["red","green","blue"]}"##,
    ##"{"type":"string","enum":["a","ab","abc","b"]}"##,
    ##"{"type":"string","enum":["","x"]}"##,
    ##"{"type":"string","enum":["with \"quotes\"","back\\slash","new\nline","tab\t","\u0001"]}"##,
    ##"{"type":"string","enum":["😀","é","日本","😁"]}"##,
    ##"{"type":"string","enum":["value-000","value-001","value-002","value-003","value-004""##
      + ##","value-005","value-006","value-007","value-008","value-009","value-010","value-011""##
      + ##","value-012","value-013","value-014","value-015","value-016","value-017","value-018""##
      + ##","value-019","value-020","value-021","value-022","value-023","value-024","value-025""##
      + ##","value-026","value-027","value-028","value-029","value-030","value-031","value-032""##
      + ##","value-033","value-034","value-035","value-036","value-037","value-038","value-039""##
      + ##","value-040","value-041","value-042","value-043","value-044","value-045","value-046""##
      + ##","value-047","value-048","value-049","value-050","value-051","value-052","value-053""##
      + ##","value-054","value-055","value-056","value-057","value-058","value-059","value-060""##
      + ##","value-061","value-062","value-063","value-064","value-065","value-066","value-067""##
      + ##","value-068","value-069","value-070","value-071","value-072","value-073","value-074""##
      + ##","value-075","value-076","value-077","value-078","value-079","value-080","value-081""##
      + ##","value-082","value-083","value-084","value-085","value-086","value-087","value-088""##
      + ##","value-089","value-090","value-091","value-092","value-093","value-094","value-095""##
      + ##","value-096","value-097","value-098","value-099","value-100","value-101","value-102""##
      + ##","value-103","value-104","value-105","value-106","value-107","value-108","value-109""##
      + ##","value-110","value-111","value-112","value-113","value-114","value-115","value-116""##
      + ##","value-117","value-118","value-119","value-120","value-121","value-122","value-123""##
      + ##","value-124","value-125","value-126","value-127","value-128","value-129","value-130""##
      + ##","value-131","value-132","value-133","value-134","value-135","value-136","value-137""##
      + ##","value-138","value-139","value-140","value-141","value-142","value-143","value-144""##
      + ##","value-145","value-146","value-147","value-148","value-149","value-150","value-151""##
      + ##","value-152","value-153","value-154","value-155","value-156","value-157","value-158""##
      + ##","value-159","value-160","value-161","value-162","value-163","value-164","value-165""##
      + ##","value-166","value-167","value-168","value-169","value-170","value-171","value-172""##
      + ##","value-173","value-174","value-175","value-176","value-177","value-178","value-179""##
      + ##","value-180","value-181","value-182","value-183","value-184","value-185","value-186""##
      + ##","value-187","value-188","value-189","value-190","value-191","value-192","value-193""##
      + ##","value-194","value-195","value-196","value-197","value-198","value-199","value-200""##
      + ##","value-201","value-202","value-203","value-204","value-205","value-206","value-207""##
      + ##","value-208","value-209","value-210","value-211","value-212","value-213","value-214""##
      + ##","value-215","value-216","value-217","value-218","value-219","value-220","value-221""##
      + ##","value-222","value-223","value-224","value-225","value-226","value-227","value-228""##
      + ##","value-229","value-230","value-231","value-232","value-233","value-234","value-235""##
      + ##","value-236","value-237","value-238","value-239","value-240","value-241","value-242""##
      + ##","value-243","value-244","value-245","value-246","value-247","value-248","value-249""##
      + ##","value-250","value-251","value-252","value-253","value-254","value-255","value-256""##
      + ##","value-257","value-258","value-259","value-260","value-261","value-262","value-263""##
      + ##","value-264","value-265","value-266","value-267","value-268","value-269","value-270""##
      + ##","value-271","value-272","value-273","value-274","value-275","value-276","value-277""##
      + ##","value-278","value-279","value-280","value-281","value-282","value-283","value-284""##
      + ##","value-285","value-286","value-287","value-288","value-289","value-290","value-291""##
      + ##","value-292","value-293","value-294","value-295","value-296","value-297","value-298""##
      + ##","value-299","value-300","value-301","value-302","value-303","value-304","value-305""##
      + ##","value-306","value-307","value-308","value-309","value-310","value-311","value-312""##
      + ##","value-313","value-314","value-315","value-316","value-317","value-318","value-319""##
      + ##","value-320","value-321","value-322","value-323","value-324","value-325","value-326""##
      + ##","value-327","value-328","value-329","value-330","value-331","value-332","value-333""##
      + ##","value-334","value-335","value-336","value-337","value-338","value-339","value-340""##
      + ##","value-341","value-342","value-343","value-344","value-345","value-346","value-347""##
      + ##","value-348","value-349","value-350","value-351","value-352","value-353","value-354""##
      + ##","value-355","value-356","value-357","value-358","value-359","value-360","value-361""##
      + ##","value-362","value-363","value-364","value-365","value-366","value-367","value-368""##
      + ##","value-369","value-370","value-371","value-372","value-373","value-374","value-375""##
      + ##","value-376","value-377","value-378","value-379","value-380","value-381","value-382""##
      + ##","value-383","value-384","value-385","value-386","value-387","value-388","value-389""##
      + ##","value-390","value-391","value-392","value-393","value-394","value-395","value-396""##
      + ##","value-397","value-398","value-399"]}"##,
    ##"{"enum":[1,2,3]}"##,
    ##"{"enum":[1,"a",null,true]}"##,
    ##"{"enum":[1.5,-2.25,1e+30]}"##,
    ##"{"const":"only"}"##,
    ##"{"const":42}"##,
    ##"{"const":null}"##,
    ##"{"const":{"a":[1,{"b":"c"}],"é":null}}"##,
    ##"{"enum":[[],[1],{"x":1},{}]}"##,
    ##"{"type":"integer","enum":[-1,0,10,100]}"##,
    ##"{"anyOf":[{"type":"string"},{"type":"integer"}]}"##,
    ##"{"anyOf":[{"type":"integer"},{"type":"number"}]}"##,
    ##"{"anyOf":[{"type":"string","enum":["low","high"]},{"type":"string"}]}"##,
    ##"{"anyOf":[{"type":"integer","minimum":0,"maximum":5},{"type":"integer","minimum":100}]}"##,
    ##"{"anyOf":[{"type":"object","properties":{"kind":{"const":"cat"},"lives":{"type":"int"##
      + ##"eger"}},"required":["kind","lives"]},{"type":"object","properties":{"kind":{"const":"##
      + ##""car"},"wheels":{"type":"integer"}},"required":["kind","wheels"]}]}"##,
    ##"{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{""##
      + ##"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"obje"##
      + ##"ct","properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"required":["a","b"]"##
      + ##"}]}"##,
    ##"{"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"array","items":{"type"##
      + ##"":"string"}}]}"##,
    ##"{"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},{"type":"objec"##
      + ##"t","properties":{"x":{"type":"string"}},"required":["x"]}]}"##,
    ##"{"anyOf":[{"type":"null"},{"type":"boolean"},{"anyOf":[{"type":"integer"},{"anyOf":["##
      + ##"{"type":"string"}]}]}]}"##,
    ##"{"anyOf":[{"type":"string","pattern":"^a+$"},{"type":"string","pattern":"^a*b$"}]}"##,
    ##"{"anyOf":[{"const":"x"},{"const":1},{"const":null}]}"##,
    ##"{"anyOf":[{"type":"string","format":"date"},{"type":"string","format":"date-time"}]}"##,
    ##"{"anyOf":[{"type":"number","minimum":0,"maximum":1},{"type":"null"}]}"##,
  ]

  static let patterns: [String] = [
    ##"{"type":"string","pattern":"^$"}"##,
    ##"{"type":"string","pattern":"^a$"}"##,
    ##"{"type":"string","pattern":"a"}"##,
    ##"{"type":"string","pattern":"abc"}"##,
    ##"{"type":"string","pattern":"^[a-z]+$"}"##,
    ##"{"type":"string","pattern":"^[A-Z][a-z]{2,8}$"}"##,
    ##"{"type":"string","pattern":"^\\d{3}-\\d{4}$"}"##,
    ##"{"type":"string","pattern":"^\\w+@\\w+\\.com$"}"##,
    ##"{"type":"string","pattern":"@"}"##,
    ##"{"type":"string","pattern":"^(red|green|blue)$"}"##,
    ##"{"type":"string","pattern":"^(a|ab|abc)c$"}"##,
    ##"{"type":"string","pattern":"^a{3}$"}"##,
    ##"{"type":"string","pattern":"^a{2,}$"}"##,
    ##"{"type":"string","pattern":"^a{0,2}$"}"##,
    ##"{"type":"string","pattern":"^[^a-z]{1,5}$"}"##,
    ##"{"type":"string","pattern":"^[^\\d\\s]{2,6}$"}"##,
    ##"{"type":"string","pattern":"^.{3}$"}"##,
    ##"{"type":"string","pattern":"^.{0,10}$"}"##,
    ##"{"type":"string","pattern":"^\\s+$"}"##,
    ##"{"type":"string","pattern":"^\\S{1,4}$"}"##,
    ##"{"type":"string","pattern":"^\\D{2}$"}"##,
    ##"{"type":"string","pattern":"^\\W{2}$"}"##,
    ##"{"type":"string","pattern":"^[\\w.-]+$"}"##,
    ##"{"type":"string","pattern":"^(\\+\\d{1,3} )?\\d{4,10}$"}"##,
    ##"{"type":"string","pattern":"^#[0-9a-fA-F]{6}$"}"##,
    ##"{"type":"string","pattern":"^é+$"}"##,
    ##"{"type":"string","pattern":"^[à-ü]{2}$"}"##,
    ##"{"type":"string","pattern":"^\\u00e9$"}"##,
    ##"{"type":"string","pattern":"^😀{1,3}$"}"##,
    ##"{"type":"string","pattern":"^[😀-😅]$"}"##,
    ##"{"type":"string","pattern":"^\"quoted\"$"}"##,
    ##"{"type":"string","pattern":"^\\\\$"}"##,
    ##"{"type":"string","pattern":"^\\t\\n$"}"##,
    ##"{"type":"string","pattern":"^\\x41\\x42$"}"##,
    ##"{"type":"string","pattern":"^(?:ab)*$"}"##,
    ##"{"type":"string","pattern":"^([12]\\d{3})-(?:0[1-9]|1[0-2])$"}"##,
    ##"{"type":"string","pattern":"x$"}"##,
    ##"{"type":"string","pattern":"^x"}"##,
    ##"{"type":"string","pattern":"(^a|b$)"}"##,
    ##"{"type":"string","pattern":"^a|b$"}"##,
    ##"{"type":"string","pattern":"^(a*)*$"}"##,
    ##"{"type":"string","pattern":"^((a|b){2}){2}$"}"##,
    ##"{"type":"string","pattern":"^a+?b*?$"}"##,
    ##"{"type":"string","pattern":"a.*b"}"##,
    ##"{"type":"string","pattern":"^[-+]?[0-9]+([.][0-9]+)?$"}"##,
    ##"{"type":"string","pattern":"^([01]\\d|2[0-3]):[0-5]\\d$"}"##,
    ##"{"type":"string","pattern":"^[A-Z]{2}[0-9]+$"}"##,
    ##"{"type":"string","pattern":"^[\\[\\]{}()]+$"}"##,
    ##"{"type":"string","pattern":"^/path/[^/]+/$"}"##,
    ##"{"type":"string","pattern":"^v\\d+\\.\\d+\\.\\d+(-[a-z]+)?$"}"##,
    ##"{"type":"string","pattern":"^.*\\.(png|jpe?g)$"}"##,
    ##"{"type":"string","pattern":"^[\\u0000-\\u001f]{1,2}$"}"##,
    ##"{"type":"string","pattern":"^[a-c]{2}[d-f]{1,3}[^g-z]?$"}"##,
    ##"{"type":"array","items":{"type":"string","pattern":"^[a-f]{1,3}$"},"minItems":2,"max"##
      + ##"Items":3}"##,
    ##"{"type":"object","properties":{"code":{"type":"string","pattern":"^[A-Z]{3}-\\d{2}$""##
      + ##"},"alt":{"type":"string","pattern":"^\\w{0,4}$"}},"required":["code"]}"##,
  ]

  static let formats: [String] = [
    ##"{"type":"string","format":"date-time"}"##,
    ##"{"type":"string","format":"date"}"##,
    ##"{"type":"string","format":"time"}"##,
    ##"{"type":"string","format":"duration"}"##,
    ##"{"type":"string","format":"uuid"}"##,
    ##"{"type":"string","format":"uri"}"##,
    ##"{"type":"string","format":"email"}"##,
    ##"{"type":"string","format":"hostname"}"##,
    ##"{"type":"string","format":"ipv4"}"##,
    ##"{"type":"string","format":"ipv6"}"##,
    ##"{"type":"string","format":"byte"}"##,
    ##"{"type":"string","format":"unheard-of"}"##,
    ##"{"type":"string","format":"uri-reference"}"##,
    ##"{"type":"string","format":"date","pattern":"^2026-"}"##,
    ##"{"type":"string","format":"date-time","pattern":"Z$"}"##,
    ##"{"type":"string","format":"uuid","pattern":"^[^A-F]*$"}"##,
    ##"{"type":"string","format":"unheard-of","pattern":"^x$"}"##,
  ]
}
