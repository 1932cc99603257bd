import CloudBackend
import Foundation
import HybridInference
import LocalBackend
import Synchronization
import TestSupport

/// Bad weather for a pair of real models: the network, the server and the model's file.
final class Storm: Sendable {
  /// The state of things during a turn.
  struct Weather: CustomStringConvertible {
    enum Cloud: CaseIterable {
      case calm
      case drops
      case unavailable
      case hangsAtOnce
      case hangsInTheMiddle
      case offline
    }

    var cloud: Cloud
    var hasFile: Bool
    var streams: Bool
    var mode: InferenceMode

    var description: String {
      "cloud \(cloud), \(hasFile ? "a" : "no") file, \(streams ? "streamed" : "whole"), \(mode)"
    }

    /// Whether one model's error is what such weather brings about.
    func explains(_ error: any Error) -> Bool {
      switch error {
      case GenerationError.assetsUnavailable(.modelNotReady, _): !hasFile
      // The device's, of tools; and of an answer that holds more than text.
      case GenerationError.unsupportedPromptContent: true
      // A first model that was given up.
      case GenerationError.timedOut: true
      case GenerationError.connectionLost: cloud == .drops || cloud == .hangsInTheMiddle
      case GenerationError.backend(let error): cloud == .unavailable && error.code == 503
      case GenerationError.offline: cloud == .offline
      default: false
      }
    }
  }

  let server: OracleServer
  private let folder: URL
  private let weights: URL
  private let file: URL
  private let cloud: SwitchedModel
  private let random: Mutex<SeededGenerator>

  init(seed: UInt64, server: OracleServer) throws {
    self.server = server
    random = Mutex(SeededGenerator(seed: seed))
    weights = try LocalModels.system().resolvingSymlinksInPath()
    folder = FileManager.default.temporaryDirectory.appending(path: "storm-\(UUID().uuidString)")
    file = folder.appending(path: "model.gguf")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func gemini(_ url: URL) -> GeminiModel {
      GeminiModel(
        name: "gemini-3-flash-preview",
        api: .developer(apiKey: OracleServer.apiKey, baseURL: url),
        requestOptions: .init(timeout: .seconds(1), retry: .none)
      )
    }
    let nowhere = URL(string: "http://127.0.0.1:1") ?? server.baseURL
    cloud = SwitchedModel(gemini(server.baseURL), offline: gemini(nowhere))
    try place()
  }

  /// Both models, with all that a policy can do against weather.
  var model: HybridModel {
    HybridModel(
      primary: cloud,
      secondary: SystemLanguageModel(
        modelURL: file,
        configuration: .init(contextSize: 2048, threads: 1)
      ),
      policy: HybridPolicy(
        fallback: .onAnyError,
        firstContentDeadline: .milliseconds(700),
        continuesInterruptedStreams: true,
        coolDown: CoolDown(initial: .milliseconds(20), maximum: .milliseconds(40))
      )
    )
  }

  /// Changes the weather for the next turn.
  func change(callsTools: Bool) async throws -> Weather {
    let weather = random.withLock { random in
      Weather(
        // Twice as much calm as anything else.
        cloud: (Weather.Cloud.allCases + [.calm]).randomElement(using: &random) ?? .calm,
        hasFile: Int.random(in: 0..<3, using: &random) > 0,
        streams: Bool.random(using: &random),
        mode: Bool.random(using: &random) ? .preferInCloud : .preferOnDevice
      )
    }
    if weather.hasFile { try place() } else { try? FileManager.default.removeItem(at: file) }
    cloud.isOffline = weather.cloud == .offline
    let step = step(for: weather.cloud, callsTools: callsTools)
    if callsTools, weather.cloud != .offline {
      // The calls come through, what follows them may not.
      try await server.play(.init("function_call", times: 1), step)
    } else {
      try await server.play(step)
    }
    return weather
  }

  /// Asks, in such weather.
  func ask(
    _ session: GenerativeModelSession,
    _ prompt: String,
    _ weather: Weather
  ) async throws -> GenerateContentResponse {
    try await session.answer(
      prompt,
      streams: weather.streams,
      options: ResponseGenerationOptions(
        foundationModels: GenerationOptions(sampling: .greedy, maximumResponseTokens: 8),
        inferenceMode: weather.mode
      )
    ).rawResponse
  }

  /// Removes what was made.
  func clear() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func step(for cloud: Weather.Cloud, callsTools: Bool) -> OracleServer.Step {
    switch cloud {
    case .calm, .offline: return .init(callsTools ? "function_call" : "echo")
    case .unavailable: return .init("error", ["code": 503, "status": "UNAVAILABLE"])
    case .hangsAtOnce: return .init("hang_before_headers")
    case .hangsInTheMiddle: return .init("hang_mid_stream")
    case .drops:
      // In the middle of an event, at a random byte of it.
      let event = #"data: {"candidates": [{"content": {"parts": [{"text": "lost"}]}}]}"#
      let (after, length, resets) = random.withLock { random in
        (
          Int.random(in: 0...3, using: &random), Int.random(in: 0..<event.count, using: &random),
          Bool.random(using: &random)
        )
      }
      return .init(
        "cut",
        [
          "after": .init(kind: .integer(Int64(after))), "raw": true,
          "tail": .init(kind: .string(String(event.prefix(length)))),
          resets ? "reset" : "truncate": true,
        ]
      )
    }
  }

  private func place() throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    do {
      try FileManager.default.linkItem(at: weights, to: file)
    } catch {
      // Another file system: a copy, which is another file each time.
      try FileManager.default.copyItem(at: weights, to: file)
    }
  }
}

/// A cloud model whose network can be switched off.
final class SwitchedModel: LanguageModel {
  private let online: GeminiModel
  private let offline: GeminiModel
  private let state = Mutex(false)

  init(_ online: GeminiModel, offline: GeminiModel) {
    self.online = online
    self.offline = offline
  }

  var isOffline: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  private var model: GeminiModel { isOffline ? offline : online }

  var modelName: String { online.modelName }
  var inferenceSource: InferenceSource { .inCloud }
  var continuesAnswers: Bool { online.continuesAnswers }

  func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    try await model.generateContent(request)
  }

  func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    model.streamContent(request)
  }

  func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    try await model.countTokens(request)
  }
}
