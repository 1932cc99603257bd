import Foundation
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

  func testKeepsTheOrderOfPropertiesAndAllSixtyFourBits() throws {
    let text = #"{"z":18446744073709551615,"a":-9223372036854775808,"m":{"y":1.0,"b":"\u0001\"/"}}"#
    let value = try GeneratedContent(json: text)
    XCTAssertEqual(value.jsonString, text)
    XCTAssertEqual(value.propertyNames, ["z", "a", "m"])
    XCTAssertEqual(try value.value(UInt64.self, forProperty: "z"), .max)
    XCTAssertEqual(try value.value(Int64.self, forProperty: "a"), .min)
    let coded = try JSONDecoder().decode(
      GeneratedContent.self,
      from: try JSONEncoder().encode(value)
    )
    XCTAssertEqual(coded["z"], value["z"])
    XCTAssertEqual(coded["a"], value["a"])
    XCTAssertEqual(coded.propertyNames, ["a", "m", "z"])
    XCTAssertEqual(
      try GeneratedContent(json: #"{"a":1,"b":2}"#),
      try GeneratedContent(json: #"{"b":2,"a":1}"#)
    )
  }

  func testTypedAccess() throws {
    let value = try GeneratedContent(
      json: """
        {"when":"2026-01-02T03:04:05Z","then":"2026-01-02T03:04:05.250+01:00","price":0.1,
         "id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","data":"AQI=","home":"https://example.com/a",
         "small":7,"whole":7.0,"flags":[true,null],"sizes":{"s":1}}
        """
    )
    XCTAssertEqual(
      try value.value(Date.self, forProperty: "when"),
      Date(timeIntervalSince1970: 1_767_323_045)
    )
    XCTAssertEqual(
      try value.value(Date.self, forProperty: "then").timeIntervalSince1970,
      1_767_319_445.25,
      accuracy: 0.001
    )
    XCTAssertEqual(try value.value(Decimal.self, forProperty: "price"), Decimal(string: "0.1"))
    XCTAssertNoThrow(try value.value(UUID.self, forProperty: "id"))
    XCTAssertEqual(try value.value(Data.self, forProperty: "data"), Data([1, 2]))
    XCTAssertEqual(
      try value.value(URL.self, forProperty: "home"),
      URL(string: "https://example.com/a")
    )
    XCTAssertEqual(try value.value(Int8.self, forProperty: "small"), 7)
    XCTAssertEqual(try value.value(Int.self, forProperty: "whole"), 7)
    XCTAssertEqual(try value.value([Bool?].self, forProperty: "flags"), [true, nil])
    XCTAssertEqual(try value.value([String: Int].self, forProperty: "sizes"), ["s": 1])
    XCTAssertNil(try value.value(Int?.self, forProperty: "absent"))
    XCTAssertEqual(value["flags"]?[0]?.kind, .bool(true))
  }

  func testErrorsNameThePath() throws {
    struct Stop: Decodable { var name: String }
    struct Trip: Decodable { var stops: [Stop] }
    let cases = [
      (
        #"{"stops":[{"name":"a"},{"name":1}]}"#,
        "stops[1].name: expected a text, got a whole number"
      ),
      (#"{"stops":[{}]}"#, "stops[0].name is missing"),
      (#"{"stops":null}"#, "stops: expected an array, got null"),
      ("7", "the value: expected an object, got a whole number"),
    ]
    for (text, reason) in cases {
      XCTAssertThrowsError(try GeneratedContent(json: text).value(as: Trip.self)) { error in
        guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
        XCTAssertTrue("\(error)".contains(reason), "\(error)")
      }
    }
    XCTAssertThrowsError(try GeneratedContent(json: "300").value(as: UInt8.self))
    XCTAssertThrowsError(try GeneratedContent(json: "1.5").value(as: Int.self))
    XCTAssertThrowsError(try GeneratedContent(json: "1e300").value(as: Float.self))
    XCTAssertThrowsError(try GeneratedContent(json: #""1""#).value(as: Int.self))
  }

  func testEncodesAnyValueInItsOrder() throws {
    struct Row: Encodable {
      var z = 0.1 as Float
      var a = [1, 2, nil] as [Int?]
      var when = Date(timeIntervalSince1970: 1_767_323_045.25)
      var map = ["c": 1.5, "b": 2, "a": UInt64.max] as [String: any Encodable & Sendable]
      var none: String?
      enum CodingKeys: CodingKey { case z, a, when, map, none }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(z, forKey: .z)
        try container.encode(a, forKey: .a)
        try container.encode(when, forKey: .when)
        var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .map)
        try nested.encode(map["a"] as? UInt64, forKey: .z)
        try nested.encode(["b": 1, "a": 2], forKey: .a)
        try container.encodeIfPresent(none, forKey: .none)
      }
    }
    XCTAssertEqual(
      try GeneratedContent(encoding: Row()).jsonString,
      #"{"z":0.1,"a":[1,2,null],"when":"2026-01-02T03:04:05.250Z","#
        + #""map":{"z":18446744073709551615,"a":{"a":2,"b":1}}}"#
    )
    XCTAssertThrowsError(try GeneratedContent(encoding: [Double.nan]))
    XCTAssertThrowsError(
      try GeneratedContent(encoding: ["a": GeneratedContent(kind: .number(.infinity))])
    )
    XCTAssertEqual(try GeneratedContent(encoding: "a/b").jsonString, #""a/b""#)
  }
}
