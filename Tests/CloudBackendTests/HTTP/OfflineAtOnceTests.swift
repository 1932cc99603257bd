#if os(Linux)
import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Without a network a hybrid's answer comes from the secondary at once, whatever the resolver does.
final class OfflineAtOnceTests: XCTestCase {
  private static let marker = "HYBRID_INFERENCE_TEST_ONLY_LOOPBACK"

  /// Starts itself once more, where no interface is up but loopback, with a resolver that never
  /// answers.
  func testTheSecondaryAnswersAtOnce() async throws {
    guard ProcessInfo.processInfo.environment[Self.marker] != nil else {
      return try runWithLoopbackAlone()
    }
    XCTAssertTrue(NetworkInterfaces.areOnlyLoopback)
    let resolver = SilentResolver()
    for address in [
      nil, "https://10.9.0.1", "http://10.9.0.1", "https://models.example", "http://127.0.0.1:9",
    ] {
      let seconds = try await fastestAnswer(address.flatMap(URL.init(string:)))
      XCTAssertLessThan(seconds, 0.1, address ?? "the service itself")
    }
    XCTAssertGreaterThan(resolver.questions, 0, "names were looked up, and nobody answered")
  }

  /// The least time of some answers, which all come from the secondary.
  private func fastestAnswer(_ url: URL?) async throws -> Double {
    let primary = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: "a-key", baseURL: url),
      requestOptions: .init(allowsInsecureHTTP: true)
    )
    var times: [Double] = []
    for round in 0..<4 {
      let session = GenerativeModelSession(
        model: .hybridModel(primary: primary, secondary: ScriptedModel("d", source: .onDevice))
      )
      let start = ContinuousClock.now
      let response = try await LogRecorder().record {
        try await session.answer("Hi", streams: round.isMultiple(of: 2)).rawResponse
      }
      times.append(start.duration(to: .now) / .seconds(1))
      XCTAssertEqual(response.modelVersion, "d")
      XCTAssertTrue(response.route.first?.error?.isOffline ?? false)
    }
    return times.min() ?? .infinity
  }

  private func runWithLoopbackAlone() throws {
    let namespace = ["-r", "-n", "-m", "--"]
    let folder = FileManager.default.temporaryDirectory.appending(path: "r-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "resolv.conf")
    try Data("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n".utf8).write(to: file)
    let prepare = "ip link set lo up && mount --bind '\(file.path)' /etc/resolv.conf"
    guard try Program.run("unshare", namespace + ["sh", "-c", prepare]).status == 0 else {
      throw XCTSkip("a network of its own is not permitted here")
    }
    let script = """
      \(prepare) && export \(Self.marker)=yes \
      && exec "$0" CloudBackendTests.OfflineAtOnceTests/testTheSecondaryAnswersAtOnce
      """
    let test = CommandLine.arguments[0]
    let child = try Program.run("unshare", namespace + ["sh", "-c", script, test])
    XCTAssertEqual(child.status, 0, child.output + child.errors)
    XCTAssertTrue((child.output + child.errors).contains("Executed 1 test, with 0 failures"))
  }
}

/// A name server on this machine that takes questions and never answers.
private final class SilentResolver {
  private let socket: Int32

  init() {
    socket = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(53).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    // One and the same address, seen as the general type that this call takes.
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    XCTAssertEqual(result, 0)
  }

  deinit {
    close(socket)
  }

  /// How many questions have come since this was asked last.
  var questions: Int {
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 512)
    while recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
    return count
  }
}
#endif
