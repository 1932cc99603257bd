import Foundation

/// A terminal without a screen: what a program writes to it can be looked at.
final class PseudoTerminal {
  /// The end for the program.
  let programSide: FileHandle
  private let screenSide: Int32

  /// Why there is none.
  struct Unavailable: Error {}

  /// Opens a terminal that changes nothing of what is written to it.
  init() throws {
    screenSide = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard let name = Self.name(of: screenSide) else { throw Unavailable() }
    let descriptor = open(name, O_RDWR | O_NOCTTY)
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw Unavailable() }
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSANOW, &settings)
    programSide = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The path of the other end, ready to be opened.
  private static func name(of screenSide: Int32) -> String? {
    #if os(Linux)
    // Swift does not import the functions for this. The requests: TIOCSPTLCK, TIOCGPTN.
    var lock: Int32 = 0
    var number: Int32 = 0
    guard ioctl(screenSide, 0x4004_5431, &lock) == 0, ioctl(screenSide, 0x8004_5430, &number) == 0
    else { return nil }
    return "/dev/pts/\(number)"
    #else
    guard grantpt(screenSide) == 0, unlockpt(screenSide) == 0 else { return nil }
    return ptsname(screenSide).map { String(cString: $0) }
    #endif
  }

  deinit {
    close(screenSide)
  }

  /// What was written, as soon as no program holds the terminal any more.
  func output() throws -> String {
    try programSide.close()
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(screenSide, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: output, as: UTF8.self) }
      output += buffer[..<count]
    }
  }
}
