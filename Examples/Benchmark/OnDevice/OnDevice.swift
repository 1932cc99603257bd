import Foundation
import HybridInference
import LocalBackend

/// The model that the rows run on, and how they ask it.
enum OnDevice {
  /// The file of the system model; throws `Skipped` where there is none.
  static func path() throws -> String {
    let model = SystemLanguageModel.default
    guard model.isAvailable else {
      throw BenchmarkRow.Skipped(reason: "no model on the device: Examples/fetch-model.sh gets it")
    }
    return model.path
  }

  /// How many threads compute, in candidate and reference alike.
  static var threads: Int { SystemLanguageModel.default.computingThreads }

  /// What passes between runs: the threads of llama.cpp's own kind of pool spin for about a third of
  /// a second after their last work, on cores that the next run needs.
  static let pause = Duration.seconds(1)

  /// The system model with a runtime that no other row uses.
  static func model(contextSize: Int = 4096, requests: Int = 4) throws -> SystemLanguageModel {
    SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try path()),
      configuration: .init(contextSize: contextSize, maximumConcurrentRequests: requests)
    )
  }

  /// The instructions of each question, in candidate and reference alike.
  static let instructions = "You are a helpful assistant."

  /// What came of a request.
  struct Exchange: Sendable {
    /// The seconds until the first text.
    var firstToken = 0.0
    /// The seconds until all is done.
    var whole = 0.0
    var promptTokens = 0
    var reusedTokens = 0
    var answerTokens = 0

    /// The tokens of the prompt that were read.
    var readTokens: Int { promptTokens - reusedTokens }
  }

  /// Asks a question for the most probable answer, of so many tokens at most, that fits a schema if
  /// there is one; the model is not shown it.
  static func ask(
    _ prompt: String,
    count: Int,
    schema: GenerationSchema? = nil,
    of model: SystemLanguageModel
  ) async throws -> Exchange {
    try await follow(model.streamContent(request(prompt, count: count, schema: schema)))
  }

  /// A question for the most probable answer, of so many tokens at most.
  static func request(
    _ prompt: String,
    count: Int,
    schema: GenerationSchema? = nil
  ) -> ModelRequest {
    ModelRequest(
      transcript: Transcript(
        instructions: instructions,
        entries: [.init(content: ModelContent(parts: [.text(prompt)]))]
      ),
      schema: schema,
      includeSchemaInPrompt: false,
      options: .foundationModels(greedy(count))
    )
  }

  /// Asks a session.
  static func ask(
    _ prompt: String,
    count: Int,
    in session: GenerativeModelSession
  ) async throws -> Exchange {
    let start = ContinuousClock.now
    var exchange = Exchange()
    let stream = session.streamResponse(to: prompt, options: greedy(count))
    for try await snapshot in stream where exchange.firstToken == 0 && !snapshot.content.isEmpty {
      exchange.firstToken = start.duration(to: .now) / .seconds(1)
    }
    exchange.whole = start.duration(to: .now) / .seconds(1)
    exchange.take(try await stream.collect().rawResponse)
    return exchange
  }

  // Not on the main actor: the program's first task, which is, would have two threads woken for each
  // token.
  @concurrent
  private static func follow(
    _ stream: AsyncThrowingStream<GenerateContentResponse, any Error>
  ) async throws -> Exchange {
    let start = ContinuousClock.now
    var exchange = Exchange()
    for try await chunk in stream {
      if exchange.firstToken == 0 { exchange.firstToken = start.duration(to: .now) / .seconds(1) }
      exchange.take(chunk)
    }
    exchange.whole = start.duration(to: .now) / .seconds(1)
    return exchange
  }

  private static func greedy(_ count: Int) -> GenerationOptions {
    GenerationOptions(sampling: .greedy, maximumResponseTokens: count)
  }

  /// A text that no earlier run has asked, of about so many tokens.
  static func freshText(tokens: Int) -> String {
    // Random from its start: nothing of it is in a cache.
    let number = Int.random(in: 100_000..<1_000_000)
    let sentences = repeatElement(
      "The boats go out at dawn and the nets come back full.",
      count: 999
    )
    let words = sentences.joined(separator: " ").split(separator: " ").prefix(max(1, tokens - 26))
    return "\(number) is my number. " + words.joined(separator: " ") + " What do you think?"
  }
}

extension OnDevice.Exchange {
  fileprivate mutating func take(_ response: GenerateContentResponse) {
    guard let usage = response.usageMetadata else { return }
    promptTokens = usage.promptTokenCount
    reusedTokens = usage.cachedContentTokenCount
    answerTokens = usage.candidatesTokenCount
  }
}
