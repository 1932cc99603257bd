import Foundation
import HybridInference
import Synchronization

@testable import CloudBackend

/// A server on a real socket that answers with exactly these bytes, right or wrong.
final class RawServer: Sendable {
  /// One step of an answer.
  enum Step: Sendable {
    case send(String)
    case bytes(Data)
    /// A chunk of a body in chunked encoding.
    case chunk(String)
    /// The same again, for ever, with a pause before each.
    indirect case forever(Step, pause: Duration = .zero)
    /// Waits for one more request over the same connection.
    case request
    /// Keeps the connection open, until the client closes it.
    case hold
    /// Ends the connection at once, with a reset.
    case reset
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Int) -> [Step]
  private let counts = Mutex((heads: [String](), closed: 0))

  /// How many requests have come.
  var requests: Int { heads.count }
  /// The heads of the requests that have come.
  var heads: [String] { counts.withLock(\.heads) }
  /// How many connections have ended.
  var closed: Int { counts.withLock(\.closed) }

  /// Starts a server that answers each request with these steps, and then closes the connection.
  convenience init(_ steps: [Step]) {
    self.init { _ in steps }
  }

  /// Starts a server that answers each connection with steps of its own, by the number of its request.
  init(answering answer: @escaping @Sendable (Int) -> [Step]) {
    self.answer = answer
    let listener = socket(AF_INET, Self.streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        _ = bind(listener, general, length)
        _ = listen(listener, 4096)
        _ = getsockname(listener, general, &length)
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
    self.listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        // Closed here, so that its number is not used again while this still waits.
        guard connection >= 0, let self else {
          _ = close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// A model that asks this server.
  func model(_ options: RequestOptions = .init(retry: .none)) -> GeminiModel {
    let base = URL(string: "http://127.0.0.1:\(port)")
    return GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: "a-key", baseURL: base),
      requestOptions: options
    )
  }

  #if os(Linux)
  private static let streamSocket = Int32(SOCK_STREAM.rawValue)
  private static let flags = Int32(MSG_NOSIGNAL)
  #else
  private static let streamSocket = SOCK_STREAM
  private static let flags: Int32 = 0
  #endif
}

extension RawServer.Step {
  /// The head of a streamed answer.
  static let streamHead = Self.send(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
  )

  /// An event of a streamed answer.
  static func event(_ text: String, finish: String? = nil) -> Self {
    let finish = finish.map { #", "finishReason": "\#($0)""# } ?? ""
    let content = #"{"parts": [{"text": "\#(text)"}], "role": "model"}"#
    return .chunk("data: {\"candidates\": [{\"content\": \(content)\(finish)}]}\r\n\r\n")
  }

  /// An answer in one piece.
  static func whole(_ body: String, status: String = "200 OK", headers: String = "") -> Self {
    .send("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}

extension RawServer {
  private func serve(_ connection: Int32) {
    if let head = readRequest(connection) {
      let number = counts.withLock { counts in
        counts.heads.append(head)
        return counts.heads.count - 1
      }
      _ = answer(number).allSatisfy { play($0, connection) }
    }
    close(connection)
    counts.withLock { $0.closed += 1 }
  }

  /// Reads a request; gives its head.
  private func readRequest(_ connection: Int32) -> String? {
    var received = ""
    while true {
      if let head = received.firstRange(of: "\r\n\r\n") {
        let length = received.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) }
        if received[head.upperBound...].utf8.count >= length ?? 0 {
          return String(received[..<head.lowerBound])
        }
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      // It wants to talk securely, and will say no more until this does too.
      let wantsSecurity = received.isEmpty && buffer[0] == 0x16
      guard !wantsSecurity else { return "" }
      received += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Plays a step; whether the client is still there.
  private func play(_ step: Step, _ connection: Int32) -> Bool {
    switch step {
    case .send(let text): return send(Data(text.utf8), connection)
    case .bytes(let bytes): return send(bytes, connection)
    case .chunk(let text):
      let size = String(text.utf8.count, radix: 16)
      return send(Data("\(size)\r\n\(text)\r\n".utf8), connection)
    case .forever(let step, let pause):
      repeat { usleep(UInt32(pause / .microseconds(1))) } while play(step, connection)
      return false
    case .request:
      return readRequest(connection) != nil
    case .hold:
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
      return false
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout.size(ofValue: linger))
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, size)
      return false
    }
  }

  private func send(_ bytes: Data, _ connection: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        Foundation.send(connection, buffer.baseAddress, buffer.count, Self.flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
