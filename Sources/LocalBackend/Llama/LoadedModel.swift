import HybridInference
import Synchronization

/// A model that is loaded, shared by all that use it.
final class LoadedModel: Sendable {
  let model: LlamaModel
  /// The chat template: the file's own, where llama.cpp knows it; `nil` for ChatML.
  let templateInUse: String?
  /// The instructions of conversations that have none, as the file's template has them.
  let defaultInstructions: String?
  let slidingWindow: Int
  let trainedContextSize: Int
  /// Whether the model keeps a running state instead of all tokens.
  let isRecurrent: Bool
  /// How text and special tokens are kept apart.
  let specialTokens: SpecialTokenTable
  /// The marks of the template in use that are only text to the model.
  let plainMarks: PlainMarks
  let summary: String

  /// How many models this process has loaded so far.
  static var loadCount: Int { loads.load(ordering: .relaxed) }

  private static let loads = Atomic(0)

  private let knownVocabulary = Mutex<Vocabulary?>(nil)

  /// What the tokens stand for; put in order when it is first needed.
  var vocabulary: Vocabulary {
    knownVocabulary.withLock { known in
      if let known { return known }
      let vocabulary = model.makeVocabulary()
      known = vocabulary
      return vocabulary
    }
  }

  /// Loads a file whose header has been checked; see `LlamaModel` for the parameters.
  init(
    path: String,
    gpuLayers: Int?,
    mayGoOn: @escaping @Sendable () -> Bool = { true }
  ) throws(LlamaError) {
    model = try LlamaModel(path: path, gpuLayers: gpuLayers, mayGoOn: mayGoOn)
    templateInUse = Self.usableTemplate(of: model, path: path)
    defaultInstructions = templateInUse.flatMap(DefaultInstructions.find)
    slidingWindow = model.slidingWindow
    trainedContextSize = model.trainedContextSize
    isRecurrent = model.isRecurrent
    specialTokens = SpecialTokenTable(model.specialTokens())
    plainMarks = Self.plainMarks(of: templateInUse, tokens: specialTokens)
    summary = model.summary
    Self.loads.add(1, ordering: .relaxed)
  }

  /// Whether the vocabulary has a token.
  func isKnown(_ token: TokenID) -> Bool { token >= 0 && Int(token) < model.tokenCount }

  /// The marks by which an answer ends, though the model has no tokens for them.
  ///
  /// A model whose own template has plain marks was trained to end with a token of its own.
  var endingMarks: [String] { templateInUse == nil ? plainMarks.marks : [] }

  private static func plainMarks(of template: String?, tokens: SpecialTokenTable) -> PlainMarks {
    let roles: [ChatMessage.Role] = [.system, .user, .assistant, .user]
    let pieces = try? PromptRenderer.pieces(
      of: roles.map { ChatMessage(role: $0, text: "x") }
    ) { messages throws(LlamaError) in
      try LlamaModel.render(messages, with: template)
    }
    return PlainMarks(writtenIn: pieces ?? [], tokens: tokens)
  }

  private static func usableTemplate(of model: borrowing LlamaModel, path: String) -> String? {
    guard let template = model.chatTemplate else {
      InferenceLog.log(.notice, "\(path) has no chat template: ChatML is used.")
      return nil
    }
    let probe = [ChatMessage(role: .user, text: "x")]
    guard (try? LlamaModel.render(probe, with: template)) != nil else {
      InferenceLog.log(
        .notice,
        "\(path) has a chat template that llama.cpp does not know: ChatML is used."
      )
      return nil
    }
    return template
  }
}
