import Foundation
import Synchronization
import TestSupport
import XCTest

/// The stand-in server itself: tests fail soon, and say why, where it does not run.
final class OracleServerTests: XCTestCase {
  /// What comes of a server that is this script instead.
  private func failure(of script: String) throws -> String? {
    let file = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID())")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    let failure = Mutex<String?>(nil)
    let isOver = expectation(description: "the start is over")
    // A thread of its own, since one that waits for ever must not keep the tests.
    Thread.detachNewThread {
      do {
        _ = try OracleServer(python: file.path)
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      isOver.fulfill()
    }
    wait(for: [isOver], timeout: 30)
    return failure.withLock(\.self)
  }

  func testOneThatDiesAtItsStart() throws {
    let text = try XCTUnwrap(failure(of: "echo 'no module of that name' >&2; exit 3"))
    XCTAssertTrue(text.contains("no module of that name"), text)
  }

  func testOneThatCannotBeRun() throws {
    let text = try XCTUnwrap(failure(of: "exec /no/such/python"))
    XCTAssertTrue(text.contains("/no/such/python"), text)
  }

  func testOneThatSaysSomethingElseAndGoesOn() throws {
    let text = try XCTUnwrap(failure(of: "echo 'a warning' >&2; echo hello; exec sleep 600"))
    XCTAssertTrue(text.contains("hello") && text.contains("a warning"), text)
  }

  /// More than a pipe holds does not stop it.
  func testOneThatComplainsALot() throws {
    let text = try XCTUnwrap(failure(of: "head -c 300000 /dev/zero | tr '\\0' x >&2; exit 1"))
    XCTAssertTrue(text.contains("xxxx"))
  }
}
