// swift-format-ignore-file
// Every Swift snippet of the article InferenceModes, as it stands there. `ArticleTests` compares.

import CloudBackend
import HybridInference
import LocalBackend

enum InferenceModesSnippets {
  static func modes(
    system: SystemLanguageModel, cloud: GeminiModel
  ) async throws -> GenerativeModelSession.Response<String> {
    let model = HybridModel(onDevice: system, inCloud: cloud, mode: .preferOnDevice)
    let session = GenerativeModelSession(model: model)

    let options = ResponseGenerationOptions(inferenceMode: .onlyOnDevice)
    let answer = try await session.respond(to: "Sum up my diary.", options: options)
    return answer
  }

  static func policy(system: SystemLanguageModel, cloud: GeminiModel) -> GenerativeModelSession {
    let policy = HybridPolicy(
      fallback: .onAnyError,
      firstContentDeadline: .seconds(4),  // else the other model answers
      continuesInterruptedStreams: true,  // a broken stream is gone on with
      coolDown: CoolDown(),  // no connection attempt per request while offline
      order: .keptOnDevice { $0.allText.contains("confidential") })
    let careful = GenerativeModelSession(
      model: .hybridModel(
        onDevice: system, inCloud: cloud, mode: .preferInCloud, policy: policy))
    return careful
  }

  static func rule() -> HybridPolicy {
    let whenBusy = HybridPolicy(
      fallback: .when { failure in
        switch failure.error {
        case .offline, .rateLimited: true
        case .backend(let error): error.code >= 500
        default: false
        }
      })
    return whenBusy
  }

  static func orders() -> [HybridPolicy.Order] {
    [.onDevice(upTo: 1000), .cloudForMediaAndTools]
  }

  static func nested(
    system: SystemLanguageModel, cloud: GeminiModel, spare: GeminiModel
  ) -> HybridModel {
    let three = HybridModel(
      primary: system, secondary: HybridModel(primary: cloud, secondary: spare))
    return three
  }

  static func events(of session: GenerativeModelSession) async {
    for await event in session.routingEvents {
      if case .fallback(let name, let source) = event {
        print("Now \(name) is asked, \(source).")
      }
    }
  }
}
