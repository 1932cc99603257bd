import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Heads of answers as no server should send them.
final class HostileHeadTests: RawServerTestCase {
  private static let json = "Content-Type: application/json\r\n"

  /// A head with these lines, and the answer with its right length.
  private func head(_ lines: String, status: String = "200 OK") -> RawServer.Step {
    .whole(Self.answer, status: status, headers: Self.json + lines)
  }

  func testWhatComesBeforeTheHeadIsNoHead() async throws {
    let interim = [
      "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 102 Processing\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nContent-Type: text/html\r\n\r\n",
      "HTTP/1.1 199 Odd\r\n\r\n",
    ]
    for text in interim + [interim.joined()] {
      try await assertAnswer(of: serve(.send(text), head("")), text)
      assertLost(try await errors(of: serve(.send(text)), within: .seconds(1)), text)
      let error = RawServer.Step.whole("no", status: "500 X")
      assertCode(500, try await errors(of: serve(.send(text), error), within: .seconds(1)))
    }
  }

  func testHeadsOfOddShapeAreRead() async throws {
    let long = String(repeating: "a", count: 60_000)
    for lines in [
      "X-A: a\r\n b\r\n\tc\r\n", "X-A:\r\n", "X-A: \u{1B}[2J\u{7}\r\n", "X-A: naïve 日本\r\n",
      "X-A: \(long)\r\n", String(repeating: "X-A: a\r\n", count: 500), "x-a: 1\r\nX-A: 2\r\n",
      "Content-Type: application/json\r\n",
      "Set-Cookie: a=b\r\nSet-Cookie: c=d; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT\r\n",
      "Refresh: 0; url=http://example.com\r\n", "Alt-Svc: h2=\"127.0.0.1:1\"\r\n",
      "Strict-Transport-Security: max-age=99999999\r\n", "Content-Encoding: identity\r\n",
    ] {
      try await assertAnswer(of: serve(head(lines)), lines)
    }
    for status in ["200 ", "200 \u{1B}[2J", "201 Created", "203 N", "206 Partial"] {
      try await assertAnswer(of: serve(head("", status: status)), status)
    }
    let old = "HTTP/1.0 200 OK\r\n\(Self.json)\r\n\(Self.answer)"
    try await assertAnswer(of: serve(.send(old)), old)
  }

  /// Whatever a head holds, there is an answer or an error, and soon.
  func testHeadsThatCannotBeReadAreErrors() async throws {
    for text in [
      "HTTP/1.1 200 OK\r\nX-A: \0\r\n\r\n", "HTTP/1.1 200 OK\r\n: a\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 OK\r\n\r\n",
      "HTTP/1.1 -5 X\r\n\r\n", "HTTP/1.1 99999999999 X\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n folded first\r\n\r\n", "\r\n\r\n",
      "HTTP/1.1 200\r\n\r\n", "HTTP/1.0 200 OK\n\n",
      "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 3_000_000) + "\r\n\r\n",
    ] {
      _ = try await errors(of: serve(.send(text)), within: .seconds(2))
    }
  }

  func testLengthsThatAreWrongAreErrors() async throws {
    let size = Self.answer.utf8.count
    func answer(_ lines: String) -> RawServer {
      serve(.send("HTTP/1.1 200 OK\r\n\(Self.json)\(lines)\r\n\(Self.answer)"))
    }
    for length in ["\(size + 1)", "\(size + 1_000_000_000)"] {
      let errors = try await errors(
        of: answer("Content-Length: \(length)\r\n"),
        within: .seconds(1)
      )
      assertLost(errors, length)
    }
    let short = try await errors(of: answer("Content-Length: \(size - 1)\r\n"), within: .seconds(1))
    assertUnreadable(short)
    for lines in [
      "Content-Length: -1\r\n", "Content-Length: x\r\n",
      "Content-Length: \(size)\r\nContent-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: \(size)\r\n", "Transfer-Encoding: odd\r\n",
    ] {
      // Libraries differ in which of these they mend; none may hang or pass on half an answer.
      for streams in [false, true] {
        let session = GenerativeModelSession(
          model: answer(lines).model(.init(timeout: .seconds(1)))
        )
        do {
          let text = try await session.answer("Hi", streams: streams).content
          XCTAssertEqual(text, "hello", lines)
        } catch {
          XCTAssertTrue(error is GenerationError, "\(lines) \(error)")
        }
      }
    }
  }

  func testStatusesWithoutAnAnswer() async throws {
    for (status, code) in [
      ("304 Not Modified", 304), ("300 X", 300), ("303 X", 303), ("305 X", 305), ("400 X", 400),
      ("418 X", 418), ("599 X", 599), ("600 X", 600), ("999 X", 999),
    ] {
      for rest in ["Content-Length: 0\r\n\r\n", "\r\n"] {
        let server = serve(.send("HTTP/1.1 \(status)\r\n\(rest)"))
        assertCode(code, try await errors(of: server, within: .seconds(1)), "\(status) \(rest)")
      }
    }
    for status in ["200 OK", "204 No Content", "205 Reset Content"] {
      let server = serve(.send("HTTP/1.1 \(status)\r\n\(Self.json)Content-Length: 0\r\n\r\n"))
      assertUnreadable(try await errors(of: server, within: .seconds(1)), status)
    }
    let upgrade = "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"
    _ = try await errors(of: serve(.send(upgrade), .hold), within: .seconds(7))
  }

  /// A server that leads in a circle is an error of its status, and soon.
  func testRedirectsInACircleEnd() async throws {
    for status in [301, 302, 303, 307, 308] {
      for location in ["/", "/v1beta/models/gemini-2.5-flash:generateContent", "?a=b", ""] {
        let server = serve(
          .whole("no", status: "\(status) X", headers: "Location: \(location)\r\n")
        )
        let errors = try await errors(of: server, .init(timeout: .seconds(2)), within: .seconds(2))
        assertCode(status, errors, location)
        XCTAssertEqual(server.requests, 2, "\(status) \(location)")
        await assertThrows(try await server.model().api.models()) { error in
          guard case GenerationError.backend(let error) = error else { return XCTFail("\(error)") }
          XCTAssertEqual(error.code, status, location)
        }
        XCTAssertLessThanOrEqual(server.requests, 8, "\(status) \(location)")
      }
    }
  }

  func testRedirectsToElsewhereAreNotFollowed() async throws {
    let other = serve(head(""))
    for location in [
      "http://127.0.0.1:\(other.port)/", "http://localhost:\(other.port)/",
      "//127.0.0.1:\(other.port)/", "http://user:word@127.0.0.1:\(other.port)/",
      "http://127.1:\(other.port)/", "http://[::1]:\(other.port)/", "https://example.com/",
      "file:///etc/passwd", "ftp://127.0.0.1:\(other.port)/", "javascript:alert(1)", "http://",
      "data:text/plain,a", "http://exa mple.com", "\u{1B}[2J", "http://127.0.0.1:99999/",
    ] {
      let redirect = "Location: \(location)\r\n"
      let server = serve(.whole("no", status: "307 X", headers: redirect))
      let errors = try await errors(of: server, .init(timeout: .seconds(2)), within: .seconds(2))
      for error in errors {
        switch error {
        case .backend(let error): XCTAssertEqual(error.code, 307, location)
        case .decodingFailure, .connectionLost: break
        default: XCTFail("\(location) \(error)")
        }
      }
    }
    XCTAssertEqual(other.requests, 0)
  }

  func testCookiesAreNotKept() async throws {
    let server = serve(head("Set-Cookie: a=b; Path=/\r\n"))
    let model = server.model()
    for _ in 0..<2 { _ = try await model.generateContent(.prompt("Hi")) }
    XCTAssertEqual(server.heads.count, 2)
    for head in server.heads { XCTAssertFalse(head.lowercased().contains("cookie:"), head) }
  }
}
