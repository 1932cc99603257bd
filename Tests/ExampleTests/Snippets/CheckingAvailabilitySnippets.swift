// swift-format-ignore-file
// Every Swift snippet of the article CheckingAvailability, as it stands there. `ArticleTests` compares.

import CloudBackend
import HybridInference
import LocalBackend

enum CheckingAvailabilitySnippets {
  static func availability() {
    switch SystemLanguageModel.default.availability {
    case .available: break
    case .unavailable(.modelNotReady): print("The model is not installed yet.")
    case .unavailable(.deviceNotEligible): print("This machine cannot run the model.")
    case .unavailable(.appleIntelligenceNotEnabled): print("It is switched off.")
    case .unavailable(.other(let reason)): print(reason)
    }
  }

  static func switchOff() {
    SystemLanguageModel.isEnabled = false  // for the whole process
  }

  static func hybrid(cloud: GeminiModel) {
    let model = HybridModel(primary: SystemLanguageModel.default, secondary: cloud)
    if model.isAvailable { print("Somebody will answer.") }
  }

  static func unsupported(photo: Part) {
    let question = Transcript.Entry(
      content: ModelContent(role: .user, parts: [.text("What is this?"), photo]))
    let request = ModelRequest(transcript: Transcript(entries: [question]))
    let reason = SystemLanguageModel.default.unsupportedReason(for: request)
    print(reason ?? "It can answer that.")
  }
}
