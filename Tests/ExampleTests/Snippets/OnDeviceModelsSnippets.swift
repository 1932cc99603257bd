// swift-format-ignore-file
// Every Swift snippet of the article OnDeviceModels, as it stands there. `ArticleTests` compares.

import Foundation
import HybridInference
import LocalBackend

enum OnDeviceModelsSnippets {
  static func otherFile() {
    let model = SystemLanguageModel(modelURL: URL(fileURLWithPath: "models/other.gguf"))
    print(model.modelDescription)  // name, parameters, quantisation, device
  }

  static func configuration(file: URL) -> SystemLanguageModel {
    let careful = SystemLanguageModel(
      modelURL: file,
      configuration: .init(
        contextSize: 8192,  // tokens of conversation and answer
        threads: 4,  // nil: one for each physical core
        gpuLayers: 0,  // nil: all, where llama.cpp has a GPU backend
        maximumConcurrentRequests: 2,
        contextOverflow: .dropOldestTurns))
    return careful
  }

  static func greedy(_ session: GenerativeModelSession) async throws -> String {
    let options = GenerationOptions(sampling: .greedy)
    let answer = try await session.respond(to: "Name a colour.", options: options)
    return answer.content
  }
}
