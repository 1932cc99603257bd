import HybridInference

/// Schemas for the proof that constrained answers are valid: each word of the vocabulary by itself and
/// combined, at its limits, nested, recursive and with names that need care.
enum ProofSchemas {
  /// All of them, as texts of JSON Schema.
  static let texts =
    scalars + choices + patterns + formats + collections + objects + recursive

  /// All of them with their texts.
  static func all() throws -> [(text: String, schema: GenerationSchema)] {
    try texts.map { ($0, try GenerationSchema(jsonSchema: $0)) }
  }
}
