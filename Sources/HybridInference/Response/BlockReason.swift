/// Why a prompt was blocked.
///
/// An open set: an unknown value keeps its name.
public struct BlockReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// For safety; see the ratings.
  public static let safety = BlockReason(rawValue: "SAFETY")
  /// It holds forbidden terms.
  public static let blocklist = BlockReason(rawValue: "BLOCKLIST")
  /// It holds prohibited content.
  public static let prohibitedContent = BlockReason(rawValue: "PROHIBITED_CONTENT")
  /// An image in it is unsafe.
  public static let imageSafety = BlockReason(rawValue: "IMAGE_SAFETY")
  /// Model Armor blocked it.
  public static let modelArmor = BlockReason(rawValue: "MODEL_ARMOR")
  /// It tries to get around the model's rules.
  public static let jailbreak = BlockReason(rawValue: "JAILBREAK")
  /// Another reason.
  public static let other = BlockReason(rawValue: "OTHER")
  /// The server did not say.
  public static let unspecified = BlockReason(rawValue: "BLOCK_REASON_UNSPECIFIED")
}
