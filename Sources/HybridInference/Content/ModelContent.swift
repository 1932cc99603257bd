/// One contribution to a conversation: a role and the parts that it said.
public struct ModelContent: Sendable, Hashable, Codable {
  /// Who speaks.
  ///
  /// An open set: a role that this library does not know keeps its name.
  public struct Role: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, Codable {
    /// The role's name on the wire.
    public let rawValue: String

    /// Creates a role from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a role from its name.
    public init(stringLiteral value: String) {
      self.init(rawValue: value)
    }

    /// The person, or the app in their name; also the sender of function responses.
    public static let user: Role = "user"
    /// The model.
    public static let model: Role = "model"
  }

  /// Who speaks.
  public var role: Role
  /// What is said, in order.
  public var parts: [Part]

  /// Creates a contribution.
  public init(role: Role = .user, parts: [Part] = []) {
    self.role = role
    self.parts = parts
  }

  /// The visible text: the text parts that are not thoughts, joined with nothing between them.
  public var text: String {
    let texts = parts.compactMap { $0.isThought ? nil : $0.text }
    // The usual case is one text, however long: it is not copied.
    return texts.count == 1 ? texts[0] : texts.joined()
  }

  /// All that is said, for a rule that looks for something in it.
  ///
  /// First the visible ``text``; then the thoughts, joined in the same way, so that what is cut into
  /// parts is found too. Then, one below the other and in order: the names of functions, and the
  /// names and values of all their arguments and results; code and what it printed; the URIs of
  /// files; media that are text (as `text/plain` and JSON are); what is not known to this library. Not the
  /// bytes of other media, types, ids and signatures.
  public var allText: String {
    let thoughts = parts.compactMap { $0.isThought ? $0.text : nil }.joined()
    let others = parts.lazy.filter { $0.text == nil }.flatMap(\.texts)
    return ([text, thoughts] + others).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether it holds results of calls: then it goes on with a turn and begins none.
  package var holdsFunctionResponse: Bool {
    parts.contains { if case .functionResponse = $0.content { true } else { false } }
  }
}
