import Foundation
import HybridInference
import XCTest

@testable import CloudBackend

/// Where requests go, and what cannot change that.
final class EndpointTests: XCTestCase {
  private func url(
    _ model: String,
    version: String = "v1beta",
    base: String? = nil,
    method: GeminiAPI.Method = .generateContent,
    insecure: Bool = false
  ) throws -> String {
    let api = GeminiAPI.developer(
      apiKey: "k",
      version: version,
      baseURL: base.map { URL(string: $0)! }
    )
    return try api.url(of: method, model: model, allowsInsecureHTTP: insecure).absoluteString
  }

  private func vertex(_ location: String, project: String = "p-1") throws -> String {
    let api = GeminiAPI.vertex(project: project, location: location) { "t" }
    return try api.url(of: .countTokens, model: "m", allowsInsecureHTTP: false).absoluteString
  }

  func testAddresses() throws {
    let google = "https://generativelanguage.googleapis.com"
    XCTAssertEqual(try url("m"), google + "/v1beta/models/m:generateContent")
    XCTAssertEqual(
      try url("m", version: "v1", method: .streamGenerateContent),
      google + "/v1/models/m:streamGenerateContent?alt=sse"
    )
    XCTAssertEqual(
      try vertex("global"),
      "https://aiplatform.googleapis.com/v1beta1/projects/p-1/locations/global"
        + "/publishers/google/models/m:countTokens"
    )
    XCTAssertTrue(
      try vertex("europe-west4").hasPrefix("https://europe-west4-aiplatform.googleapis.com/")
    )
    for base in ["https://h/a", "https://h/a/", "https://h/a/v1beta", "https://h/a/v1beta/"] {
      XCTAssertEqual(try url("m", base: base), "https://h/a/v1beta/models/m:generateContent")
    }
  }

  func testANameCannotChangeThePath() throws {
    for name in [
      "", ".", "..", "../x", "a/b", "a/../b", "a\\b", "a?b", "a#b", "a\r\nb", "a\0b", "a\u{7F}b",
      "x/models/y", String(repeating: "a", count: 257),
    ] {
      XCTAssertThrowsError(try url(name), name.debugDescription) { check($0, field: "model") }
      XCTAssertThrowsError(try url("m", version: name)) { check($0, field: "version") }
      XCTAssertThrowsError(try vertex("global", project: name)) { check($0, field: "project") }
      XCTAssertThrowsError(try vertex(name)) { check($0, field: "location") }
    }
    let end = ":generateContent"
    for (name, encoded) in [
      ("a b", "a%20b"), ("a%2Fb", "a%252Fb"), ("a:b", "a%3Ab"), ("é", "%C3%A9"), ("a;b", "a%3Bb"),
      ("a@b&c=d", "a%40b%26c%3Dd"),
    ] {
      XCTAssertTrue(try url(name).hasSuffix("/v1beta/models/" + encoded + end), name)
    }
  }

  func testTheLocationCannotChangeTheHost() {
    for location in ["evil.com/", "a.b", "a@b", "a:1", "A b"] {
      XCTAssertThrowsError(try vertex(location)) { check($0, field: "location") }
    }
  }

  func testAnAddressThatCannotBeReachedIsRefused() throws {
    for base in ["http://127.0.0.1:99999", "https://h:0", "https://h:65536"] {
      XCTAssertThrowsError(try url("m", base: base), base) { check($0, field: "baseURL") }
    }
    for base in ["http://[::1]:2", "https://[2001:db8::1]", "https://[fe80::1%25lo]:3"] {
      #if canImport(FoundationNetworking)
      XCTAssertThrowsError(try url("m", base: base), base) { check($0, field: "baseURL") }
      #else
      XCTAssertNoThrow(try url("m", base: base), base)
      #endif
    }
  }

  func testPlainHTTPGoesNoFurtherThanThisMachine() throws {
    for base in ["http://127.0.0.1:1", "http://127.8.9.1", "http://localhost:8"] {
      XCTAssertNoThrow(try url("m", base: base), base)
    }
    for base in [
      "http://example.com", "http://127.0.0.1.example.com", "http://localhost.example.com",
      "http://10.0.0.1", "ftp://h", "file:///x", "https:///x", "https://u:p@h", "https://h?a=b",
      "https://h#f", "nothing",
    ] {
      XCTAssertThrowsError(try url("m", base: base), base) { check($0, field: "baseURL") }
    }
    XCTAssertNoThrow(try url("m", base: "http://10.0.0.1", insecure: true))
  }

  func testAKeyThatNoHeaderCanHoldIsRefusedWithoutIO() async {
    for key in ["", " ", "a b", "key\n", "a\r\nx-evil: 1", "clé", "\u{0}"] {
      // An address where a connection would not fail at once.
      let api = GeminiAPI.developer(apiKey: key, baseURL: URL(string: "https://192.0.2.1"))
      let model = GeminiModel(name: "m", api: api)
      let start = ContinuousClock.now
      do {
        _ = try await model.generateContent(.prompt("Hi"))
        XCTFail("no error")
      } catch {
        check(error, field: "apiKey")
        XCTAssertFalse(key.count > 1 && "\(error)".contains(key))
      }
      XCTAssertLessThan(start.duration(to: .now), .seconds(1))
    }
  }

  func testAHeaderThatIsNoneIsRefused() async {
    for headers in [["a\r\nb": "c"], ["": "c"], ["a": "b\r\nc: d"], ["a b": "c"], ["a": "é"]] {
      let api = GeminiAPI.developer(
        apiKey: "k",
        baseURL: URL(string: "http://127.0.0.1:1"),
        headers: headers
      )
      do {
        _ = try await GeminiModel(name: "m", api: api).generateContent(.prompt("Hi"))
        XCTFail("no error")
      } catch { check(error, field: "headers") }
    }
  }

  private func check(_ error: any Error, field: String) {
    guard case .invalidRequest(field, _)? = error as? GenerationError else {
      return XCTFail("\(error), not about \(field)")
    }
  }
}
