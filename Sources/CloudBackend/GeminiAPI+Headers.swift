import Foundation
import HybridInference

extension GeminiAPI {
  /// The header fields of a request, and the secrets among them.
  ///
  /// Throws `invalidRequest` for a key or token that is missing or that no header can hold.
  func headers() async throws -> (fields: [String: String], secrets: [String]) {
    // The library's own fields win, however the app writes their names.
    let own: Set = ["content-type", "x-goog-api-key", "authorization"]
    var fields = headers.value.filter { !own.contains($0.key.lowercased()) }
    let values = Array(headers.value.values)
    for (name, value) in fields {
      guard name.wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil, Self.isHeaderText(value)
      else { throw GenerationError.invalidRequest(field: "headers", reason: "hold no valid field") }
    }
    fields["Content-Type"] = "application/json"
    switch credential {
    case .apiKey(let key):
      try Self.check(key.value, field: "apiKey")
      fields["x-goog-api-key"] = key.value
      return (fields, values + [key.value])
    case .accessToken(let accessToken):
      let token = try await Self.token(accessToken)
      try Self.check(token, field: "accessToken")
      fields["Authorization"] = "Bearer " + token
      return (fields, values + [token])
    }
  }

  /// Throws for an API key that cannot be used, without asking anyone.
  func checkKey() throws(GenerationError) {
    if case .apiKey(let key) = credential { try Self.check(key.value, field: "apiKey") }
  }

  private static func token(
    _ accessToken: @Sendable () async throws -> String
  ) async throws -> String {
    do {
      return try await accessToken()
    } catch {
      // The text of a foreign error may hold a secret.
      throw GenerationError.callerError(from: error)
    }
  }

  private static func check(_ secret: String, field: String) throws(GenerationError) {
    guard !secret.isEmpty else { throw .invalidRequest(field: field, reason: "is empty") }
    guard secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalidRequest(field: field, reason: "holds characters that a header cannot hold")
    }
  }

  private static func isHeaderText(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) }
  }
}
