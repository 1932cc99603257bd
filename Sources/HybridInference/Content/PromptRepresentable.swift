/// What a prompt can be made of: a `String`, a ``Part``, or an array of these.
public protocol PromptRepresentable: Sendable {
  /// The value as parts of a prompt, in order.
  var promptParts: [Part] { get }
}

extension String: PromptRepresentable {
  /// The text as one part.
  public var promptParts: [Part] { [.text(self)] }
}

extension Part: PromptRepresentable {
  /// The part alone.
  public var promptParts: [Part] { [self] }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The parts of all elements, in order.
  public var promptParts: [Part] { flatMap(\.promptParts) }
}
