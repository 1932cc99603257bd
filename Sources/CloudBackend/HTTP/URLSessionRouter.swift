import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session's one delegate: takes each callback to the exchange that it belongs to.
final class URLSessionRouter: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  /// Callbacks of the task go to the exchange from now on.
  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  #if canImport(FoundationNetworking)
  // A connection that is used again has ended before any of an answer came. The library below sends
  // the request again by itself, but the session has no body left for it, whatever is said here, and
  // would wait for the answer until the time limit.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.sendAgain(insteadOf: task)
    completionHandler(nil)
  }
  #endif

  // Sent bytes are the sign of a connection: there is no other one before the answer begins.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.connected()
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let exchange = exchange(of: dataTask) {
      if let head = HTTPHead(response) {
        exchange.receive(.head(head))
      } else {
        exchange.connected()
      }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(.body(data))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.complete(with: error, head: task.response.flatMap(HTTPHead.init))
  }

  // Without this, a refused key whose answer asks for a password would be waited for for ever.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard challenge.protectionSpace.asksForPassword else {
      return completionHandler(.performDefaultHandling, nil)
    }
    #if canImport(FoundationNetworking)
    // The whole answer has come, and what follows is an error that says that it was cancelled.
    exchange(of: task)?.complete()
    #endif
    completionHandler(.rejectProtectionSpace, nil)
  }

  // A redirect is followed with all headers kept: the key must not travel to another origin. The body
  // would not travel with it on Linux, so that only a request without one may be sent elsewhere. What
  // is not followed is the answer.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isSameOrigin = task.originalRequest?.url?.origin == request.url?.origin
    let follows = isSameOrigin && exchange(of: task)?.mayFollowRedirect() ?? false
    completionHandler(follows ? request : nil)
  }
}

extension URLProtectionSpace {
  /// Whether the server asks who the user is, in the words of HTTP.
  fileprivate var asksForPassword: Bool {
    [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
      NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodHTMLForm,
      NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
    ].contains(authenticationMethod)
  }
}

extension HTTPHead {
  /// The head of an answer; `nil` for what comes before it, such as early hints.
  fileprivate init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return nil }
    let isInterim = (100..<200).contains(response.statusCode) && response.statusCode != 101
    guard !isInterim else { return nil }
    self.init(status: response.statusCode)
    for (name, value) in response.allHeaderFields {
      headers["\(name)".lowercased()] = "\(value)"
    }
  }
}

extension URL {
  /// Scheme, host and port.
  fileprivate var origin: [String?] {
    let scheme = scheme?.lowercased()
    let port = port ?? (scheme == "https" ? 443 : 80)
    return [scheme, host()?.lowercased(), String(port)]
  }
}
