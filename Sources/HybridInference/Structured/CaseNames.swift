/// The coding keys that the compiler makes for the cases of an enumeration, listed.
///
/// An enumeration with payloads asks its decoder which of its keys is there, and names none of them.
/// So the number of cases is read from the type's metadata, whose layout is part of the ABI (“Type
/// Metadata” in the Swift repository), and the keys are made from their numbers.
enum CaseNames {
  /// All keys of a type; `nil` when it is no enumeration without payloads.
  static func all<Key: CodingKey>(of type: Key.Type) -> [Key]? {
    guard let count = caseCount(of: type), count > 0 else { return nil }
    switch MemoryLayout<Key>.size {
    case 0 where count == 1:
      // A value without bytes can be read from anywhere.
      return withUnsafeBytes(of: UInt8(0)) { [$0.loadUnaligned(as: Key.self)] }
    case 1 where count <= 256:
      // Cases without payloads are numbered from 0, in one byte.
      return (0..<count).map { unsafeBitCast(UInt8($0), to: Key.self) }
    default: return nil
    }
  }

  private static func caseCount(of type: Any.Type) -> Int? {
    let enumerationKind = 0x201
    // A metatype is a pointer to the type's metadata: its kind, then for enumerations a pointer to the
    // descriptor, whose sixth and seventh words count the cases with and without payloads.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == enumerationKind,
      let descriptor = metadata.load(
        fromByteOffset: MemoryLayout<Int>.size,
        as: UnsafeRawPointer?.self
      )
    else { return nil }
    let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    guard payloadCases == 0 else { return nil }
    return Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
  }
}
