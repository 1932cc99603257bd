import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// A stream over a real connection that is cut at any byte, and another model that goes on.
final class InterruptedStreamTests: RawServerTestCase {
  private static let words = (0..<24).map { "word\($0) äß🙂 " }
  private static let rest = "and the rest."

  /// The answer as the server would send it, were it let.
  private static let body: Data = {
    var body = Data()
    for word in words {
      let content = #"{"parts": [{"text": "\#(word)"}], "role": "model"}"#
      body += Data("data: {\"candidates\": [{\"content\": \(content)}]}\r\n\r\n".utf8)
    }
    return body
  }()

  /// Cut at 200 random bytes, with a clean end and with the end of the coding missing: what had been
  /// delivered is what the final text begins with, and the rest is what the other model gave.
  func testCutsAtRandomBytes() async throws {
    var random = SeededGenerator(seed: 6)
    for round in 0..<200 {
      let cut = Int.random(in: 0...Self.body.count, using: &random)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
      // Either the length says that more was to come, or nothing does.
      let length = Bool.random(using: &random) ? "Content-Length: 1000000\r\n" : ""
      let server = RawServer([
        .send(head + length + "Connection: close\r\n\r\n"), .bytes(Self.body.prefix(cut)),
      ])
      let second = ScriptedModel("second", source: .onDevice, answers: [.text([Self.rest])])
      try await check(server, second, cut: cut, round: round)
    }
  }

  private func check(
    _ server: RawServer,
    _ second: ScriptedModel,
    cut: Int,
    round: Int
  ) async throws {
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: server.model(),
        secondary: second,
        policy: HybridPolicy(fallback: .onAnyError, continuesInterruptedStreams: true)
      )
    )
    let (delivered, response) = try await LogRecorder().record {
      let stream = session.streamResponse(to: "Hi")
      var last = ""
      for try await snapshot in stream {
        XCTAssertTrue(snapshot.content.hasPrefix(last), "round \(round)")
        last = snapshot.content
        if snapshot.rawResponse.modelVersion == "second" { break }
      }
      return (last, try await stream.collect().rawResponse)
    }
    XCTAssertTrue(response.text.hasPrefix(delivered), "round \(round)")
    XCTAssertTrue(response.text.hasSuffix(Self.rest), "round \(round): \(response.text)")
    let first = String(response.text.dropLast(Self.rest.count))
    XCTAssertTrue(Self.words.joined().hasPrefix(first), "round \(round): \(first)")
    // Every event that had come as a whole is in it.
    let whole = Self.body.prefix(cut).split(separator: UInt8(ascii: "\n")).filter {
      $0.starts(with: Data("data: ".utf8)) && $0.last == UInt8(ascii: "\r")
    }
    XCTAssertGreaterThanOrEqual(
      first.count,
      Self.words.prefix(max(0, whole.count - 1)).joined().count
    )
    XCTAssertEqual(second.requests.first?.continuesAnswer, !first.isEmpty, "round \(round)")
    if !first.isEmpty { XCTAssertEqual(second.requests.first?.transcript.last?.text, first) }
    XCTAssertEqual(session.transcript.last?.text, response.text)
  }
}
