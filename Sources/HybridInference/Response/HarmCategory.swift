/// A kind of harm that content is rated for.
///
/// An open set: an unknown value keeps its name.
public struct HarmCategory: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Harassment.
  public static let harassment = HarmCategory(rawValue: "HARM_CATEGORY_HARASSMENT")
  /// Hate speech.
  public static let hateSpeech = HarmCategory(rawValue: "HARM_CATEGORY_HATE_SPEECH")
  /// Sexually explicit content.
  public static let sexuallyExplicit = HarmCategory(rawValue: "HARM_CATEGORY_SEXUALLY_EXPLICIT")
  /// Dangerous content.
  public static let dangerousContent = HarmCategory(rawValue: "HARM_CATEGORY_DANGEROUS_CONTENT")
  /// Content that may harm civic integrity.
  public static let civicIntegrity = HarmCategory(rawValue: "HARM_CATEGORY_CIVIC_INTEGRITY")
  /// An attempt to get around the model's rules.
  public static let jailbreak = HarmCategory(rawValue: "HARM_CATEGORY_JAILBREAK")
  /// Hate in an image.
  public static let imageHate = HarmCategory(rawValue: "HARM_CATEGORY_IMAGE_HATE")
  /// Danger in an image.
  public static let imageDangerousContent = HarmCategory(
    rawValue: "HARM_CATEGORY_IMAGE_DANGEROUS_CONTENT"
  )
  /// Harassment in an image.
  public static let imageHarassment = HarmCategory(rawValue: "HARM_CATEGORY_IMAGE_HARASSMENT")
  /// Sexually explicit content in an image.
  public static let imageSexuallyExplicit = HarmCategory(
    rawValue: "HARM_CATEGORY_IMAGE_SEXUALLY_EXPLICIT"
  )
  /// The server did not say.
  public static let unspecified = HarmCategory(rawValue: "HARM_CATEGORY_UNSPECIFIED")
}
