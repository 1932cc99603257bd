import Foundation
import HybridInference
import XCTest

@testable import CloudBackend

final class JSONArraySplitterTests: XCTestCase {
  private func elements(_ text: String, every size: Int, limit: Int = .max) throws -> [String] {
    var splitter = JSONArraySplitter(maximumElementSize: limit)
    var elements: [Data] = []
    var rest = Data(text.utf8)[...]
    while !rest.isEmpty {
      elements += try splitter.split(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return elements.map { String(decoding: $0, as: UTF8.self) }
  }

  func testEveryCutGivesTheSame() throws {
    let parts = [
      #"{"a": [1, {"b": "]}\\\"[{"}]}"#, "{}", "[]", #""te,xt]\\""#, "12", "null",
      #"{"é": "日本語 👩‍👩‍👧 \\u005d"}"#, "[[\n],[\r\n]]",
    ]
    for separator in [",", ",\r\n", " ,\t"] {
      let text = "\r\n [" + parts.joined(separator: separator) + "]\r\n"
      for size in 1...text.utf8.count {
        let found = try elements(text, every: size).map { $0.trimmingCharacters(in: .whitespaces) }
        XCTAssertEqual(found, parts, "\(size)")
      }
    }
  }

  func testAnElementComesWithItsLastByte() throws {
    var splitter = JSONArraySplitter()
    XCTAssertEqual(try splitter.split(Data(#"[{"a": 1"#.utf8)), [])
    XCTAssertEqual(try splitter.split(Data("}".utf8)), [Data(#"{"a": 1}"#.utf8)])
    XCTAssertEqual(try splitter.split(Data(#", {"b""#.utf8)), [])
  }

  func testWhatIsNoArrayIsRefused() {
    for text in ["{}", "<html>", " \n1"] {
      XCTAssertThrowsError(try elements(text, every: 1), text)
    }
    XCTAssertEqual(try elements("", every: 1), [])
    XCTAssertEqual(try elements(" [ ] [1]", every: 1), [], "nothing is read after the array")
  }

  func testALargeElementIsRefused() throws {
    let text = #"[{"a": 1}, {"b": "0123456789"}]"#
    for size in [1, 5, 100] {
      XCTAssertEqual(try elements(text, every: size, limit: 19).count, 2)
      XCTAssertThrowsError(try elements(text, every: size, limit: 18))
    }
  }
}
