import Foundation

/// Writes the bytes of small GGUF files, right or wrong.
struct GGUFBuilder {
  enum Value {
    case integer(UInt32)
    case text(String)
    case integers([UInt32])
    case texts([String])
    case raw(type: UInt32, bytes: [UInt8])
  }

  var magic: [UInt8] = Array("GGUF".utf8)
  var version: UInt32 = 3
  var values: [(key: String, value: Value)] = [
    ("general.architecture", .text("llama")),
    ("general.name", .text("Tiny")),
    ("general.file_type", .integer(0)),
    ("llama.block_count", .integer(2)),
    ("llama.embedding_length", .integer(8)),
    ("llama.attention.head_count", .integer(2)),
  ]
  /// Dimensions, type and offset of each tensor.
  var tensors: [(dimensions: [UInt64], type: UInt32, offset: UInt64)] = [([8, 4], 0, 0)]
  var tensorCount: UInt64?
  var valueCount: UInt64?
  var dataSize = 128

  var bytes: [UInt8] {
    var bytes = magic
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    func append(text: String) {
      append(UInt64(text.utf8.count))
      bytes += Array(text.utf8)
    }
    append(version)
    append(tensorCount ?? UInt64(tensors.count))
    append(valueCount ?? UInt64(values.count))
    for (key, value) in values {
      append(text: key)
      switch value {
      case .integer(let integer):
        append(UInt32(4))
        append(integer)
      case .text(let text):
        append(UInt32(8))
        append(text: text)
      case .integers(let integers):
        append(UInt32(9))
        append(UInt32(4))
        append(UInt64(integers.count))
        for integer in integers { append(integer) }
      case .texts(let texts):
        append(UInt32(9))
        append(UInt32(8))
        append(UInt64(texts.count))
        for text in texts { append(text: text) }
      case .raw(let type, let raw):
        append(type)
        bytes += raw
      }
    }
    for (index, tensor) in tensors.enumerated() {
      append(text: "t\(index)")
      append(UInt32(tensor.dimensions.count))
      for length in tensor.dimensions { append(length) }
      append(tensor.type)
      append(tensor.offset)
    }
    while bytes.count % 32 != 0 { bytes.append(0) }
    return bytes + [UInt8](repeating: 0, count: dataSize)
  }
}
