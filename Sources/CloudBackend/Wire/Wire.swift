/// The messages of the REST API, as they are on the wire.
///
/// Mirrors without logic: what the API may leave out is optional. The translation to and from the
/// types that callers see is in `Translation`.
enum Wire {
  /// An object without fields.
  struct Empty: Codable {}
}
