import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// A test with servers on a real socket that do what no server should.
class RawServerTestCase: XCTestCase {
  private nonisolated(unsafe) var servers: [RawServer] = []

  override func tearDown() {
    servers = []
  }

  /// An answer in one piece, “hello”.
  static let answer =
    #"{"candidates": [{"content": {"parts": [{"text": "hello"}]}, "finishReason": "STOP"}]}"#

  /// A server that answers like this until the end of the test.
  func serve(_ steps: RawServer.Step...) -> RawServer {
    servers.append(RawServer(steps))
    return servers[servers.count - 1]
  }

  /// Asks in one piece and in a stream; gives the errors.
  ///
  /// The slowest must not take longer than the limit.
  func errors(
    of server: RawServer,
    _ options: RequestOptions = .init(timeout: .seconds(1), retry: .none),
    within limit: Duration,
    line: UInt = #line
  ) async throws -> [GenerationError] {
    var errors: [GenerationError] = []
    for streams in [false, true] {
      let session = GenerativeModelSession(model: server.model(options))
      let start = ContinuousClock.now
      do {
        _ = try await session.answer("Hi", streams: streams)
        XCTFail("no error", line: line)
      } catch {
        errors.append(try XCTUnwrap(error as? GenerationError, "\(error)", line: line))
      }
      XCTAssertLessThan(start.duration(to: .now), limit, line: line)
    }
    return errors
  }

  func assertCode(
    _ code: Int,
    _ errors: [GenerationError],
    _ message: String = "",
    line: UInt = #line
  ) {
    for error in errors {
      guard case .backend(let error) = error else {
        return XCTFail("\(message) \(error)", line: line)
      }
      XCTAssertEqual(error.code, code, message, line: line)
    }
  }

  func assertTimedOut(_ errors: [GenerationError], line: UInt = #line) {
    for error in errors {
      guard case .timedOut = error else { return XCTFail("\(error)", line: line) }
    }
  }

  /// Asks in one piece and in a stream, and expects this answer to both.
  func assertAnswer(
    _ text: String = "hello",
    of server: RawServer,
    _ message: String = "",
    line: UInt = #line
  ) async throws {
    for streams in [false, true] {
      do {
        let model = server.model(.init(timeout: .seconds(2), retry: .none))
        let session = GenerativeModelSession(model: model)
        let answer = try await session.answer("Hi", streams: streams).content
        XCTAssertEqual(answer, text, "\(message) \(streams)", line: line)
      } catch {
        XCTFail("\(message) \(streams): \(error)", line: line)
      }
    }
  }

  func assertUnreadable(_ errors: [GenerationError], _ message: String = "", line: UInt = #line) {
    for error in errors {
      guard case .decodingFailure = error else { return XCTFail("\(message) \(error)", line: line) }
    }
  }

  func assertLost(_ errors: [GenerationError], _ message: String = "", line: UInt = #line) {
    for error in errors {
      guard case .connectionLost = error else { return XCTFail("\(message) \(error)", line: line) }
    }
  }
}
