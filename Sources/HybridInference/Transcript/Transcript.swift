/// A conversation: what both sides said, in order, and the instructions that it began with.
///
/// It is a value. A session owns one and changes it once per turn, when the turn succeeded. Save it
/// with any encoder and give it to another session to go on with the conversation, with any model.
public struct Transcript: Sendable, Equatable {
  /// One contribution to the conversation.
  public struct Entry: Sendable, Equatable, Codable {
    /// What was said, and by which role.
    public var content: ModelContent
    /// The model that answered; `nil` for what did not come from a model.
    public var modelVersion: String?

    /// Creates an entry.
    public init(content: ModelContent, modelVersion: String? = nil) {
      self.content = content
      self.modelVersion = modelVersion
    }

    /// The visible text of the entry: its text parts that are not thoughts, joined.
    public var text: String { content.text }

    /// All that the entry says: see ``ModelContent/allText``.
    public var allText: String { content.allText }

    /// Whether a turn begins here; results of tools are in the middle of one.
    package var isPrompt: Bool { content.role == .user && !content.holdsFunctionResponse }
  }

  /// What the model was told about its task before the conversation (the system prompt).
  public var instructions: String?

  private var entries: [Entry]

  /// Creates a transcript.
  public init(instructions: String? = nil, entries: [Entry] = []) {
    self.instructions = instructions
    self.entries = entries
  }

  /// Adds an entry at the end.
  public mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  /// Adds several entries at the end, in order.
  public mutating func append(contentsOf newEntries: some Sequence<Entry>) {
    entries.append(contentsOf: newEntries)
  }
}

extension Transcript: RandomAccessCollection {
  /// The position of the first entry: 0.
  public var startIndex: Int { entries.startIndex }

  /// The position past the last entry.
  public var endIndex: Int { entries.endIndex }

  /// The entry at a position.
  ///
  /// The position must be valid, as for an array.
  public subscript(position: Int) -> Entry { entries[position] }
}
