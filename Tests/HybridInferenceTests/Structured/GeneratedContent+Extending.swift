import HybridInference

extension GeneratedContent {
  /// Whether it says all that an earlier snapshot said, and perhaps more.
  func extends(_ earlier: GeneratedContent) -> Bool {
    if earlier.isComplete { return self == earlier }
    switch (kind, earlier.kind) {
    case (.string(let text), .string(let start)):
      return text.unicodeScalars.starts(with: start.unicodeScalars)
    case (.array(let elements), .array(let start)):
      return elements.count >= start.count && zip(elements, start).allSatisfy { $0.extends($1) }
    case (.structure(let values, let names), .structure(let start, let startNames)):
      return names.starts(with: startNames)
        && startNames.allSatisfy { name in
          guard let value = values[name], let earlier = start[name] else { return false }
          return value.extends(earlier)
        }
    default:
      // A number or word at the top is only there when it has ended.
      return kind == earlier.kind
    }
  }
}
