import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with one long-lived `URLSession`, so that connections are used again.
final class URLSessionTransport: HTTPTransport {
  private let router = URLSessionRouter()
  private let session: URLSession

  /// Where tasks are made, started and cancelled.
  ///
  /// These calls wait for the session's own queue, which can be busy for seconds with giving up a
  /// look-up of a name, or with a server that sends without a pause: no thread of the caller's must
  /// wait for that.
  private let queue = DispatchQueue(label: "HybridInference.URLSessionTransport")

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // A streamed answer holds its connection for long; a request that waits for a free one would
    // look like one that cannot connect.
    configuration.httpMaximumConnectionsPerHost = 512
    session = URLSession(
      configuration: configuration,
      delegate: router,
      delegateQueue: Self.makeDelegateQueue()
    )
  }

  private static func makeDelegateQueue() -> OperationQueue? {
    #if canImport(FoundationNetworking)
    DelegateQueue()
    #else
    // The session makes one, and waits for it.
    nil
    #endif
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<HTTPEvent, any Error>.makeStream()
    let exchange = HTTPExchange(request, continuation, on: queue)
    exchange.startTimers()
    // At once, so that a request that has not been started yet never is.
    continuation.onTermination = { _ in exchange.cancel() }
    // With the transport itself: its end makes the session useless, and starting a task a crash.
    exchange.start {
      let task = self.session.dataTask(with: URLRequest(request))
      self.router.add(exchange, for: task)
      return task
    }
    return stream
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method
    // No stream: on Linux, that would be sent with two lengths, which servers understand differently.
    httpBody = request.body
    timeoutInterval = request.idleTimeout.urlSessionInterval
    for (name, value) in request.headers {
      setValue(value, forHTTPHeaderField: name)
    }
  }
}

extension Duration {
  /// The duration in whole seconds, from 1 second to 30 days: below and beyond, `URLSession` fails.
  fileprivate var urlSessionInterval: TimeInterval {
    let whole = bounded.components
    let seconds = TimeInterval(whole.seconds) + (whole.attoseconds > 0 ? 1 : 0)
    return min(max(1, seconds), 30 * 86_400)
  }
}
