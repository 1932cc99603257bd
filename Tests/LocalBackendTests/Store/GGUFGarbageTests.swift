import Foundation
import TestSupport
import XCTest

@testable import LocalBackend

/// Broken headers of model files: read, or refused with a typed error, without reading far.
final class GGUFGarbageTests: XCTestCase {
  func testBrokenHeaders() throws {
    var large = GGUFBuilder()
    large.values += [
      ("tokenizer.ggml.tokens", .texts((0..<200).map { "token \($0)" })),
      ("tokenizer.chat_template", .text(String(repeating: "{{ message }}", count: 20))),
    ]
    let files = [Data(GGUFBuilder().bytes), Data(large.bytes)]
    var random = SeededGenerator(seed: 72)
    for number in 0..<(LongForm.isOn ? 100_000 : 10_000) {
      let data = Mutation.apply(to: files[number % 2], mixing: files, using: &random)
      let bytes = [UInt8](data)
      var asked = 0
      do throws(GGUFError) {
        let header = try GGUFHeader(size: UInt64(bytes.count)) { offset, count in
          asked += count
          return Array(bytes.dropFirst(Int(offset)).prefix(count))
        }
        XCTAssertFalse(header.architecture.isEmpty, "\(number)")
        _ = header.summary
        _ = header.contextBytesPerToken
      } catch {
        XCTAssertFalse("\(error)".isEmpty)
      }
      XCTAssertLessThanOrEqual(asked, 16 * (bytes.count + 65_536), "\(number)")
    }
  }
}
