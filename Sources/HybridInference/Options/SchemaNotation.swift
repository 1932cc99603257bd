/// How the schema of an answer is written for a cloud model.
public enum SchemaNotation: Sendable, Hashable {
  /// JSON Schema (`responseJsonSchema`).
  case jsonSchema
  /// The API's older notation, a subset of OpenAPI's schemas (`responseSchema`), for models and
  /// services that do not know the other.
  ///
  /// It has no references and so no types that hold themselves, no dictionaries, no values of any type,
  /// no empty objects, no enumerations but of texts, and of formats only `date-time`: a schema with any
  /// of these is refused, with its place.
  case openAPI
}
