/// A type that a model can answer with: any `Codable` type.
///
/// Only `String` can be asked for now. A session that is asked for another type throws
/// `unsupportedPromptContent`: schemas are not derived yet.
public protocol Generable: Codable, Sendable {
  /// What a stream gives while the value is not complete.
  associatedtype PartiallyGenerated: Decodable & Sendable = GeneratedContent

  /// The schema that the model's answer fits.
  static var generationSchema: GenerationSchema { get }

  /// What the model is told of the properties, by their names.
  static var guides: [String: GenerationGuide] { get }
}

extension Generable {
  /// An object of any properties: schemas are not derived yet.
  public static var generationSchema: GenerationSchema { .object(properties: [:]) }

  /// By default nothing more is said of the properties.
  public static var guides: [String: GenerationGuide] { [:] }
}

/// Any value that a model can make, without a type of its own.
extension GeneratedContent: Generable {}

extension String: Generable {
  /// Of a text, a stream gives the text so far.
  public typealias PartiallyGenerated = String

  /// Any text.
  public static var generationSchema: GenerationSchema { .string() }
}
