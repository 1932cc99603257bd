public import Foundation
public import HybridInference

extension SystemLanguageModel {
  /// Writes what the model has read of a conversation into a file, to be kept beside its transcript.
  ///
  /// An app that is started again loads it with ``loadState(of:from:)``, and the conversation goes on
  /// at once: nothing of it is read again.
  ///
  /// ```swift
  /// try JSONEncoder().encode(session.transcript).write(to: transcriptURL)
  /// try await model.saveState(of: session.transcript, to: stateURL)
  /// ```
  ///
  /// The file holds the conversation in another form: protect it as you protect the transcript. It
  /// takes a few kilobytes a token.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - url: The file; it is replaced in one step.
  /// - Returns: Whether there was anything to save: `false`, and no file is written, when the model
  ///   keeps nothing of this conversation, or is busy with it.
  /// - Throws: `GenerationError`, or the error of writing the file.
  @discardableResult
  public func saveState(of transcript: Transcript, to url: URL) async throws -> Bool {
    let conversation: SavedConversation
    do {
      let (runtime, model, maker) = try await loadedFile()
      let tokens = try runtime.tokens(of: transcript, model: model)
      guard let state = await runtime.scheduler.state(of: tokens) else { return false }
      conversation = SavedConversation(
        head: .init(
          maker: maker,
          tokens: state.tokens,
          answers: runtime.rememberedAnswers(in: transcript)
        ),
        state: state.bytes
      )
    } catch {
      throw callerError(from: error)
    }
    try await Self.write(conversation, to: url)
    return true
  }

  /// Loads what ``saveState(of:to:)`` wrote, so that the conversation's next turn begins at once.
  ///
  /// A file that does not belong to this conversation, to this model file or to this version of
  /// llama.cpp, or that is damaged, is ignored with a line in the log; the conversation is then read
  /// again, which costs time and nothing else.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - url: The file.
  /// - Returns: Whether it is used.
  @discardableResult
  public func loadState(of transcript: Transcript, from url: URL) async -> Bool {
    do {
      let (runtime, model, maker) = try await loadedFile()
      let saved = try await Self.read(url, madeBy: maker)
      for (answer, text) in saved.head.answers.matched(with: transcript, in: model) {
        runtime.remember(answer, as: text)
      }
      guard try runtime.tokens(of: transcript, model: model).starts(with: saved.head.tokens),
        saved.head.tokens.count < runtime.contextSize(of: model)
      else { throw SavedConversation.Misfit(reason: "it is of another conversation") }
      let state = SequenceState(tokens: saved.head.tokens, bytes: saved.state)
      guard await runtime.scheduler.restore(state) else {
        throw SavedConversation.Misfit(reason: "there is no room for it, or llama.cpp refuses it")
      }
      return true
    } catch {
      let reason = (error as? SavedConversation.Misfit)?.reason ?? error.localizedDescription
      InferenceLog.log(.notice, "The saved state \(url.path) is not used: \(reason).")
      return false
    }
  }

  private func loadedFile() async throws -> (ModelRuntime, LoadedModel, SavedConversation.Maker) {
    let file = try lookUp()
    let (runtime, model) = try await loaded()
    return (runtime, model, .init(file: file, library: LlamaLibrary.stateVersion))
  }

  @concurrent
  private static func write(_ conversation: SavedConversation, to url: URL) async throws {
    try conversation.encoded().write(to: url, options: .atomic)
  }

  @concurrent
  private static func read(
    _ url: URL,
    madeBy maker: SavedConversation.Maker
  ) async throws -> SavedConversation {
    try SavedConversation(Data(contentsOf: url), madeBy: maker)
  }
}

extension [[TokenID]] {
  /// The answers with the texts that they give, as far as a transcript has these texts.
  fileprivate func matched(
    with transcript: Transcript,
    in model: LoadedModel
  ) -> [([TokenID], text: String)] {
    let texts = Set(transcript.map(\.promptText))
    return compactMap { answer in
      let bytes = answer.flatMap { model.isKnown($0) ? model.model.bytes(of: $0) : [] }
      let text = String(decoding: bytes, as: UTF8.self)
      return texts.contains(text) ? (answer, text) : nil
    }
  }
}
