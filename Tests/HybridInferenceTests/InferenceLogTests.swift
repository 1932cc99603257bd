import HybridInference
import XCTest

final class InferenceLogTests: XCTestCase {
  /// A handler that grew with each use would need more stack than a thread has.
  func testHandlerDoesNotGrowWithUse() {
    let before = InferenceLog.handler
    defer { InferenceLog.handler = before }
    InferenceLog.handler = { _ in }
    for _ in 0..<300_000 { _ = InferenceLog.handler }
    InferenceLog.handler(.init(level: .debug, message: "x"))
  }
}
