import Foundation

/// A port on loopback where a connection is neither made nor refused: its queue is full.
package final class BlackHole: Sendable {
  /// The port.
  package let port: UInt16

  private let sockets: [Int32]

  /// Opens the port.
  package init() {
    #if os(Linux)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // One and the same address, seen as the general type that these calls take.
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        _ = bind(listener, general, length)
        _ = listen(listener, 0)
        _ = getsockname(listener, general, &length)
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
    var sockets = [listener]
    for _ in 0..<4 {
      let client = socket(AF_INET, stream, 0)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, length)
        }
      }
      sockets.append(client)
    }
    self.port = port
    self.sockets = sockets
  }

  deinit {
    for socket in sockets { close(socket) }
  }
}
