#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import HybridInference
import Synchronization
import TestSupport
import XCTest

@testable import CloudBackend

/// Requests that are sent again with another task, because their connection has ended.
final class ResendTests: RawServerTestCase {
  /// An exchange that is on its way, and its tasks.
  private final class Sent: Sendable {
    let exchange: HTTPExchange
    let events: AsyncThrowingStream<HTTPEvent, any Error>
    let queue = DispatchQueue(label: "ResendTests")
    private let router = URLSessionRouter()
    private let session: URLSession
    private let made = Mutex<[URLSessionTask]>([])

    /// The tasks that were made, once all that was asked for has happened.
    var tasks: [URLSessionTask] {
      queue.sync {}
      return made.withLock { $0 }
    }

    /// Sends a request; with tasks that never start, from this number of them on.
    init(_ server: RawServer, connectTimeout: Duration = .seconds(20), starting: Int = .max) {
      let url = URL(string: "http://127.0.0.1:\(server.port)") ?? URL(filePath: "/")
      let request = HTTPRequest(
        url: url,
        body: Data("{}".utf8),
        connectTimeout: connectTimeout,
        idleTimeout: .seconds(20)
      )
      session = URLSession(configuration: .ephemeral, delegate: router, delegateQueue: nil)
      let (events, continuation) = AsyncThrowingStream<HTTPEvent, any Error>.makeStream()
      self.events = events
      exchange = HTTPExchange(request, continuation, on: queue)
      continuation.onTermination = { [exchange] _ in exchange.cancel() }
      exchange.startTimers()
      exchange.start { [weak self, exchange, session, router] in
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("{}".utf8)
        let task = session.dataTask(with: request)
        router.add(exchange, for: task)
        let count = self?.made.withLock { made in
          made.append(task)
          return made.count
        }
        if count ?? 0 >= starting { task.suspend() }
        return task
      }
    }

    deinit { session.invalidateAndCancel() }

    /// What the session calls when it finds no connection where it was going to use one again.
    func sendAgain() throws {
      let task = try XCTUnwrap(tasks.last)
      router.urlSession(session, task: task) { XCTAssertNil($0) }
    }

    /// The error that the events end with.
    func error() async -> (any Error)? {
      do {
        for try await _ in events {}
        return nil
      } catch {
        return error
      }
    }
  }

  private func assertLost(_ error: (any Error)?, line: UInt = #line) {
    guard case GenerationError.connectionLost? = error else {
      return XCTFail("\(String(describing: error))", line: line)
    }
  }

  func testTheNewTaskTakesTheOldOnesPlace() async throws {
    let server = serve(.hold)
    let sent = Sent(server)
    try await waitUntil("it is sent") { server.requests == 1 }
    try sent.sendAgain()
    try await waitUntil("it is sent again") { server.requests == 2 && server.closed == 1 }
    sent.exchange.cancel()
    try await waitUntil("the new task is cancelled") { server.closed == 2 }
  }

  func testItIsNotSentForEver() async throws {
    let server = serve(.hold)
    let sent = Sent(server)
    for count in 1...5 {
      try await waitUntil("it is sent") { server.requests == count }
      try sent.sendAgain()
    }
    try await waitUntil("it is sent") { server.requests == 6 }
    try sent.sendAgain()
    assertLost(await sent.error())
    XCTAssertEqual(sent.tasks.count, 6)
    try await waitUntil("all connections are closed") { server.closed == 6 }
  }

  func testItIsNeverSentAgainOnceAnAnswerHasBegun() async throws {
    let sent = Sent(serve(.streamHead, .hold))
    var error: (any Error)?
    do {
      for try await _ in sent.events { try sent.sendAgain() }
    } catch let failure {
      error = failure
    }
    assertLost(error)
    XCTAssertEqual(sent.tasks.count, 1)
  }

  func testItIsNotSentAgainOnceItIsCancelled() async throws {
    let server = serve(.hold)
    let sent = Sent(server)
    try await waitUntil("it is sent") { server.requests == 1 }
    sent.exchange.cancel()
    try sent.sendAgain()
    XCTAssertEqual(sent.tasks.count, 1)
    try await waitUntil("the connection is closed") { server.closed == 1 }
  }

  /// The new connection has a limit like the first one.
  func testTheNewConnectionHasItsTime() async throws {
    let server = serve(.hold)
    let sent = Sent(server, connectTimeout: .seconds(1), starting: 2)
    try await waitUntil("it is sent") { server.requests == 1 }
    try sent.sendAgain()
    let error = await sent.error()
    guard case GenerationError.offline? = error else {
      return XCTFail("\(String(describing: error))")
    }
  }
}
#endif
