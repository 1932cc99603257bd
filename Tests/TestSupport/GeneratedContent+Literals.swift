package import HybridInference

extension GeneratedContent: ExpressibleByStringLiteral {
  /// A text.
  package init(stringLiteral value: String) {
    self.init(kind: .string(value))
  }
}

extension GeneratedContent: ExpressibleByUnicodeScalarLiteral {}
extension GeneratedContent: ExpressibleByExtendedGraphemeClusterLiteral {}

extension GeneratedContent: ExpressibleByIntegerLiteral {
  /// A whole number.
  package init(integerLiteral value: Int64) {
    self.init(kind: .integer(value))
  }
}

extension GeneratedContent: ExpressibleByFloatLiteral {
  /// A number.
  package init(floatLiteral value: Double) {
    self.init(kind: .number(value))
  }
}

extension GeneratedContent: ExpressibleByBooleanLiteral {
  /// A truth value.
  package init(booleanLiteral value: Bool) {
    self.init(kind: .bool(value))
  }
}

extension GeneratedContent: ExpressibleByArrayLiteral {
  /// Values in order.
  package init(arrayLiteral elements: GeneratedContent...) {
    self.init(kind: .array(elements))
  }
}

extension GeneratedContent: ExpressibleByDictionaryLiteral {
  /// An object; of two values of one name the last.
  package init(dictionaryLiteral elements: (String, GeneratedContent)...) {
    let properties = Dictionary(elements) { _, last in last }
    self.init(
      kind: .structure(properties: properties, orderedKeys: properties.keys.sorted())
    )
  }
}
