import Foundation
import HybridInference
import Synchronization
import TestSupport
import XCTest

@testable import CloudBackend

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What nobody has read makes the network wait.
final class BackPressureTests: XCTestCase {
  private static let size = 20_000_000

  /// A request whose answer has so many bytes, and whose reader may take as long as it likes.
  private func request(to server: RawServer) throws -> HTTPRequest {
    var request = HTTPRequest(
      url: try XCTUnwrap(URL(string: "http://127.0.0.1:\(server.port)/")),
      body: Data("{}".utf8),
      connectTimeout: .seconds(60),
      idleTimeout: .seconds(60)
    )
    request.unread = Backlog(limit: 100_000, patience: .seconds(60))
    return request
  }

  private func server() -> RawServer {
    RawServer([
      .send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n"),
      .bytes(Data(count: Self.size)),
    ])
  }

  func testAnAnswerWaitsForItsReader() async throws {
    let server = server()
    let request = try request(to: server)
    let transport = URLSessionTransport()
    let events = transport.send(request)
    try await waitUntil("much has come") { request.unread.size > 100_000 }
    var size = 0
    for try await event in events {
      guard case .body(let bytes) = event else { continue }
      size += bytes.count
      // One piece is what makes it too much.
      XCTAssertLessThanOrEqual(request.unread.size, 100_000 + 100_000)
      request.unread.take(bytes.count)
    }
    XCTAssertEqual(size, Self.size)
  }

  /// Nothing waits for a reader that has left, and others are answered.
  func testAReaderThatLeavesIsNotWaitedFor() async throws {
    let server = server()
    let transport = URLSessionTransport()
    for _ in 0..<3 {
      let request = try request(to: server)
      for try await event in transport.send(request) {
        if case .body = event { break }
      }
      XCTAssertEqual(request.unread.size, 0)
    }
    try await waitUntil("all connections are closed") { server.closed == 3 }
    let last = try request(to: server)
    var size = 0
    for try await event in transport.send(last) {
      guard case .body(let bytes) = event else { continue }
      size += bytes.count
      last.unread.take(bytes.count)
    }
    XCTAssertEqual(size, Self.size)
  }

  /// An app may wait for its own sessions on all threads that there are for tasks: those wait for the
  /// queue that waits for our reader, which has no thread then.
  func testAnAppThatBlocksAllThreadsStopsNothing() async throws {
    let text = String(repeating: "a", count: 50_000)
    let events = Array(repeating: RawServer.Step.event(text), count: 400)
    let server = RawServer([.streamHead] + events + [.event("b", finish: "STOP")])
    let address = try XCTUnwrap(URL(string: "http://127.0.0.1:1/"))
    // Never started: it is only asked for something that waits for the queue.
    let own = URLSession(configuration: .ephemeral).dataTask(with: address)
    let isOver = Counter()
    let tasks = (0..<16).map { _ in
      Task {
        while isOver.value == 0 {
          _ = own.priority
          await Task.yield()
        }
      }
    }
    let model = server.model(.init(timeout: .seconds(60), retry: .none))
    let size = try await model.streamContent(.prompt("Hi")).collected().reduce(0) {
      $0 + $1.text.utf8.count
    }
    XCTAssertEqual(size, 400 * 50_000 + 1)
    isOver.increment()
    for task in tasks { await task.value }
  }

  #if canImport(FoundationNetworking)
  func testTheQueueMakesWhoAddsWait() async throws {
    let backlog = Backlog(limit: 64, patience: .seconds(60))
    let queue = DelegateQueue(backlog: backlog)
    let gate = DispatchSemaphore(value: 0)
    let calls = Counter()
    queue.addOperation { gate.wait() }
    let added = Counter()
    Thread.detachNewThread {
      for number in 0..<200 {
        queue.addOperation {
          // In the order in which they were added.
          if calls.value == number { calls.increment() }
        }
        added.increment()
      }
    }
    try await waitUntil("it waits") { backlog.size == 65 }
    XCTAssertEqual(added.value, 63)
    XCTAssertEqual(calls.value, 0)
    gate.signal()
    try await waitUntil("all were called") { calls.value == 200 }
    XCTAssertEqual(added.value, 200)
    try await waitUntil("nothing is left") { backlog.size == 0 }
  }
  #endif

  private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func increment() { count.withLock { $0 += 1 } }
  }
}
