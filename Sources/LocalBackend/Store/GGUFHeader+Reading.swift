extension GGUFHeader {
  /// More than any model has: what lies above is a damaged file.
  private static let countLimit: UInt64 = 1 << 20
  private static let textLimit: UInt64 = 1 << 24

  /// Reads a header and checks it against the file's size.
  ///
  /// llama.cpp ends the process over some faults of a file: those are found here first.
  ///
  /// - Parameters:
  ///   - size: How many bytes the file has.
  ///   - source: Reads the file.
  /// - Throws: What is wrong with the file.
  init(size: UInt64, source: @escaping ByteWindow.Source) throws(GGUFError) {
    var bytes = ByteWindow(size: size, source: source)
    guard size >= 4, try bytes.read(UInt32.self) == 0x4655_4747 else { throw .notGGUF }
    let version = try bytes.read(UInt32.self)
    guard version == 2 || version == 3 else { throw .unsupportedVersion(version) }
    let tensorCount = try bytes.read(UInt64.self)
    let valueCount = try bytes.read(UInt64.self)
    guard tensorCount <= Self.countLimit else { throw .malformed("\(tensorCount) tensors") }
    guard valueCount <= Self.countLimit else { throw .malformed("\(valueCount) values") }
    for _ in 0..<valueCount {
      let key = try bytes.readText(limit: 1 << 16)
      metadata[key] = try Self.readValue(from: &bytes, type: try bytes.read(UInt32.self))
    }
    guard tensorCount > 0, !architecture.isEmpty else {
      throw .malformed("it holds no model")
    }
    try readTensors(count: tensorCount, from: &bytes)
  }

  private static func readValue(
    from bytes: inout ByteWindow,
    type: UInt32
  ) throws(GGUFError) -> Value {
    switch type {
    case 0: .integer(Int64(try bytes.read(UInt8.self)))
    case 1: .integer(Int64(try bytes.read(Int8.self)))
    case 2: .integer(Int64(try bytes.read(UInt16.self)))
    case 3: .integer(Int64(try bytes.read(Int16.self)))
    case 4: .integer(Int64(try bytes.read(UInt32.self)))
    case 5: .integer(Int64(try bytes.read(Int32.self)))
    case 7: .integer(Int64(try bytes.read(UInt8.self)))
    case 8: .text(try bytes.readText(limit: textLimit))
    case 9: try readArray(from: &bytes)
    case 10: .integer(Int64(clamping: try bytes.read(UInt64.self)))
    case 11: .integer(try bytes.read(Int64.self))
    default: try skipValue(from: &bytes, type: type)
    }
  }

  private static func skipValue(
    from bytes: inout ByteWindow,
    type: UInt32
  ) throws(GGUFError) -> Value {
    guard let size = sizeOfValue(type) else { throw .malformed("a value of type \(type)") }
    try bytes.skip(size)
    return .other
  }

  private static func readArray(from bytes: inout ByteWindow) throws(GGUFError) -> Value {
    let type = try bytes.read(UInt32.self)
    let count = try bytes.read(UInt64.self)
    if type == 4 || type == 5, count <= 1024 {
      var values: [Int64] = []
      for _ in 0..<count { values.append(Int64(try bytes.read(Int32.self))) }
      return .integers(values)
    }
    if type == 8 {
      guard count <= 1 << 28 else { throw .malformed("\(count) texts") }
      for _ in 0..<count { try bytes.skipText() }
      return .other
    }
    guard let size = sizeOfValue(type) else { throw .malformed("a list of type \(type)") }
    let (total, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow else { throw .malformed("a list of \(count) values") }
    try bytes.skip(total)
    return .other
  }

  private static func sizeOfValue(_ type: UInt32) -> UInt64? {
    switch type {
    case 0, 1, 7: 1
    case 2, 3: 2
    case 4, 5, 6: 4
    case 10, 11, 12: 8
    default: nil
    }
  }

  private mutating func readTensors(
    count: UInt64,
    from bytes: inout ByteWindow
  ) throws(GGUFError) {
    var dataEnd: UInt64 = 0
    for _ in 0..<count {
      let tensor = try GGUFTensor(from: &bytes)
      let (sum, overflow) = parameterCount.addingReportingOverflow(tensor.elementCount)
      guard !overflow else { throw .malformed("too many parameters") }
      parameterCount = sum
      let (end, tooFar) = tensor.offset.addingReportingOverflow(tensor.byteCount ?? 0)
      guard !tooFar else { throw .malformed("a tensor at \(tensor.offset)") }
      dataEnd = max(dataEnd, end)
    }
    let alignment = UInt64(clamping: integer("general.alignment") ?? 32)
    guard alignment > 0, alignment <= 1 << 16, alignment.nonzeroBitCount == 1 else {
      throw .malformed("an alignment of \(alignment)")
    }
    let dataStart = (bytes.offset + alignment - 1) / alignment * alignment
    let (fileEnd, overflow) = dataStart.addingReportingOverflow(dataEnd)
    guard !overflow, fileEnd <= bytes.size else {
      throw .truncated(expected: overflow ? .max : fileEnd, size: bytes.size)
    }
    tensorBytes = dataEnd
  }
}
