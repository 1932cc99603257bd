import CloudBackend
import Foundation
import HybridInference
import TestSupport

@testable import LocalBackend

/// Makes the real models of a situation, and brings the machine and the server into it.
struct SituationModels {
  static let promptText = "Describe a quiet morning."
  static let unknownModel = "gemini-0-unheard-of"

  let server: OracleServer
  let weights: URL
  let cloudModelName: String
  private let blackHole = BlackHole()

  init(server: OracleServer, weights: URL, cloudModelName: String) {
    self.server = server
    self.weights = weights
    self.cloudModelName = cloudModelName
  }

  /// Brings the machine and the server into the situation.
  func enter(_ situation: Situation) async throws {
    restore()
    if situation.device == .switchedOff { setenv("HYBRID_INFERENCE_ON_DEVICE", "off", 1) }
    try await server.reset()
    switch situation.cloud {
    case .tooManyRequests:
      try await server.play(.init("error", ["code": 429, "status": "RESOURCE_EXHAUSTED"]))
    case .serverError: try await server.play(.init("error_500"))
    case .malformedBody: try await server.play(.init("malformed_json", ["after": 0]))
    case .blockedPrompt:
      try await server.play(
        .init("safety_block", ["response": ["promptFeedback": ["blockReason": "SAFETY"]]])
      )
    default: break
    }
  }

  /// Undoes what `enter` did to the process.
  func restore() {
    unsetenv("HYBRID_INFERENCE_ON_DEVICE")
  }

  func prompt(for situation: Situation) -> [Part] {
    switch situation.device {
    case .unsupportedRequest:
      [.text(Self.promptText), .inlineData(Self.pixel, mimeType: "image/png")]
    case .failsWhileRunning:
      [.text(Self.promptText + String(repeating: " And then", count: 300))]
    default: [.text(Self.promptText)]
    }
  }

  func model(for situation: Situation) -> any LanguageModel {
    let device = device(situation.device)
    let cloud = cloud(situation.cloud)
    return switch situation.mode {
    case .preferOnDevice: .hybridModel(primary: device, secondary: cloud)
    case .preferInCloud: .hybridModel(primary: cloud, secondary: device)
    case .onlyOnDevice: device
    case .onlyInCloud: cloud
    }
  }

  private func device(_ state: Situation.Device) -> SystemLanguageModel {
    let url =
      state == .noFile ? weights.deletingLastPathComponent().appending(path: "none.gguf") : weights
    // For the model to be too large, the machine is small.
    let machine = state == .tooLarge ? Machine(memory: 1 << 20, threads: 1) : .current
    return SystemLanguageModel(
      location: .file(path: url.path),
      configuration: .init(contextSize: 256, threads: 1),
      machine: machine
    )
  }

  private func cloud(_ state: Situation.Cloud) -> GeminiModel {
    let base: String? =
      switch state {
      case .refusedPort: "http://127.0.0.1:9"
      case .unresolvableName: "https://models.invalid"
      case .connectionTimeOut: "http://127.0.0.1:\(blackHole.port)"
      default: nil
      }
    return GeminiModel(
      name: state == .unknownModel ? Self.unknownModel : cloudModelName,
      api: .developer(
        apiKey: state == .wrongKey ? "wrong-key" : OracleServer.apiKey,
        baseURL: base.flatMap(URL.init(string:)) ?? server.baseURL
      ),
      requestOptions: RequestOptions(
        timeout: .seconds(20),
        retry: .none,
        connectTimeout: .milliseconds(300)
      )
    )
  }

  /// A PNG of one pixel.
  private static let pixel =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    ) ?? Data()
}
