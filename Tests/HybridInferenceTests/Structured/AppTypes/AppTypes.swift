import Foundation

@testable import HybridInference

/// Types as real apps have them, each with a value.
enum AppTypes {
  /// One type and a value of it, without its type.
  struct Sample: Sendable {
    let name: String
    let schema: GenerationSchema
    let json: String
    /// The value as content, without JSON between.
    let encoded: GeneratedContent
    /// Throws when the value does not come back from its JSON as it was.
    let roundTrip: @Sendable (GeneratedContent) throws -> Bool
    /// Asks a session for a value of the type.
    let ask:
      @Sendable (GenerativeModelSession, String, GenerationOptions) async throws -> GeneratedContent

    init<Value: Generable & Equatable>(_ value: Value) throws {
      name = "\(Value.self)"
      schema = Value.generationSchema
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      json = String(decoding: try encoder.encode(value), as: UTF8.self)
      encoded = try GeneratedContent(encoding: value)
      roundTrip = { try $0.value(as: Value.self) == value }
      // Reading a long schema takes longer than the answer.
      let isShort = schema.jsonSchema.jsonString.utf8.count < 300
      ask = { session, prompt, options in
        try await session.respond(
          to: prompt,
          generating: Value.self,
          includeSchemaInPrompt: isShort,
          options: options
        ).rawContent
      }
    }
  }

  static let date = Date(timeIntervalSince1970: 1_767_323_045)

  static func samples() throws -> [Sample] {
    try travel() + commerce() + people() + data() + shapes()
  }
}
