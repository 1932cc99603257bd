import HybridInference
import XCTest

final class GeneratedContentTests: XCTestCase {
  func testValuesKeepTheirKindThroughJSON() throws {
    let texts = [
      "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5",
      "\"\"", "\"\\u0000é😀\"", "[]", "{}", "[1,[2,{\"a\":null}]]",
      #"{"a":1,"b":[true,"x"],"c":{"d":2.5}}"#,
    ]
    for text in texts {
      let value = try GeneratedContent(json: text)
      XCTAssertEqual(try GeneratedContent(json: value.jsonString), value, text)
    }
    XCTAssertEqual(try GeneratedContent(json: "9007199254740993").jsonString, "9007199254740993")
    XCTAssertEqual(try GeneratedContent(json: "true").kind, .bool(true))
    XCTAssertEqual(try GeneratedContent(json: "1").kind, .integer(1))
    XCTAssertEqual(try GeneratedContent(json: #"{"a":"b"}"#)["a"]?.stringValue, "b")
    XCTAssertNil(try GeneratedContent(json: "[1]")["a"])
  }

  func testBadJSONIsADecodingFailureThatQuotesNothing() {
    for text in ["", "{", "secret", "[1 2]", "{\"secret\":}"] {
      XCTAssertThrowsError(try GeneratedContent(json: text)) { error in
        guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
        XCTAssertFalse("\(error)".contains("secret"))
      }
    }
  }
}
