import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on this machine that gives each request the same answer, as fast as it is read.
final class LoopbackServer: Sendable {
  /// Writes a body, piece by piece.
  typealias Body = @Sendable (_ write: (Data) -> Void) -> Void

  /// Where it listens.
  let url: URL

  private let socket: Int32
  private let lastWrite = Mutex<ContinuousClock.Instant?>(nil)

  /// When the first piece of the last body was written.
  var firstWrite: ContinuousClock.Instant? { lastWrite.withLock { $0 } }

  /// Starts a server that sends these bodies as event streams, each on a connection of its own.
  init(body: @escaping Body) throws {
    #if canImport(Darwin)
    socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening,
      let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    else { throw BenchmarkRow.Skipped(reason: "no loopback server could be started") }
    self.url = url
    signal(SIGPIPE, SIG_IGN)
    Thread { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        answer(connection, body)
        close(connection)
      }
    }.start()
  }

  private func answer(_ connection: Int32, _ body: Body) {
    var on: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(4))
    // The request has come when nothing more of it comes: clients send it in one go.
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !Self.isWhole(request) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    func send(_ data: Data) {
      data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        var sent = 0
        while sent < bytes.count {
          let count = write(connection, start + sent, bytes.count - sent)
          guard count > 0 else { return }
          sent += count
        }
      }
    }
    send(
      Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".utf8)
    )
    lastWrite.withLock { $0 = nil }
    body { data in
      lastWrite.withLock { $0 = $0 ?? .now }
      send(data)
    }
  }

  /// Whether the request's head and the body that it names are there.
  private static func isWhole(_ request: Data) -> Bool {
    guard let end = request.firstRange(of: Data("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
    let length = head.split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }?.split(separator: ":").last
    let size = length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
    return request.count - request.distance(from: request.startIndex, to: end.upperBound) >= size
  }
}
