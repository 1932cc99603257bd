/// A type that a model can answer with: any `Codable` type.
///
/// The schema is derived from the `Decodable` conformance: nested types, optionals, arrays, sets,
/// dictionaries by `String`, enumerations with raw values (`CaseIterable`) or with payloads, numbers,
/// `Bool`, `Date` (ISO 8601), `URL`, `UUID`, `Data` (Base64), `Decimal`, coding keys, and types that
/// hold themselves. A type that decodes itself by hand is seen as far as it decodes from stand-in
/// values; where that is not enough it writes its own ``generationSchema``.
public protocol Generable: Codable, Sendable {
  /// What a stream gives while the value is not complete: a type of optionals, or the default.
  associatedtype PartiallyGenerated: Decodable & Sendable = GeneratedContent

  /// The schema that the model's answer fits.
  ///
  /// When none can be derived, the session throws the reason before it sends anything.
  static var generationSchema: GenerationSchema { get }

  /// What the model is told of the properties, by their names, or paths such as `address.city`.
  ///
  /// A name that the type does not have is an error before anything is sent.
  static var guides: [String: GenerationGuide] { get }
}

extension Generable {
  /// The schema that the type's `Decodable` conformance amounts to, with its guides.
  public static var generationSchema: GenerationSchema {
    SchemaReflection.schema(of: Self.self, guides: guides)
  }

  /// By default nothing more is said of the properties.
  public static var guides: [String: GenerationGuide] { [:] }
}

/// Any value that a model can make, without a type of its own.
extension GeneratedContent: Generable {}

extension String: Generable {
  /// Of a text, a stream gives the text so far.
  public typealias PartiallyGenerated = String
}

extension Bool: Generable {}
extension Int: Generable {}
extension Double: Generable {}
extension Float: Generable {}

extension Array: Generable where Element: Generable {}
