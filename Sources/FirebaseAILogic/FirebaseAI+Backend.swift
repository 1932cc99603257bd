import CloudBackend
public import Foundation
import HybridInference

extension FirebaseAI {
  /// A service that hosts Gemini models.
  public struct Backend: Sendable {
    /// The service as the cloud backend knows it.
    let api: GeminiAPI

    /// The Gemini Developer API.
    ///
    /// - Parameters:
    ///   - apiKey: The key; `nil` reads the environment variable `GEMINI_API_KEY`. Without either,
    ///     each request to a cloud model fails with an error that says so.
    ///   - baseURL: Another server that speaks the same API, for example a proxy of your own.
    /// - Returns: The service.
    public static func googleAI(apiKey: String? = nil, baseURL: URL? = nil) -> Backend {
      let key = apiKey ?? ProcessInfo.processInfo.environment["GEMINI_API_KEY"]
      return Backend(api: .developer(apiKey: key ?? "", baseURL: baseURL))
    }

    /// Gemini on Vertex AI.
    ///
    /// - Parameters:
    ///   - project: The Google Cloud project; `nil` reads `GOOGLE_CLOUD_PROJECT`.
    ///   - location: The region that answers.
    ///   - baseURL: Another server that speaks the same API, for example a proxy of your own.
    ///   - accessToken: Gives an OAuth 2 token, before each request. By default it reads the
    ///     environment variable `GOOGLE_CLOUD_ACCESS_TOKEN`.
    /// - Returns: The service.
    public static func vertexAI(
      project: String? = nil,
      location: String = "us-central1",
      baseURL: URL? = nil,
      accessToken: @escaping @Sendable () async throws -> String = Self.environmentToken
    ) -> Backend {
      let project = project ?? ProcessInfo.processInfo.environment["GOOGLE_CLOUD_PROJECT"]
      return Backend(
        api: .vertex(
          project: project ?? "",
          location: location,
          baseURL: baseURL,
          accessToken: accessToken
        )
      )
    }

    /// Gemini on the Agent Platform: the newer name of ``vertexAI(project:location:baseURL:accessToken:)``.
    ///
    /// - Parameters:
    ///   - project: The Google Cloud project; `nil` reads `GOOGLE_CLOUD_PROJECT`.
    ///   - location: The region that answers.
    ///   - baseURL: Another server that speaks the same API, for example a proxy of your own.
    ///   - accessToken: Gives an OAuth 2 token, before each request. By default it reads the
    ///     environment variable `GOOGLE_CLOUD_ACCESS_TOKEN`.
    /// - Returns: The service.
    public static func agentPlatform(
      project: String? = nil,
      location: String = "global",
      baseURL: URL? = nil,
      accessToken: @escaping @Sendable () async throws -> String = Self.environmentToken
    ) -> Backend {
      vertexAI(project: project, location: location, baseURL: baseURL, accessToken: accessToken)
    }

    /// The token in the environment variable `GOOGLE_CLOUD_ACCESS_TOKEN`.
    ///
    /// Throws `GenerationError.invalidRequest` when there is none.
    @Sendable
    public static func environmentToken() async throws -> String {
      guard let token = ProcessInfo.processInfo.environment["GOOGLE_CLOUD_ACCESS_TOKEN"] else {
        throw GenerationError.invalidRequest(
          field: "accessToken",
          reason: "is missing: set GOOGLE_CLOUD_ACCESS_TOKEN"
        )
      }
      return token
    }
  }
}
