/// Why a model stopped.
///
/// An open set: an unknown value keeps its name.
public struct FinishReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The answer is complete, or a stop sequence came.
  public static let stop = FinishReason(rawValue: "STOP")
  /// The limit of tokens was reached: the answer is cut.
  public static let maxTokens = FinishReason(rawValue: "MAX_TOKENS")
  /// The answer was stopped for safety.
  public static let safety = FinishReason(rawValue: "SAFETY")
  /// The answer repeated protected text.
  public static let recitation = FinishReason(rawValue: "RECITATION")
  /// The answer would be in a language that is not supported.
  public static let language = FinishReason(rawValue: "LANGUAGE")
  /// The answer held forbidden terms.
  public static let blocklist = FinishReason(rawValue: "BLOCKLIST")
  /// The answer may hold prohibited content.
  public static let prohibitedContent = FinishReason(rawValue: "PROHIBITED_CONTENT")
  /// The answer may hold sensitive personal information.
  public static let spii = FinishReason(rawValue: "SPII")
  /// The model wrote a function call that cannot be read.
  public static let malformedFunctionCall = FinishReason(rawValue: "MALFORMED_FUNCTION_CALL")
  /// The model called a tool although none was given.
  public static let unexpectedToolCall = FinishReason(rawValue: "UNEXPECTED_TOOL_CALL")
  /// The model called tools too many times in a row.
  public static let tooManyToolCalls = FinishReason(rawValue: "TOO_MANY_TOOL_CALLS")
  /// The request lacks a thought signature.
  public static let missingThoughtSignature = FinishReason(rawValue: "MISSING_THOUGHT_SIGNATURE")
  /// A generated image was stopped for safety.
  public static let imageSafety = FinishReason(rawValue: "IMAGE_SAFETY")
  /// A generated image may hold prohibited content.
  public static let imageProhibitedContent = FinishReason(rawValue: "IMAGE_PROHIBITED_CONTENT")
  /// A generated image repeated protected content.
  public static let imageRecitation = FinishReason(rawValue: "IMAGE_RECITATION")
  /// Image generation stopped for another reason.
  public static let imageOther = FinishReason(rawValue: "IMAGE_OTHER")
  /// The model was to make an image and made none.
  public static let noImage = FinishReason(rawValue: "NO_IMAGE")
  /// The model wrote an answer that cannot be read.
  public static let malformedResponse = FinishReason(rawValue: "MALFORMED_RESPONSE")
  /// Model Armor stopped the answer.
  public static let modelArmor = FinishReason(rawValue: "MODEL_ARMOR")
  /// Another reason.
  public static let other = FinishReason(rawValue: "OTHER")
  /// The server did not say.
  public static let unspecified = FinishReason(rawValue: "FINISH_REASON_UNSPECIFIED")
}
