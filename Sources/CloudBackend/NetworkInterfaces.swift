import Foundation

/// The network interfaces of this machine.
enum NetworkInterfaces {
  /// Whether nothing but this machine itself can be reached: no interface is up but loopback.
  ///
  /// An interface without an address does not count. When it cannot be told: `false`.
  static var areOnlyLoopback: Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return false }
    defer { freeifaddrs(list) }
    return sequence(first: list) { $0?.pointee.ifa_next }
      .prefix { $0 != nil }
      .allSatisfy { $0.map { !$0.pointee.leadsOut } ?? true }
  }
}

extension ifaddrs {
  /// Whether it is up, has an address and is not loopback.
  fileprivate var leadsOut: Bool {
    guard let family = ifa_addr?.pointee.sa_family,
      family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6)
    else { return false }
    let flags = UInt32(truncatingIfNeeded: ifa_flags)
    return flags & UInt32(truncatingIfNeeded: IFF_UP) != 0
      && flags & UInt32(truncatingIfNeeded: IFF_LOOPBACK) == 0
  }
}
