// swift-format-ignore-file
// Every Swift snippet of the article Security, as it stands there. `ArticleTests` compares.

import CloudBackend
import Foundation
import HybridInference

enum SecuritySnippets {
  struct SignIn: Sendable {
    func accessToken() async throws -> String { "token" }
  }

  static func proxy(_ proxy: URL, token: String) -> GeminiModel {
    let api = GeminiAPI.developer(
      apiKey: "unused",  // the proxy has the key
      baseURL: proxy,
      headers: ["X-User-Token": token])
    let model = GeminiModel(name: "gemini-flash-latest", api: api)
    return model
  }

  static func vertex(signIn: SignIn) -> GeminiModel {
    let model = GeminiModel(
      name: "gemini-flash-latest",
      api: .vertex(project: "my-project") { try await signIn.accessToken() })
    return model
  }

  static func log(report: @escaping @Sendable (String) -> Void) {
    InferenceLog.handler = { entry in
      if entry.level >= .notice { report(entry.message) }
    }
  }

  static func pinned() -> HybridPolicy {
    let policy = HybridPolicy(
      order: .keptOnDevice { $0.allText.contains("confidential") })
    return policy
  }

  static func plainHTTP() -> RequestOptions { RequestOptions(allowsInsecureHTTP: true) }
}
