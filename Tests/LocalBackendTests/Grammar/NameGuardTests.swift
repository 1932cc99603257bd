import HybridInference
import XCTest

@testable import LocalBackend

final class NameGuardTests: XCTestCase {
  /// A call whose arguments have names of the model's own.
  private func constraint() throws -> OutputConstraint {
    let function = FunctionDeclaration(
      name: "tag",
      description: "Tags.",
      parameters: .dictionary(values: .integer())
    )
    return OutputConstraint(
      try Grammar(ToolNotation.form(of: [function], isRequired: false, schema: nil))
    )
  }

  private let opening = "<tool_call>\n{\"name\":\"tag\",\"arguments\":"

  /// What stands in free text is no JSON: it may have odd quotes and braces.
  func testFreeTextBeforeACall() throws {
    for text in [
      "", "\"", "He said \"yes", "{", "{\"a\":1,\"a", "[{\"", "}}]", "\\\"", "\"\\", "{\"\"",
      "{\"a\",\"a",
      "5\" wide and {\"name", "<tool_cal\"", "{\"a\":\"",
    ] {
      var constraint = try constraint()
      XCTAssertTrue(constraint.accept(text.utf8), text)
      XCTAssertTrue(constraint.canEnd)
      XCTAssertTrue(constraint.accept(opening.utf8), text)
      XCTAssertTrue(constraint.accept("{\"a\":1,\"b\":2".utf8), text)
      XCTAssertFalse(constraint.allows(",\"a\":".utf8), "the name is there already: \(text)")
      XCTAssertTrue(constraint.accept(",\"c\":3}}\n</tool_call>".utf8), text)
      // And after it: another call begins anew.
      XCTAssertTrue(constraint.accept((text + opening).utf8), text)
      XCTAssertTrue(constraint.accept("{\"a\":1".utf8), text)
      XCTAssertFalse(constraint.allows(",\"a\":".utf8), text)
    }
  }

  /// The same, written a byte at a time: some byte is always allowed.
  func testSomethingMayAlwaysCome() throws {
    var constraint = try constraint()
    let text = "{\"a\":1,\"a\" \"" + opening + "{\"a\":1}}\n</tool_call>{\"a\":1,\"a\""
    for byte in text.utf8 {
      XCTAssertTrue(constraint.accept(CollectionOfOne(byte)))
      XCTAssertTrue((UInt8.min...UInt8.max).contains { constraint.allows(CollectionOfOne($0)) })
    }
    XCTAssertTrue(constraint.canEnd)
  }
}
