import Foundation

/// Makes a ``GeneratedContent`` of any `Encodable` value, with properties in the order in which they
/// are encoded.
///
/// Dates become ISO 8601, data Base64. Dictionaries, which have no order, are sorted by key.
struct ContentEncoder: Encoder {
  let box: ContentBox
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The value as content.
  static func content(of value: any Encodable) throws -> GeneratedContent {
    let encoder = ContentEncoder(box: ContentBox())
    try encoder.write(value)
    return encoder.box.content ?? .init(kind: .emptyStructure)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    box.becomeObject()
    return KeyedEncodingContainer(ContentKeyedEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.becomeArray()
    return ContentUnkeyedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Writes any value.
  ///
  /// What is nested so deeply that nobody could read it throws `EncodingError`: a tool's output may be
  /// as deep as a stack is not.
  func write(_ value: any Encodable) throws {
    guard codingPath.count <= PartialJSON.maximumDepth else { throw Self.tooDeep }
    switch value {
    case let value as Bool: set(.bool(value))
    case let value as String: set(.string(value))
    case let value as Double: try set(value)
    case let value as Float:
      // By its shortest text: 0.1 stays a tenth.
      try set(Double(value.description) ?? Double(value))
    case let value as any FixedWidthInteger & Encodable: try set(integer: value)
    case let value as Date: set(.string(Self.text(of: value)))
    case let value as Data: set(.string(value.base64EncodedString()))
    case let value as URL: set(.string(value.absoluteString))
    case let value as Decimal: try set(Double("\(value)") ?? .nan)
    case let value as [String: any Encodable]:
      box.becomeObject()
      for (name, value) in value.sorted(by: { $0.key < $1.key }) {
        try nested(box.property(name), at: ContentKey(stringValue: name)).write(value)
      }
    default: try value.encode(to: self)
    }
  }

  fileprivate static var tooDeep: EncodingError {
    .invalidValue("…", .init(codingPath: [], debugDescription: "It is nested too deeply."))
  }

  /// An encoder for a value in this one.
  func nested(_ box: ContentBox, at key: any CodingKey) -> ContentEncoder {
    ContentEncoder(box: box, codingPath: codingPath + [key])
  }

  private func set(_ kind: GeneratedContent.Kind) {
    box.set(.init(kind: kind))
  }

  private func set(_ number: Double) throws {
    guard number.isFinite else { throw invalid(number) }
    let isWhole = number.rounded() == number && number.magnitude < 1e15 && number != 0
    set(isWhole ? .integer(Int64(number)) : number == 0 ? .integer(0) : .number(number))
  }

  private func set<T: FixedWidthInteger>(integer: T) throws {
    if let value = Int64(exactly: integer) {
      set(.integer(value))
    } else if let value = UInt64(exactly: integer) {
      set(.unsignedInteger(value))
    } else {
      throw invalid(integer)
    }
  }

  private func invalid(_ value: Any) -> EncodingError {
    .invalidValue(
      value,
      .init(codingPath: codingPath, debugDescription: "JSON cannot express it")
    )
  }

  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    return date.formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: seconds.rounded() != seconds)
    )
  }
}

extension ContentEncoder: SingleValueEncodingContainer {
  func encodeNil() { set(.null) }

  func encode<T: Encodable>(_ value: T) throws { try write(value) }
}

extension GeneratedContent {
  /// Any value as content: what its JSON would be, with properties in the order of its `encode(to:)`.
  ///
  /// Dates become ISO 8601, data Base64; dictionaries are sorted by key. So ``value(as:)`` reads the
  /// value back.
  ///
  /// - Parameter value: The value.
  /// - Throws: `EncodingError` for what JSON cannot express or what is nested more than 64 levels
  ///   deep, or what the value's `encode(to:)` throws.
  public init(encoding value: any Encodable) throws {
    guard let content = value as? GeneratedContent else {
      self = try ContentEncoder.content(of: value)
      return
    }
    guard !content.isNested(deeperThan: PartialJSON.maximumDepth) else {
      throw ContentEncoder.tooDeep
    }
    self = content
  }
}
