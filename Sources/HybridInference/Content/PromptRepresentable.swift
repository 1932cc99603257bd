public import Foundation

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

extension PromptRepresentable where Self == Part {
  /// A part of text; a text alone is a prompt, too.
  public static func text(_ text: String) -> Part {
    Part(.text(text))
  }

  /// Bytes, for example an image, with their MIME type.
  public static func inlineData(_ data: Data, mimeType: String) -> Part {
    Part(.inlineData(data, mimeType: mimeType))
  }

  /// A file that the model's server can read, with its MIME type.
  public static func fileData(uri: String, mimeType: String) -> Part {
    Part(.fileData(uri: uri, mimeType: mimeType))
  }

  /// The result of a call that the app carries out itself.
  public static func functionResponse(_ response: FunctionResponse) -> Part {
    Part(.functionResponse(response))
  }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The parts of all elements, in order.
  public var promptParts: [Part] { flatMap(\.promptParts) }
}
