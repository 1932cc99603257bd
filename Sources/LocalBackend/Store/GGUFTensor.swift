/// A tensor as the header of a GGUF file describes it.
struct GGUFTensor: Sendable, Equatable {
  /// How many numbers it holds.
  var elementCount: UInt64
  /// Where it begins, from the start of the data.
  var offset: UInt64
  /// How many bytes it takes; `nil` for a type that is not in the table.
  var byteCount: UInt64?

  /// Reads the next description.
  init(from bytes: inout ByteWindow) throws(GGUFError) {
    _ = try bytes.readText(limit: 1 << 10)
    let dimensions = try bytes.read(UInt32.self)
    guard dimensions <= 4 else { throw .malformed("a tensor of \(dimensions) dimensions") }
    elementCount = 1
    var rowLength: UInt64 = 1
    for index in 0..<dimensions {
      let length = try bytes.read(UInt64.self)
      if index == 0 { rowLength = length }
      let (product, overflow) = elementCount.multipliedReportingOverflow(by: length)
      guard !overflow, product <= Int64.max else { throw .malformed("a tensor that is too large") }
      elementCount = product
    }
    let type = try bytes.read(UInt32.self)
    offset = try bytes.read(UInt64.self)
    byteCount = try Self.byteCount(of: elementCount, rowLength: rowLength, type: type)
  }

  private static func byteCount(
    of elements: UInt64,
    rowLength: UInt64,
    type: UInt32
  ) throws(GGUFError) -> UInt64? {
    guard let block = blocks[type] else { return nil }
    guard rowLength % block.elements == 0 else { throw .malformed("a tensor of partial blocks") }
    let (bytes, overflow) = (elements / block.elements)
      .multipliedReportingOverflow(by: block.bytes)
    guard !overflow else { throw .malformed("a tensor that is too large") }
    return bytes
  }

  /// How many numbers, in how many bytes, a block of each type holds; from `ggml_blck_size` and
  /// `ggml_type_size`.
  private static let blocks: [UInt32: (elements: UInt64, bytes: UInt64)] = [
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    9: (32, 36), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18),
    21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4),
    27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66),
    39: (32, 17),
  ]
}
