public import Foundation

/// Which Gemini service answers, and how to prove to it who asks.
///
/// All models that are made with one value, and with copies of it, share its connections.
public struct GeminiAPI: Sendable {
  enum Service: Sendable, Hashable {
    case developer
    case vertex(project: String, location: String)
  }

  enum Credential: Sendable {
    case apiKey(Hidden<String>)
    case accessToken(@Sendable () async throws -> String)
  }

  let service: Service
  let version: String
  let baseURL: URL?
  let headers: Hidden<[String: String]>
  let credential: Credential
  let transport: any HTTPTransport

  /// The Gemini Developer API, with an API key.
  ///
  /// - Parameters:
  ///   - apiKey: The key. It travels in the header `x-goog-api-key` and is shown nowhere.
  ///   - version: The version of the API, the first part of each path.
  ///   - baseURL: Another server to ask, for example a proxy; `nil`: Google's own.
  ///   - headers: More headers for each request.
  /// - Returns: The API. A key or an address that cannot be used is reported by each request.
  public static func developer(
    apiKey: String,
    version: String = "v1beta",
    baseURL: URL? = nil,
    headers: [String: String] = [:]
  ) -> GeminiAPI {
    GeminiAPI(
      service: .developer,
      version: version,
      baseURL: baseURL,
      headers: Hidden(headers),
      credential: .apiKey(Hidden(apiKey)),
      transport: URLSessionTransport()
    )
  }

  /// Gemini on Vertex AI, with access tokens of a Google Cloud project.
  ///
  /// - Parameters:
  ///   - project: The id of the project.
  ///   - location: The region that answers, or `global`.
  ///   - version: The version of the API, the first part of each path.
  ///   - baseURL: Another server to ask, for example a proxy; `nil`: Google's own.
  ///   - headers: More headers for each request.
  ///   - accessToken: Gives a token that is valid now. It is called before each request is sent.
  /// - Returns: The API. A token or an address that cannot be used is reported by each request.
  public static func vertex(
    project: String,
    location: String = "global",
    version: String = "v1beta1",
    baseURL: URL? = nil,
    headers: [String: String] = [:],
    accessToken: @escaping @Sendable () async throws -> String
  ) -> GeminiAPI {
    GeminiAPI(
      service: .vertex(project: project, location: location),
      version: version,
      baseURL: baseURL,
      headers: Hidden(headers),
      credential: .accessToken(accessToken),
      transport: URLSessionTransport()
    )
  }
}
