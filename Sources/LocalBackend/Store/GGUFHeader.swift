/// What the header of a GGUF file says, as far as this package asks.
///
/// See <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.
struct GGUFHeader: Sendable, Equatable {
  /// A value of the header.
  enum Value: Sendable, Equatable {
    case integer(Int64)
    case text(String)
    case integers([Int64])
    /// A value of a kind that is not needed here.
    case other
  }

  /// The single values, and short lists of integers, by key.
  var metadata: [String: Value] = [:]
  /// How many numbers the tensors hold in all.
  var parameterCount: UInt64 = 0
  /// How many bytes the tensors take.
  var tensorBytes: UInt64 = 0

  /// The value of a key as an integer.
  func integer(_ key: String) -> Int? {
    if case .integer(let value) = metadata[key] { Int(value) } else { nil }
  }

  /// The value of a key as a text.
  func text(_ key: String) -> String? {
    if case .text(let value) = metadata[key] { value } else { nil }
  }

  /// The family that the model belongs to, for example `llama`.
  var architecture: String { text("general.architecture") ?? "" }

  /// The most tokens that the model was trained to read at once; `nil` when the header does not tell.
  var trainedContextSize: Int? {
    integer(architecture + ".context_length").flatMap { $0 > 0 ? $0 : nil }
  }

  /// The bytes that one token takes in a context: two 16-bit values per layer and dimension.
  ///
  /// `nil` when the header does not tell.
  var contextBytesPerToken: UInt64? {
    let prefix = architecture + "."
    guard let layers = integer(prefix + "block_count"), layers > 0, layers < 1 << 16,
      let width = integer(prefix + "embedding_length"), width > 0, width < 1 << 24,
      let heads = total(of: prefix + "attention.head_count", layers: layers), heads > 0
    else { return nil }
    let keyValueHeads = total(of: prefix + "attention.head_count_kv", layers: layers) ?? heads
    let headWidth = width * layers / heads
    let keyWidth = integer(prefix + "attention.key_length") ?? headWidth
    let valueWidth = integer(prefix + "attention.value_length") ?? headWidth
    let (bytes, overflow) = UInt64(keyValueHeads)
      .multipliedReportingOverflow(by: UInt64(max(0, keyWidth &+ valueWidth)))
    return overflow || bytes > 1 << 40 ? nil : 2 * bytes
  }

  /// A count over all layers, of a key that has one value for all or one for each.
  private func total(of key: String, layers: Int) -> Int? {
    switch metadata[key] {
    case .integer(let value) where value >= 0 && value < 1 << 20: Int(value) * layers
    case .integers(let values) where values.allSatisfy { $0 >= 0 && $0 < 1 << 20 }:
      Int(values.reduce(0, +))
    default: nil
    }
  }
}
