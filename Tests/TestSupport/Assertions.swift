import XCTest

/// Fails unless an asynchronous expression throws; gives the error to look at.
package func assertThrows<Value>(
  _ expression: @autoclosure () async throws -> Value,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ check: (any Error) -> Void = { _ in }
) async {
  do {
    let value = try await expression()
    XCTFail("it gave \(value) and threw nothing", file: file, line: line)
  } catch {
    check(error)
  }
}

/// Waits until something holds; fails when it still does not after five seconds.
package func waitUntil(
  _ what: String,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ condition: () -> Bool
) async throws {
  for _ in 0..<500 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  XCTFail("it did not come about: \(what)", file: file, line: line)
}
