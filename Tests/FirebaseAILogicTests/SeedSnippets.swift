// swift-format-ignore-file
// Every Swift snippet of Firebase's guide to hybrid inference, as it stands there, in functions.
// `SeedSnippetTests` compares them with the guide and runs them.

import FirebaseAILogic

enum SeedSnippets {
  static func preferOnDevice(_ ai: FirebaseAI) -> GenerativeModelSession {
    // Imports + initialization of Gemini API backend service
    // ...

    // Initialize a cloud model that supports your use case
    let cloudModel = ai.geminiModel(name: "GEMINI_MODEL_NAME")
    // Initialize an on-device model that supports your use case
    let systemModel = FirebaseAI.SystemLanguageModel.default

    // Create a GenerativeModelSession with a hybrid model.
    // Provide your preferred model as `primary` and your fallback model as `secondary`
    // Attempt to use the on-device model; otherwise, fall back to the cloud-hosted model.
    let session = ai.generativeModelSession(
      model: .hybridModel(primary: systemModel, secondary: cloudModel)
    )
    return session
  }

  static func preferInCloud(_ ai: FirebaseAI) -> GenerativeModelSession {
    // Imports + initialization of Gemini API backend service
    // ...

    // Initialize a cloud model that supports your use case
    let cloudModel = ai.geminiModel(name: "GEMINI_MODEL_NAME")
    // Initialize an on-device model that supports your use case
    let systemModel = FirebaseAI.SystemLanguageModel.default

    // Create a GenerativeModelSession with a hybrid model.
    // Provide your preferred model as `primary` and your fallback model as `secondary`
    // Attempt to use the cloud-hosted model; otherwise, fall back to the on-device model.
    let session = ai.generativeModelSession(
      model: .hybridModel(primary: cloudModel, secondary: systemModel)
    )
    return session
  }

  static func onlyOnDevice(_ ai: FirebaseAI) -> GenerativeModelSession {
    // Imports + initialization of Gemini API backend service
    // ...

    // Initialize an on-device model that supports your use case
    let systemModel = FirebaseAI.SystemLanguageModel.default

    // Create a GenerativeModelSession with the on-device model.
    let session = ai.generativeModelSession(
      model: systemModel
    )
    return session
  }

  static func onlyInCloud(_ ai: FirebaseAI) -> GenerativeModelSession {
    // Imports + initialization of Gemini API backend service
    // ...

    // Initialize a cloud model that supports your use case
    let cloudModel = ai.geminiModel(name: "GEMINI_MODEL_NAME")

    // Create a GenerativeModelSession with a cloud model.
    let session = ai.generativeModelSession(
      model: cloudModel
    )
    return session
  }

  static func checkAvailability() {
    if FirebaseAI.SystemLanguageModel.default.isAvailable {
      // The on-device model is ready to use.
    } else {
      // The on-device model is unavailable.
    }
  }

  static func checkAvailabilityReasons() {
    switch FirebaseAI.SystemLanguageModel.default.availability {
    case .available:
      // The on-device model is ready to use.
      break
    case .unavailable(.deviceNotEligible):
      // This device does not support Apple Intelligence.
      break
    case .unavailable(.appleIntelligenceNotEnabled):
      // The user has not enabled Apple Intelligence in Settings.
      break
    case .unavailable(.modelNotReady):
      // The model is still being downloaded.
      break
    case let .unavailable(reason):
      // The model is unavailable due to the specified `reason`.
      break
    }
  }

  static func determineSource(_ response: GenerativeModelSession.Response<String>) {
    // let response = try await session.respond(to: ...

    print("You used: \(response.rawResponse.modelVersion)")

    print(response.content)
  }

  static func configure(
    _ session: GenerativeModelSession
  ) async throws -> GenerativeModelSession.Response<String> {
    // ...

    let response = try await session.respond(
      to: "Why is the sky blue?",
      options: .hybrid(
        // Config for cloud-hosted model
        gemini: GenerationConfig(
          temperature: 0.8,
          topP: 0.9,
          thinkingConfig: ThinkingConfig(thinkingLevel: .high)
        ),
        // Config for on-device model
        foundationModels: FirebaseAI.GenerationOptions(
          sampling: .random(probabilityThreshold: 0.9),
          temperature: 0.8
        )
      )
    )

    // ...
    return response
  }
}
