import Foundation
import HybridInference

extension GeminiAPI {
  /// What is asked of a model.
  enum Method: String {
    case generateContent
    case streamGenerateContent
    case countTokens
  }

  /// The address of a method of a model.
  ///
  /// Throws `invalidRequest` for a name or a version that would lead elsewhere, and for an address
  /// that must not be used.
  func url(
    of method: Method,
    model: String,
    allowsInsecureHTTP: Bool
  ) throws(GenerationError) -> URL {
    var segments: [String] = []
    if case .vertex(let project, let location) = service {
      segments += ["projects", try PathSegment.encoded(project, field: "project")]
      segments += ["locations", try PathSegment.encoded(location, field: "location")]
      segments += ["publishers", "google"]
    }
    let model = try PathSegment.encoded(model, field: "model")
    segments += ["models", "\(model):\(method.rawValue)"]
    return try url(
      of: segments,
      query: method == .streamGenerateContent ? [URLQueryItem(name: "alt", value: "sse")] : [],
      allowsInsecureHTTP: allowsInsecureHTTP
    )
  }

  /// The address of the list of models, or of one of them.
  ///
  /// Throws `invalidRequest` as ``url(of:model:allowsInsecureHTTP:)`` does, and for Vertex AI, which
  /// has no such list.
  func modelsURL(
    model: String? = nil,
    pageToken: String? = nil,
    allowsInsecureHTTP: Bool
  ) throws(GenerationError) -> URL {
    guard service == .developer else {
      throw .invalidRequest(field: "api", reason: "must be the Developer API to tell of its models")
    }
    var segments = ["models"]
    if let model { segments.append(try PathSegment.encoded(model, field: "model")) }
    var query = model == nil ? [URLQueryItem(name: "pageSize", value: "1000")] : []
    if let pageToken { query.append(URLQueryItem(name: "pageToken", value: pageToken)) }
    return try url(of: segments, query: query, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// The address of a resource of this version of the API.
  private func url(
    of resource: [String],
    query: [URLQueryItem],
    allowsInsecureHTTP: Bool
  ) throws(GenerationError) -> URL {
    var segments = [try PathSegment.encoded(version, field: "version")] + resource
    var components = try base(allowsInsecureHTTP: allowsInsecureHTTP)
    var path = components.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    // An address that names the version already is understood as well.
    if path.hasSuffix("/" + segments[0]) { segments.removeFirst() }
    components.percentEncodedPath = path + "/" + segments.joined(separator: "/")
    if !query.isEmpty {
      components.queryItems = query
      // A server may read a plus as a space.
      components.percentEncodedQuery = components.percentEncodedQuery?
        .replacing("+", with: "%2B")
    }
    guard let url = components.url else {
      throw .invalidRequest(field: "baseURL", reason: "is not a valid address")
    }
    return url
  }

  /// The server's address.
  private func base(allowsInsecureHTTP: Bool) throws(GenerationError) -> URLComponents {
    let url: URL
    if let baseURL { url = baseURL } else { url = try defaultURL() }
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let host = components.host, !host.isEmpty, components.query == nil,
      components.fragment == nil, components.user == nil
    else {
      throw .invalidRequest(field: "baseURL", reason: "must be scheme, host and path")
    }
    try Self.checkAddress(host, components.port)
    switch components.scheme?.lowercased() {
    case "https": return components
    case "http" where allowsInsecureHTTP || Self.isLoopback(host): return components
    case "http":
      throw .invalidRequest(
        field: "baseURL",
        reason: "must be https: the API key would be readable"
      )
    default:
      throw .invalidRequest(field: "baseURL", reason: "must be an https address")
    }
  }

  /// Throws for an address that could never be reached.
  private static func checkAddress(_ host: String, _ port: Int?) throws(GenerationError) {
    guard (1...65_535).contains(port ?? 1) else {
      throw .invalidRequest(field: "baseURL", reason: "must have a port from 1 to 65535")
    }
    #if canImport(FoundationNetworking)
    // `URLSession` refuses these here. Names whose addresses are such work.
    guard !host.contains(":") else {
      throw .invalidRequest(
        field: "baseURL",
        reason: "must name its host: IPv6 addresses in brackets do not work on this platform"
      )
    }
    #endif
  }

  private func defaultURL() throws(GenerationError) -> URL {
    var host = "generativelanguage.googleapis.com"
    if case .vertex(_, let location) = service {
      guard location.wholeMatch(of: /[a-z0-9-]{1,63}/) != nil else {
        throw .invalidRequest(field: "location", reason: "must be letters, digits and hyphens")
      }
      host = (location == "global" ? "" : location + "-") + "aiplatform.googleapis.com"
    }
    guard let url = URL(string: "https://" + host) else {
      throw .invalidRequest(field: "location", reason: "gives no valid address")
    }
    return url
  }

  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "::1" || host == "[::1]"
      || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
  }
}
