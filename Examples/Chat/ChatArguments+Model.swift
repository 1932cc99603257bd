import CloudBackend
import Foundation
import HybridInference
import LocalBackend

extension ChatArguments {
  /// The model on this device.
  var systemModel: SystemLanguageModel {
    gguf.map { SystemLanguageModel(modelURL: URL(fileURLWithPath: $0)) } ?? .default
  }

  /// The model in the cloud.
  ///
  /// Without a key it says so when it is asked.
  func cloudModel(in environment: [String: String]) -> GeminiModel {
    GeminiModel(
      name: model,
      api: .developer(apiKey: environment["GEMINI_API_KEY"] ?? "", baseURL: baseURL)
    )
  }

  /// The model of the chosen inference mode.
  func languageModel(in environment: [String: String]) -> any LanguageModel {
    let cloud = cloudModel(in: environment)
    return switch mode {
    case .preferOnDevice: .hybridModel(primary: systemModel, secondary: cloud)
    case .preferInCloud: .hybridModel(primary: cloud, secondary: systemModel)
    case .onlyOnDevice: systemModel
    case .onlyInCloud: cloud
    }
  }

  /// The options of each request, for both models.
  var options: ResponseGenerationOptions {
    ResponseGenerationOptions(
      gemini: GenerationConfig(
        temperature: temperature.map(Float.init),
        maxOutputTokens: maxTokens,
        seed: seed.map { Int(Int32(truncatingIfNeeded: $0)) }
      ),
      foundationModels: GenerationOptions(
        sampling: seed.map { .random(probabilityThreshold: 0.95, seed: $0) },
        temperature: temperature,
        maximumResponseTokens: maxTokens
      )
    )
  }

  /// What to do when the chosen mode cannot work, or `nil` when it may.
  func adviceIfNothingCanAnswer(in environment: [String: String]) -> String? {
    let hasKey = !(environment["GEMINI_API_KEY"] ?? "").isEmpty
    let needsKey = mode == .onlyInCloud || mode == .preferInCloud
    let canUseCloud = hasKey && mode != .onlyOnDevice
    let canUseDevice = mode != .onlyInCloud && systemModel.isAvailable
    if canUseCloud || canUseDevice && !needsKey { return nil }
    let getKey = "set GEMINI_API_KEY to a key for the Gemini API"
    return switch mode {
    case .onlyInCloud: "there is no key for the cloud model: \(getKey)."
    case .preferInCloud where canUseDevice:
      "there is no key for the cloud model: \(getKey), or choose another --mode."
    case .onlyOnDevice: "the on-device model cannot be used. \(howToGetModel)"
    default: "no model can answer. For the cloud: \(getKey). On the device: \(howToGetModel)"
    }
  }

  private var howToGetModel: String {
    switch systemModel.availability {
    case .unavailable(.appleIntelligenceNotEnabled):
      "unset HYBRID_INFERENCE_ON_DEVICE, which switches the model off."
    case .unavailable(.deviceNotEligible):
      "choose a smaller model with --gguf."
    default:
      gguf == nil
        ? "run Examples/fetch-model.sh, or name a model's file with --gguf."
        : systemModel.modelDescription
    }
  }
}
