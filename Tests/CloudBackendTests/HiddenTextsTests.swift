import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// What a server quotes of secrets and prompts stays out of errors, however it writes it.
final class HiddenTextsTests: XCTestCase {
  private let key = "AIza-a-key-of-some-length-0123456789"

  private func shown(_ error: any Error) -> String {
    var text = "\(error) \(error.localizedDescription) "
    dump(error, to: &text)
    return text
  }

  private func error(_ message: String, status: Int = 400) -> PlayedTransport {
    let text = GeneratedContent(kind: .string(message)).jsonString
    return .whole(
      #"{"error": {"code": \#(status), "message": \#(text), "status": "INVALID_ARGUMENT"}}"#,
      status: status
    )
  }

  /// A prompt that is longer than what is shown of a message is recognised before that is cut.
  func testALongPromptIsTakenOut() async throws {
    let prompt = (0..<900).map { "secret\($0)" }.joined(separator: " ")
    let model = error("Invalid value: \(prompt)").model(key: key)
    await assertThrows(try await model.generateContent(.prompt(prompt))) { error in
      XCTAssertFalse(shown(error).contains("secret0"), "the prompt is in the error")
    }
  }

  /// So is a key at the place where an excerpt is cut.
  func testAKeyAtTheEndOfAnExcerptIsTakenOut() async throws {
    let page = "<html>" + String(repeating: "x", count: 130) + " " + key + " end</html>"
    let transport = PlayedTransport(
      status: 502,
      mediaType: "text/html",
      pieces: [Data(page.utf8)]
    )
    await assertThrows(
      try await transport.model(key: key).generateContent(.prompt("Hi"))
    ) { error in
      XCTAssertFalse(shown(error).contains(key.prefix(16)), shown(error))
    }
  }

  /// An excerpt is one line; a prompt of two lines is recognised in it.
  func testAPromptOfSeveralLinesIsTakenOutOfAPage() async throws {
    let prompt = "my secret line\nmy other secret"
    let transport = PlayedTransport(
      status: 502,
      mediaType: "text/html",
      pieces: [Data("<html><pre>\(prompt)</pre></html>".utf8)]
    )
    await assertThrows(
      try await transport.model(key: key).generateContent(.prompt(prompt))
    ) { error in
      XCTAssertFalse(shown(error).contains("secret"), shown(error))
    }
  }

  /// A token in one of the app's own header fields is a token too.
  func testATokenInAnAppsHeaderIsTakenOut() async throws {
    let token = "Bearer of-a-gateway-0123456789"
    let model = error("Not allowed: \(token)", status: 403)
      .model(key: key, headers: ["Proxy-Authorization": token])
    await assertThrows(try await model.generateContent(.prompt("Hi there, friend"))) { error in
      XCTAssertFalse(shown(error).contains("gateway"), shown(error))
    }
  }

  /// A server may quote a prompt as JSON does, with `\n` and `\"`.
  func testAPromptThatIsQuotedAsJSONIsTakenOut() async throws {
    let prompt = "my \"secret\" line\nand another"
    let quoted = GeneratedContent(kind: .string(prompt)).jsonString
    let model = error("Invalid text: \(quoted)").model(key: key)
    await assertThrows(try await model.generateContent(.prompt(prompt))) { error in
      XCTAssertFalse(shown(error).contains("secret"), shown(error))
    }
  }

  /// A key may be the name of a field in an error's details.
  func testAKeyAsTheNameOfAFieldIsTakenOut() async throws {
    let json =
      #"{"error": {"code": 400, "message": "no", "details": [{"@type": "x", "\#(key)": 1}]}}"#
    let model = PlayedTransport.whole(json, status: 400).model(key: key)
    await assertThrows(try await model.generateContent(.prompt("Hi"))) { error in
      XCTAssertFalse(shown(error).contains(key), shown(error))
    }
  }

  /// The library's own header fields win over those of the app, however these are written.
  func testAHeaderFieldIsThereOnce() async throws {
    let api = GeminiAPI.developer(
      apiKey: key,
      headers: ["X-Goog-Api-Key": "another", "content-type": "text/plain"]
    )
    let names = try await api.headers().fields.keys.map { $0.lowercased() }
    XCTAssertEqual(names.count, Set(names).count, "\(names.sorted())")
  }

  /// A server that quotes only a part of a long prompt.
  func testAPartOfAPromptIsTakenOut() async throws {
    let prompt = "Dear doctor, my secret illness is a secret, and this is how it began in May."
    let model = error("near “my secret illness is a secret, and”: no").model(key: key)
    await assertThrows(try await model.generateContent(.prompt(prompt))) { error in
      XCTAssertFalse(shown(error).contains("secret"), shown(error))
      XCTAssertTrue(shown(error).contains("near"), shown(error))
    }
  }

  /// Names that become the same when texts are taken out of them are one name.
  func testNamesThatBecomeTheSameAreOne() {
    let hidden = HiddenTexts(secrets: ["key-one", "key-two"], texts: [])
    let shown = hidden.removed(from: ["key-one": 1, "key-two": 2, "other": ["key-two"]])
    XCTAssertEqual(shown.jsonString, #"{"[redacted]":1,"other":["[redacted]"]}"#)
  }
}
