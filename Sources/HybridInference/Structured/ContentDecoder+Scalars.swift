extension ContentDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value.kind else { throw mismatch(type, "a truth value") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = value.kind else { throw mismatch(type, "a text") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value.kind {
    case .integer(let value): return Double(value)
    case .unsignedInteger(let value): return Double(value)
    case .number(let value): return value
    default: throw mismatch(type, "a number")
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let value = try decode(Double.self)
    let result = Float(value)
    guard result.isFinite || !value.isFinite else {
      throw corrupted("the number is too large for \(type)")
    }
    return result
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  /// The whole number, also one written with a fraction of zero.
  private func integer<T: FixedWidthInteger>() throws -> T {
    let result: T?
    switch value.kind {
    case .integer(let value): result = T(exactly: value)
    case .unsignedInteger(let value): result = T(exactly: value)
    case .number(let value) where value.rounded() == value: result = T(exactly: value)
    default: throw mismatch(T.self, "a whole number")
    }
    guard let result else { throw corrupted("the number does not fit \(T.self)") }
    return result
  }
}
