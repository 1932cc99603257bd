import HybridInference
import Synchronization

/// A model that is loaded, or being loaded, and its scheduler.
///
/// All users of a file share one.
final class ModelRuntime: Sendable {
  /// What a runtime is shared by.
  struct Key: Sendable, Hashable {
    var identity: FileIdentity
    var plan: ContextPlan
    var gpuLayers: Int?
  }

  let key: Key
  let scheduler: InferenceScheduler
  private let loading: Loading
  private let answers = Mutex(AnswerMemory())

  /// Begins to load a file, on the thread that its requests will run on.
  init(key: Key, file: ModelFile) {
    self.key = key
    let loading = Loading()
    self.loading = loading
    scheduler = InferenceScheduler(name: "HybridInference") {
      let model: LoadedModel
      do throws(LlamaError) {
        model = try LoadedModel(path: file.path, gpuLayers: key.gpuLayers) { loading.mayGoOn }
      } catch {
        if error != .loadStopped { file.markUnloadable(reason: error.description) }
        loading.finish(with: .failure(error))
        return nil
      }
      loading.finish(with: .success(model))
      var plan = key.plan
      plan.contextSize = model.contextSize(limitedTo: plan.contextSize)
      let fixed = plan
      return { flag in try LlamaEngine(model: model, plan: fixed, abortFlag: flag) }
    }
  }

  /// What it has done so far.
  var work: SchedulerWork { scheduler.work }

  /// The model, if it is loaded by now.
  var modelIfLoaded: LoadedModel? { loading.known }

  /// Whether its model is loaded, or still may be.
  var isUsable: Bool { loading.hasNotFailed }

  /// The model, once it is loaded; see `Loading` for what it throws.
  func model() async throws -> LoadedModel {
    try await loading.value()
  }

  /// The most tokens of a request and its answer.
  func contextSize(of model: LoadedModel) -> Int {
    model.contextSize(limitedTo: key.plan.contextSize)
  }

  /// The tokens of a conversation, up to where the model's answer begins.
  func tokens(
    of transcript: Transcript,
    model: LoadedModel
  ) throws(LlamaError) -> [TokenID] {
    let texts = transcript.map(\.promptText)
    let known = answers.withLock { answers in
      texts.reduce(into: [:]) { known, text in known[text] = answers.tokens(of: text) }
    }
    return try model.tokens(of: transcript, answers: known)
  }

  /// The tokens of an answer's beginning: those that it was made of, where that is remembered.
  func tokens(
    ofBeginningIn conversation: ShownConversation,
    model: LoadedModel
  ) throws(LlamaError) -> [TokenID] {
    let beginning = conversation.beginning
    guard !beginning.isEmpty else { return [] }
    let known = answers.withLock {
      $0.tokens(ofBeginning: beginning, bytes: { model.model.bytes(of: $0) })
    }
    if let known { return known }
    return try model.tokens(ofAnswer: beginning, after: conversation.transcript)
  }

  /// Remembers what an answer was made of.
  func remember(_ tokens: [TokenID], as text: String) {
    answers.withLock { $0.remember(tokens, as: text) }
  }

  /// The tokens of a conversation's answers, as far as they are remembered.
  func rememberedAnswers(in transcript: Transcript) -> [[TokenID]] {
    let texts = transcript.map(\.promptText)
    return answers.withLock { answers in texts.compactMap { answers.tokens(of: $0) } }
  }

  /// Runs a prompt; see ``InferenceScheduler/run(prompt:sampling:limit:grammar:beginning:receive:)``.
  ///
  /// Throws `exceededContextWindowSize` before any work when it does not fit.
  func run(
    prompt: [TokenID],
    sampling: SamplingPlan,
    grammar: Grammar? = nil,
    beginning: String = "",
    model: LoadedModel,
    receive: @escaping @Sendable (String) -> Void
  ) async throws -> GenerationResult {
    let contextSize = contextSize(of: model)
    guard prompt.count < contextSize else {
      throw GenerationError.exceededContextWindowSize(
        tokenCount: prompt.count,
        contextSize: contextSize
      )
    }
    let room = contextSize - prompt.count
    return try await scheduler.run(
      prompt: prompt,
      sampling: sampling,
      limit: min(room, sampling.maximumTokens ?? room),
      grammar: grammar,
      beginning: beginning,
      receive: receive
    )
  }

  /// Reads a prompt, so that requests that begin like it need not.
  func read(prompt: [TokenID], sampling: SamplingPlan) async throws {
    _ = try await scheduler.run(prompt: prompt, sampling: sampling, limit: 0)
  }
}

extension LoadedModel {
  /// The wished size, but not more than the model was trained for.
  func contextSize(limitedTo size: Int) -> Int {
    trainedContextSize > 0 ? min(size, trainedContextSize) : size
  }
}
