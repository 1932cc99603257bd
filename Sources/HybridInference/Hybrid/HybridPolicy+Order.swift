/// Which of a hybrid's models is asked first, or which one only.
public enum ModelOrder: Sendable, Hashable {
  /// The primary, then the secondary.
  case primaryFirst
  /// The secondary, then the primary.
  case secondaryFirst
  /// The primary and no other.
  case primaryOnly
  /// The secondary and no other.
  case secondaryOnly
  /// By where the models run.
  case mode(InferenceMode)
}

extension HybridPolicy {
  /// Which model is asked first, or which one only.
  public enum Order: Sendable {
    /// The primary, then the secondary.
    case primaryFirst
    /// The secondary, then the primary.
    case secondaryFirst
    /// As a rule says for each request, before anything runs.
    ///
    /// What the rule leaves out is not asked, whatever the request's ``InferenceMode`` says; nor is
    /// it asked to count tokens or to get ready. The rule should return soon.
    case chosen(@Sendable (ModelRequest) -> ModelOrder)

    /// Keeps a conversation on the device from the moment on that an entry of it matches.
    ///
    /// All of a conversation goes along with each request. So once an entry matches, no model in
    /// the cloud is asked any more, as long as the transcript holds that entry. A rule that looks for
    /// words reads ``Transcript/Entry/allText``: an entry's `text` leaves out what tools were given and
    /// gave.
    ///
    /// - Parameters:
    ///   - isPrivate: Whether an entry must not leave the device. It is called for each entry, and
    ///     for the instructions as one of the role `system`.
    ///   - order: The order of all other conversations.
    /// - Returns: The order.
    public static func keptOnDevice(
      where isPrivate: @escaping @Sendable (Transcript.Entry) -> Bool,
      otherwise order: ModelOrder = .primaryFirst
    ) -> Order {
      .chosen { request in
        let instructions = request.transcript.instructions.map { text in
          Transcript.Entry(content: ModelContent(role: "system", parts: [.text(text)]))
        }
        let isPinned =
          instructions.map(isPrivate) ?? false || request.transcript.contains(where: isPrivate)
        return isPinned ? .mode(.onlyOnDevice) : order
      }
    }

    /// Prefers the device for conversations that are short, and the cloud for longer ones.
    ///
    /// - Parameter tokens: About how many tokens a conversation may have: its instructions and all
    ///   that its entries say, at four bytes of text for a token, and ``tokensOfMedium`` for each
    ///   image or other file.
    /// - Returns: The order.
    public static func onDevice(upTo tokens: Int) -> Order {
      .chosen { request in
        let parts = request.transcript.lazy.flatMap(\.content.parts)
        var bytes = request.transcript.instructions?.utf8.count ?? 0
        for part in parts {
          bytes += part.texts.reduce(0) { $0 + $1.utf8.count }
          if part.isMedium { bytes += 4 * tokensOfMedium }
        }
        return .mode(bytes / 4 <= tokens ? .preferOnDevice : .preferInCloud)
      }
    }

    /// For how many tokens ``onDevice(upTo:)`` takes an image or another file: what Gemini counts
    /// for a small image.
    public static var tokensOfMedium: Int { 258 }

    /// Prefers the device for conversations in text without tools, and the cloud for all others.
    public static var cloudForMediaAndTools: Order {
      .chosen { request in
        let isPlain =
          request.tools.isEmpty
          && request.transcript.allSatisfy { $0.content.parts.allSatisfy { $0.text != nil } }
        return .mode(isPlain ? .preferOnDevice : .preferInCloud)
      }
    }

    /// The order for a request.
    func order(for request: ModelRequest) -> ModelOrder {
      switch self {
      case .primaryFirst: .primaryFirst
      case .secondaryFirst: .secondaryFirst
      case .chosen(let rule): rule(request)
      }
    }
  }
}
