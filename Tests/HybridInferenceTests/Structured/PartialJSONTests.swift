import Foundation
import XCTest

@testable import HybridInference

final class PartialJSONTests: XCTestCase {
  private static let accepted: [(String, GeneratedContent.Kind)] = [
    ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse\n", .bool(false)), ("0", .integer(0)),
    ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .unsignedInteger(9_223_372_036_854_775_808)),
    ("18446744073709551615", .unsignedInteger(.max)),
    ("18446744073709551616", .number(18_446_744_073_709_551_616)),
    ("1.0", .number(1)), ("1e2", .number(100)), ("1E+2", .number(100)), ("-0.5e-1", .number(-0.05)),
    ("-0", .number(0)), ("0e0", .number(0)), ("1e-400", .number(0)), ("0.1", .number(0.1)),
    (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u0041\u00e9\u0000""#, .string("Aé\0")), (#""\uD83D\uDE00😀é""#, .string("😀😀é")),
    ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
    (#""\ud83d""#, .string("\u{FFFD}")), (#""\ude00x""#, .string("\u{FFFD}x")),
    (#""\ud83d\ud83d\ude00""#, .string("\u{FFFD}😀")), (#""\ud83d\n""#, .string("\u{FFFD}\n")),
    (#""\ud83da""#, .string("\u{FFFD}a")), (#""\ud83d\u0041""#, .string("\u{FFFD}A")),
    ("[]", .array([])), ("[ ]", .array([])), ("{}", .emptyStructure), ("{ }", .emptyStructure),
    ("[1,2]", .array([.init(kind: .integer(1)), .init(kind: .integer(2))])),
    (
      #"{"":{"b":[]}}"#,
      GeneratedContent(properties: [
        "": GeneratedContent(properties: ["b": .init(kind: .array([]))])
      ]).kind
    ),
  ]

  private static let rejected = [
    "", " ", "nul", "nulll", "True", "nan", "NaN", "Infinity", "-Infinity", "undefined", "tru e",
    "t",
    "01", "-01", "1.", ".5", "-", "+1", "1e", "1e+", "1.e1", "0x10", "1-2", "--1", "1_000", "1e400",
    "-1e400", "\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", #""\x""#, #""\u12""#, #""\u12g4""#,
    #""\u 123""#,
    #""\"#, #""\u"#, "'a'", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "[1,,2]", "[]]",
    "{", "}", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#, "{a:1}", "{1:1}",
    #"{,"a":1}"#,
    #"{"a":1 "b":2}"#, #"{"a":1]"#, #"{"a":1}}"#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#,
    #"{"a"::1}"#, "1 2", "null null", "[] []", "\u{FEFF}1", "// c\n1", "/* c */ 1",
    "```json\n1\n```",
    "1\u{A0}", "[1\u{B}]", "truefalse", "\"a\"\"b\"", "1\u{FF11}",
  ]

  func testReadsWhatTheStandardAllows() throws {
    for (text, kind) in Self.accepted {
      XCTAssertEqual(try GeneratedContent(json: text).kind, kind, text)
      XCTAssertEqual(try inPieces(text.unicodeScalars.map(String.init)).kind, kind, text)
    }
  }

  func testRefusesEverythingElse() {
    for text in Self.rejected {
      XCTAssertThrowsError(try GeneratedContent(json: text), text)
      XCTAssertThrowsError(try inPieces(text.unicodeScalars.map(String.init)), text)
    }
  }

  func testNestingIsBoundedAndNeverCrashes() throws {
    for depth in [1, 50, 64] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      XCTAssertEqual(try GeneratedContent(json: text).jsonString, text)
    }
    for depth in [65, 10_000, 100_000] {
      for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
        let text =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        XCTAssertThrowsError(try GeneratedContent(json: text)) { error in
          XCTAssertTrue("\(error)".contains("nested too deeply"), "\(error)")
        }
      }
    }
  }

  func testAFailureStaysAndSaysWhereItIs() throws {
    var reader = PartialJSON()
    try reader.append("[1, 2")
    XCTAssertThrowsError(try reader.append(",,")) { error in
      XCTAssertEqual((error as? PartialJSON.Failure)?.offset, 6)
    }
    XCTAssertThrowsError(try reader.append("3]"))
    XCTAssertThrowsError(try reader.end()) { error in
      XCTAssertEqual((error as? PartialJSON.Failure)?.isIncomplete, false)
    }
    var cut = PartialJSON()
    try cut.append("[1")
    XCTAssertThrowsError(try cut.end()) { error in
      XCTAssertEqual((error as? PartialJSON.Failure)?.isIncomplete, true)
    }
  }

  func testSnapshotsShowNoNumberWordOrNameThatMayGoOn() throws {
    var reader = PartialJSON()
    let steps: [(String, String?)] = [
      ("{", "{}"), ("\"na", "{}"), ("me\"", "{}"), (":", "{}"), ("\"", #"{"name":""}"#),
      ("Ro\\", #"{"name":"Ro"}"#), ("u00e", #"{"name":"Ro"}"#), ("9\\ud83d", #"{"name":"Roé"}"#),
      ("\\ude00", #"{"name":"Roé😀"}"#), ("\", \"n\": 12", #"{"name":"Roé😀"}"#),
      (".5,", #"{"name":"Roé😀","n":12.5}"#),
      ("\"l\":[tru", #"{"name":"Roé😀","n":12.5,"l":[]}"#),
      ("e,", #"{"name":"Roé😀","n":12.5,"l":[true]}"#),
      ("[\"x", #"{"name":"Roé😀","n":12.5,"l":[true,["x"]]}"#),
      ("\"]]}", #"{"name":"Roé😀","n":12.5,"l":[true,["x"]]}"#),
    ]
    XCTAssertNil(reader.snapshot)
    for (piece, expected) in steps {
      try reader.append(piece)
      let snapshot = reader.snapshot
      XCTAssertEqual(snapshot?.jsonString, expected, piece)
      XCTAssertEqual(snapshot?.isComplete, false)
    }
    XCTAssertEqual(reader.snapshot?["n"]?.isComplete, true)
    XCTAssertEqual(try reader.end().isComplete, true)
    var number = PartialJSON()
    try number.append("12")
    XCTAssertNil(number.snapshot)
    XCTAssertEqual(try number.end().kind, .integer(12))
  }

  /// Linear in all: a text in pieces of ten bytes costs about what it costs whole.
  func testOneMegabyteInSmallPiecesIsReadInReasonableTime() throws {
    let row = #"{"id":12345,"name":"Rosé \u00e9","tags":["a","b"],"score":0.125},"#
    let text = "[" + String(repeating: row, count: 1_000_000 / row.utf8.count) + "null]"
    let whole = try ContinuousClock().measure { _ = try GeneratedContent(json: text) }
    let chunks = chunks(of: text, size: 10)
    var reader = PartialJSON()
    let inPieces = try ContinuousClock().measure {
      for chunk in chunks { try reader.append(chunk) }
    }
    XCTAssertEqual(try reader.end().elements.count, 1_000_000 / row.utf8.count + 1)
    XCTAssertLessThan(inPieces, whole * 6 + .seconds(1))
  }

  private func chunks(of text: String, size: Int) -> [String] {
    var chunks: [String] = []
    var chunk = ""
    for scalar in text.unicodeScalars {
      chunk.unicodeScalars.append(scalar)
      if chunk.utf8.count >= size {
        chunks.append(chunk)
        chunk = ""
      }
    }
    return chunks + [chunk]
  }

  private func inPieces(_ pieces: [String]) throws -> GeneratedContent {
    var reader = PartialJSON()
    for piece in pieces { try reader.append(piece) }
    return try reader.end()
  }
}
