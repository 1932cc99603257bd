import TestSupport
import XCTest

@testable import HybridInference
@testable import LocalBackend

/// Whatever is written within a grammar fits its schema, whoever writes it.
final class GrammarFuzzTests: XCTestCase {
  private static let limits = GrammarLimits(textBytes: 40, elements: 6, depth: 12)

  func testAnythingThatMayBeWrittenFits() throws {
    XCTAssertGreaterThanOrEqual(ProofSchemas.texts.count, 150)
    XCTAssertEqual(Set(ProofSchemas.texts).count, ProofSchemas.texts.count)
    var rows: [SchemaJudge.Row] = []
    for (number, (text, schema)) in try ProofSchemas.all().enumerated() {
      let grammar = try Grammar(.value(schema), limits: Self.limits)
      for seed in 0..<12 {
        var writer = RandomWriter(seed: UInt64(number * 1000 + seed))
        let bytes = try XCTUnwrap(writer.write(grammar), "\(text), seed \(seed)")
        let answer = try XCTUnwrap(String(validating: bytes, as: UTF8.self), text)
        do {
          try SchemaValidator.check(try GeneratedContent(json: answer), fits: schema)
        } catch {
          XCTFail("\(text): \(answer.prefix(300)): \(error)")
        }
        rows.append(.init(schema: text, text: answer))
      }
    }
    let verdicts = try SchemaJudge.verdicts(on: rows)
    XCTAssertEqual(verdicts.count, rows.count)
    for (row, verdict) in zip(rows, verdicts) where verdict != nil {
      XCTFail("\(row.schema): \(row.text.prefix(300)): \(verdict ?? "")")
    }
  }

  /// The judge says no when it should.
  func testTheJudgeJudges() throws {
    let rows: [SchemaJudge.Row] = [
      .init(schema: #"{"type":"integer"}"#, text: "1"),
      .init(schema: #"{"type":"integer"}"#, text: "1.5"),
      .init(schema: "{}", text: #"{"a":1,"a":2}"#), .init(schema: "{}", text: "[1,]"),
      .init(schema: #"{"type":"string","pattern":"^a$"}"#, text: #""b""#),
    ]
    XCTAssertEqual(
      try SchemaJudge.verdicts(on: rows).map { $0 == nil },
      [true, false, false, false, false]
    )
  }

  /// Any value that fits a schema and is written as compactly may be written: nothing that the model
  /// could want is forbidden, but what is documented.
  func testWhatFitsMayBeWritten() throws {
    let cases: [(String, [String])] = [
      ("{}", [#"{"a":[1,2.5,"x\n",null,true,{"b":{}}],"c":""}"#, "[]", "-1", #""\u0001 é 😀""#]),
      (#"{"type":"string"}"#, [#""""#, #""\"\\\t\r\n""#, "\"\u{7F}\u{FFFD}日本\u{10FFFF}\""]),
      (#"{"type":"integer"}"#, ["0", "-1", "9223372036854775807", "-9223372036854775808"]),
      (#"{"type":"number"}"#, ["0", "-0.5", "1e10", "6.02E+22", "1.5e-7", "123456789012345.25"]),
      (#"{"type":"integer","minimum":-5,"maximum":12}"#, (-5...12).map { "\($0)" }),
      (
        #"{"type":"number","minimum":0.25,"maximum":12}"#,
        ["0.25", "0.3", "1", "9.99", "12", "12.0"]
      ),
      (
        #"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}"#,
        ["{}", #"{"a":1}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#]
      ),
      (#"{"type":"object","additionalProperties":{"type":"null"}}"#, [#"{"":null,"a":null}"#]),
    ]
    for (schema, texts) in cases {
      let grammar = try Grammar(.value(try GenerationSchema(jsonSchema: schema)))
      for text in texts {
        var constraint = OutputConstraint(grammar)
        XCTAssertTrue(constraint.accept(text.utf8), "\(schema): \(text)")
        XCTAssertTrue(constraint.canEnd, "\(schema): \(text)")
      }
    }
  }

  func testNumbersOutsideOfTheirBoundsMayNot() throws {
    let cases: [(String, [String])] = [
      (#"{"type":"integer"}"#, ["9223372036854775808", "01", "-0", "1.0", "+1", "--1", "-"]),
      (#"{"type":"integer","minimum":-5,"maximum":12}"#, ["-6", "13", "100", "-10"]),
      (
        #"{"type":"number","minimum":0.25,"maximum":12}"#,
        ["0.2", "0", "12.1", "13", "1e1", "0.24"]
      ),
      (#"{"type":"number","minimum":-1.5}"#, ["-1.6", "-2"]),
      (#"{"type":"number"}"#, ["1.", ".5", "1e99"]),
      (
        "{}",
        [#"{"a":1,"a":2}"#, #"{"\u0001":1,"\u0001":2}"#, " 1", "[1, 2]", #""\u0041""#, #""\/""#]
      ),
      (#"{"type":"object","additionalProperties":{}}"#, ["{\"\u{E9}\":1,\"e\u{301}\":2}"]),
    ]
    for (schema, texts) in cases {
      let grammar = try Grammar(.value(try GenerationSchema(jsonSchema: schema)))
      for text in texts {
        var constraint = OutputConstraint(grammar)
        XCTAssertFalse(constraint.accept(text.utf8) && constraint.canEnd, "\(schema): \(text)")
      }
    }
  }
}
