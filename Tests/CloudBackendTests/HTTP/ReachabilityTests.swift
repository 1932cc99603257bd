import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is offline and what is not, where no server can be reached or trusted.
final class ReachabilityTests: XCTestCase {
  private func error(asking address: String, streams: Bool = false) async throws -> GenerationError
  {
    let base = try XCTUnwrap(URL(string: address))
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: "a-key", baseURL: base),
      requestOptions: .init(
        retry: .none,
        connectTimeout: .seconds(1),
        allowsInsecureHTTP: true
      )
    )
    do {
      _ = try await GenerativeModelSession(model: model).answer("Hi", streams: streams)
      throw GenerationError.internalError(reason: "no error")
    } catch {
      return try XCTUnwrap(error as? GenerationError, "\(error)")
    }
  }

  #if os(Linux)
  private static let marker = "HYBRID_INFERENCE_TEST_WITHOUT_NETWORK"

  /// Without any network: this test starts itself once more, in a namespace that has none.
  func testWithoutANetworkEverythingIsOffline() async throws {
    guard let routes = ProcessInfo.processInfo.environment[Self.marker] else {
      return try runWithoutNetwork()
    }
    var addresses = ["http://127.0.0.1:9", "https://127.0.0.1:9", "http://host.invalid"]
    addresses += ["http://10.9.0.1", "https://10.9.0.1"]
    if routes == "yes" {
      addresses += ["http://10.9.1.1", "http://10.9.2.1", "https://10.9.3.1"]
    }
    for address in addresses {
      for streams in [false, true] {
        let error = try await error(asking: address, streams: streams)
        guard case .offline = error else { return XCTFail("\(address): \(error)") }
      }
    }
  }

  private func runWithoutNetwork() throws {
    let namespace = ["-r", "-n", "--"]
    guard try Program.run("unshare", namespace + ["true"]).status == 0 else {
      throw XCTSkip("unshare -n is not permitted here")
    }
    let script = """
      ip link set lo up && ip route add unreachable 10.9.1.0/24 \
      && ip route add prohibit 10.9.2.0/24 && ip route add blackhole 10.9.3.0/24 \
      && ip link set lo down && export \(Self.marker)=yes || export \(Self.marker)=no
      exec "$0" CloudBackendTests.ReachabilityTests/testWithoutANetworkEverythingIsOffline
      """
    let test = CommandLine.arguments[0]
    let child = try Program.run("unshare", namespace + ["sh", "-c", script, test])
    XCTAssertEqual(child.status, 0, child.output + child.errors)
    XCTAssertTrue((child.output + child.errors).contains("Executed 1 test, with 0 failures"))
  }
  #endif

  /// A server that cannot be trusted, or goes away while it is asked to, has been reached.
  func testAConnectionThatCannotBeSecuredIsNotOffline() async throws {
    let plain = RawServer([.send("HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n")])
    for streams in [false, true] {
      let error = try await error(asking: "https://127.0.0.1:\(plain.port)", streams: streams)
      guard case .internalError(let reason, _) = error else { return XCTFail("\(error)") }
      XCTAssertTrue(reason.contains("secure"), reason)
    }
    withExtendedLifetime(plain) {}
  }

  func testTellsFailuresApart() {
    let refused = "Failed to connect to 10.1.2.3 port 80 after 0 ms: Couldn't connect to server"
    for connection in [HTTPExchange.Connection.missing, .unknown] {
      for code in [
        URLError.Code.unknown, .cannotConnectToHost, .cannotFindHost, .resourceUnavailable,
      ] {
        XCTAssertTrue(isOffline(code, refused, connection), "\(code)")
      }
      for text in ["SSL certificate problem: self-signed certificate", "Recv failure: reset"] {
        XCTAssertFalse(isOffline(.unknown, text, connection), text)
      }
      XCTAssertFalse(isOffline(.badURL, "", connection))
      XCTAssertFalse(isOffline(.serverCertificateUntrusted, "", connection))
    }
    XCTAssertTrue(isOffline(.timedOut, "", .missing))
    XCTAssertFalse(isOffline(.timedOut, "", .unknown))
    for code in [URLError.Code.unknown, .cannotConnectToHost, .timedOut, .networkConnectionLost] {
      XCTAssertFalse(isOffline(code, refused, .made), "\(code)")
    }
    // Once there is a connection, the text is of no interest.
    let lost = TransportFailure.error(from: error(.unknown, "SSL_read: failed"), .made)
    guard case GenerationError.connectionLost = lost else { return XCTFail("\(lost)") }
  }
}

extension ReachabilityTests {
  private func error(_ code: URLError.Code, _ text: String) -> NSError {
    NSError(
      domain: NSURLErrorDomain,
      code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: text]
    )
  }

  private func isOffline(
    _ code: URLError.Code,
    _ text: String,
    _ connection: HTTPExchange.Connection
  ) -> Bool {
    let failure = TransportFailure.error(from: error(code, text), connection)
    return (failure as? GenerationError)?.isOffline ?? false
  }
}
