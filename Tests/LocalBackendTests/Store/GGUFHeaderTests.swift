import Foundation
import TestSupport
import XCTest

@testable import LocalBackend

final class GGUFHeaderTests: XCTestCase {
  private func header(of bytes: [UInt8]) throws(GGUFError) -> GGUFHeader {
    try GGUFHeader(size: UInt64(bytes.count)) { offset, count in
      Array(bytes.dropFirst(Int(offset)).prefix(count))
    }
  }

  private func assertFails(
    _ change: (inout GGUFBuilder) -> Void,
    _ isExpected: (GGUFError) -> Bool,
    line: UInt = #line
  ) {
    var builder = GGUFBuilder()
    change(&builder)
    do throws(GGUFError) {
      _ = try header(of: builder.bytes)
      XCTFail("a wrong file was accepted", line: line)
    } catch {
      XCTAssertTrue(isExpected(error), "\(error)", line: line)
    }
  }

  private func isMalformed(_ error: GGUFError) -> Bool {
    if case .malformed = error { true } else { false }
  }

  func testSmallFile() throws {
    let header = try header(of: GGUFBuilder().bytes)
    XCTAssertEqual(header.architecture, "llama")
    XCTAssertEqual(header.summary, "Tiny, 32 parameters, F32")
    XCTAssertEqual(header.tensorBytes, 128)
    // Two layers, keys and values of eight numbers, two bytes each.
    XCTAssertEqual(header.contextBytesPerToken, 64)
  }

  func testContextSizeWithFewerKeyHeadsAndPerLayerLists() throws {
    var builder = GGUFBuilder()
    builder.values += [("llama.attention.head_count_kv", .integers([1, 2]))]
    XCTAssertEqual(try header(of: builder.bytes).contextBytesPerToken, 3 * 8 * 2)
    builder.values += [
      ("llama.attention.key_length", .integer(10)), ("llama.attention.value_length", .integer(2)),
    ]
    XCTAssertEqual(try header(of: builder.bytes).contextBytesPerToken, 3 * 12 * 2)
  }

  func testRealFile() throws {
    let file = try ModelFile(path: LocalModels.system().path)
    XCTAssertGreaterThan(file.header.parameterCount, 1_000_000)
    XCTAssertNotNil(file.header.contextBytesPerToken)
    XCTAssertTrue(file.header.summary.contains("parameters"), file.header.summary)
  }

  func testForeignFiles() {
    for bytes: [UInt8] in [[], [0x47], Array("This is a text file.".utf8), Array("GGML".utf8)] {
      XCTAssertThrowsError(try header(of: bytes)) { XCTAssertEqual($0 as? GGUFError, .notGGUF) }
    }
    assertFails({ $0.version = 1 }, { $0 == .unsupportedVersion(1) })
    assertFails({ $0.version = 0x0300_0000 }, { $0 == .unsupportedVersion(0x0300_0000) })
  }

  /// A file that is still being written, at every length.
  func testEveryTruncationIsFound() {
    let bytes = GGUFBuilder().bytes
    for length in 4..<bytes.count {
      XCTAssertThrowsError(try header(of: Array(bytes.prefix(length))), "\(length) bytes") {
        guard case .truncated = $0 as? GGUFError else { return XCTFail("\(length): \($0)") }
      }
    }
  }

  func testCountsAndLengthsThatCannotBe() {
    assertFails({ $0.tensorCount = .max }, isMalformed)
    assertFails({ $0.valueCount = .max }, isMalformed)
    assertFails({ $0.tensors = [] }, isMalformed)
    assertFails({ $0.values = [] }, isMalformed)
    assertFails({ $0.tensors[0].dimensions = [1 << 40, 1 << 40] }, isMalformed)
    assertFails({ $0.tensors[0].dimensions = [1, 1, 1, 1, 1] }, isMalformed)
    assertFails({ $0.tensors[0].type = 2 }, isMalformed)
    assertFails({ $0.tensors[0].offset = .max - 4 }, isMalformed)
    assertFails({ $0.values.append(("x", .raw(type: 99, bytes: []))) }, isMalformed)
    let endless = [UInt8](repeating: 0xFF, count: 8)
    assertFails({ $0.values.append(("x", .raw(type: 8, bytes: endless))) }, isMalformed)
    assertFails(
      { $0.values.append(("x", .raw(type: 9, bytes: [8, 0, 0, 0] + endless))) },
      isMalformed
    )
    assertFails(
      { $0.values.append(("x", .raw(type: 9, bytes: [12, 0, 0, 0] + endless))) },
      isMalformed
    )
    assertFails(
      { $0.values.append(("general.alignment", .integer(3))) },
      isMalformed
    )
  }

  /// Damaged bytes anywhere: an error or a header, never a trap.
  func testDamagedBytes() {
    let bytes = GGUFBuilder().bytes
    var random = SplitMix64(state: 7)
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      if let header = try? header(of: damaged) {
        _ = header.contextBytesPerToken
        _ = header.summary
      }
    }
  }
}
