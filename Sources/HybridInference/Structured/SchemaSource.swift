import Foundation

/// A type whose schema is known without a probe.
protocol SchemaSource {
  /// The type's schema.
  static func schema(by reflection: SchemaReflection, at path: [String]) throws -> GenerationSchema
  /// Some value of the type.
  static var standIn: Self { get }
}

extension SchemaSource where Self: FixedWidthInteger {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    // The bounds of 64 bits go without saying, and are not exact where numbers are doubles.
    let isWide = bitWidth >= 64
    return .integer(
      minimum: isSigned && isWide ? nil : Int(Self.min),
      maximum: isWide ? nil : Int(Self.max)
    )
  }

  static var standIn: Self { 0 }
}

extension Int: SchemaSource {}
extension Int8: SchemaSource {}
extension Int16: SchemaSource {}
extension Int32: SchemaSource {}
extension Int64: SchemaSource {}
extension UInt: SchemaSource {}
extension UInt8: SchemaSource {}
extension UInt16: SchemaSource {}
extension UInt32: SchemaSource {}
extension UInt64: SchemaSource {}

extension SchemaSource where Self: BinaryFloatingPoint {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .double()
  }

  static var standIn: Self { 0 }
}

extension Double: SchemaSource {}
extension Float: SchemaSource {}

extension Bool: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .boolean()
  }

  static var standIn: Bool { false }
}

extension String: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .string()
  }

  static var standIn: String { "" }
}

extension Date: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .string(format: "date-time")
  }

  static var standIn: Date { Date(timeIntervalSince1970: 0) }
}

extension URL: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .string(format: "uri")
  }

  static var standIn: URL { URL(filePath: "/") }
}

extension UUID: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .string(format: "uuid")
  }

  static var standIn: UUID { UUID() }
}

extension Data: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .string(
      pattern: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
      description: "Base64"
    )
  }

  static var standIn: Data { Data() }
}

extension Decimal: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .double()
  }

  static var standIn: Decimal { 0 }
}

extension GeneratedContent: SchemaSource {
  static func schema(by reflection: SchemaReflection, at path: [String]) -> GenerationSchema {
    .any()
  }

  static var standIn: GeneratedContent { .init(kind: .null) }
}

extension Optional: SchemaSource where Wrapped: Decodable {
  static func schema(
    by reflection: SchemaReflection,
    at path: [String]
  ) throws -> GenerationSchema {
    .nullable(try reflection.schema(of: Wrapped.self, at: path))
  }

  static var standIn: Wrapped? { nil }
}

extension Array: SchemaSource where Element: Decodable {
  static func schema(
    by reflection: SchemaReflection,
    at path: [String]
  ) throws -> GenerationSchema {
    .array(items: try reflection.schema(of: Element.self, at: path))
  }

  static var standIn: [Element] { [] }
}

extension Set: SchemaSource where Element: Decodable {
  static func schema(
    by reflection: SchemaReflection,
    at path: [String]
  ) throws -> GenerationSchema {
    .array(items: try reflection.schema(of: Element.self, at: path))
  }

  static var standIn: Set<Element> { [] }
}

extension Dictionary: SchemaSource where Key: Decodable, Value: Decodable {
  static func schema(
    by reflection: SchemaReflection,
    at path: [String]
  ) throws -> GenerationSchema {
    guard
      Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    else {
      throw SchemaReflection.Failure(
        path: path,
        reason: "a dictionary by \(Key.self) is no JSON object; use String keys"
      )
    }
    return .dictionary(values: try reflection.schema(of: Value.self, at: path))
  }

  static var standIn: [Key: Value] { [:] }
}
