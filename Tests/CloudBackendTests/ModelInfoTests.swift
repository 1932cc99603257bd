import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// What the service says of its models, and what comes of it.
final class ModelInfoTests: CloudTestCase {
  func testAModelTellsItsLimits() async throws {
    for name in ["gemini-2.5-flash", "models/gemini-2.5-flash"] {
      let info = try await api("normal").model(named: name)
      XCTAssertEqual(info.name, "gemini-2.5-flash")
      XCTAssertEqual(info.inputTokenLimit, 1_048_576)
      XCTAssertEqual(info.outputTokenLimit, 65_536)
      XCTAssertEqual(info.supportedGenerationMethods, ["generateContent", "countTokens"])
    }
    let records = try await server?.requests() ?? []
    XCTAssertEqual(records.map(\.method), ["GET", "GET"])
    XCTAssertEqual(Set(records.map(\.path)), ["/v1beta/models/gemini-2.5-flash"])
  }

  func testListsModels() async throws {
    let models = try await api("normal").models()
    XCTAssertGreaterThan(models.count, 5)
    XCTAssertTrue(models.contains { $0.name == "gemini-2.5-pro" })
    let query = try await server?.requests().first?.query
    XCTAssertEqual(query, ["pageSize": "1000"])
  }

  func testFollowsAllPages() async throws {
    let server = try XCTUnwrap(server)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = [
      #"{"models": [{"name": "models/a", "thinking": true, "topK": 64, "maxTemperature": 2}],"#
        + #" "nextPageToken": "t+/= 1"}"#,
      #"{"nextPageToken": "t2"}"#, #"{"models": [{"name": "models/b"}, {"name": "tuned/c"}]}"#,
    ]
    let steps = try pages.enumerated().map { number, page in
      let file = folder.appending(path: "\(number).json")
      try Data(page.utf8).write(to: file)
      return OracleServer.Step("replay", ["file": .init(kind: .string(file.path))], times: 1)
    }
    try await server.play(steps[0], steps[1], steps[2])
    let api = GeminiAPI.developer(apiKey: OracleServer.apiKey, baseURL: server.baseURL)
    let models = try await api.models()
    XCTAssertEqual(models.map(\.name), ["a", "b", "tuned/c"])
    XCTAssertEqual(models.first?.supportsThinking, true)
    XCTAssertEqual(models.first?.topK, 64)
    XCTAssertEqual(models.first?.maximumTemperature, 2)
    let tokens = try await server.requests().map { $0.query["pageToken"] }
    XCTAssertEqual(tokens, [nil, "t+/= 1", "t2"])
  }

  /// A list that never ends is left after a while.
  func testAnEndlessListEnds() async throws {
    let page = #"{"models": [{"name": "models/a"}], "nextPageToken": "again"}"#
    let server = RawServer([.whole(page, headers: "Content-Type: application/json\r\n")])
    let models = try await server.model().api.models()
    XCTAssertEqual(models.map(\.name), ["a", "a"])
    XCTAssertEqual(server.requests, 2)
  }

  func testErrorsAreThoseOfEveryCall() async throws {
    expectsRefusals = true
    let api = try api("normal")
    await assertThrows(try await api.model(named: "no-such-model")) { error in
      guard case GenerationError.backend(let error) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(error.code, 404)
    }
    await assertThrows(try await api.model(named: "../secrets")) { error in
      guard case GenerationError.invalidRequest = error else { return XCTFail("\(error)") }
    }
    let vertex = GeminiAPI.vertex(project: "p") { "t" }
    await assertThrows(try await vertex.models()) { error in
      guard case GenerationError.invalidRequest(field: "api", _) = error else {
        return XCTFail("\(error)")
      }
    }
    let failing = try self.api("error_503_then_ok", ["token": "models"])
    let options = RequestOptions(retry: RetryPolicy(initialDelay: .milliseconds(1)))
    let models = try await LogRecorder().record {
      try await failing.models(requestOptions: options)
    }
    XCTAssertGreaterThan(models.count, 0)
  }

  func testARequestThatIsFarTooLongIsNotSent() async throws {
    let model = GeminiModel(name: "gemini-2.5-flash", api: try api("echo"), inputTokenLimit: 10)
    let long = ModelRequest.prompt(String(repeating: "word ", count: 40))
    for isStreamed in [false, true] {
      await assertThrows(
        isStreamed
          ? try await model.streamContent(long).collected().last ?? .init()
          : try await model.generateContent(long)
      ) { error in
        guard case GenerationError.exceededContextWindowSize(12, 10) = error else {
          return XCTFail("\(error)")
        }
      }
    }
    let count = try await server?.requests().count
    XCTAssertEqual(count, 0)
    // What may fit is the server's to judge, and counting is always possible.
    _ = try await model.generateContent(.prompt(String(repeating: "word ", count: 30)))
    _ = try await model.countTokens(long)
  }

  func testCachedContentGoesAlong() async throws {
    expectsRefusals = true
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: try api("echo"),
      cachedContent: "cachedContents/abc"
    )
    await assertThrows(try await model.generateContent(.prompt("Hi"))) { error in
      guard case GenerationError.backend(let error) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(error.code, 403, "the server knows no cached content")
    }
    let sent = try await server?.requests().first?.body?["cachedContent"]
    XCTAssertEqual(sent, "cachedContents/abc")
    for request in [
      ModelRequest.prompt("Hi", instructions: "Be brief."),
      .prompt("Hi", tools: [Declared(name: "f")]),
    ] {
      await assertThrows(try await model.generateContent(request)) { error in
        guard case GenerationError.invalidRequest(field: "cachedContent", _) = error else {
          return XCTFail("\(error)")
        }
      }
    }
  }

  func testMediaTellHowTheyAreRead() async throws {
    let video = Part(
      .fileData(uri: "https://example.com/v", mimeType: "video/mp4"),
      videoMetadata: VideoMetadata(startOffset: 1.5, endOffset: 90, fps: 0.5),
      mediaResolution: .high
    )
    _ = try await model().generateContent(.conversation([.user(video, .text("What is it?"))]))
    guard case .array(let contents)? = try await server?.requests().first?.body?["contents"]?.kind,
      case .array(let parts)? = contents.first?["parts"]?.kind
    else { return XCTFail("no parts") }
    XCTAssertEqual(
      parts.first?["videoMetadata"],
      ["startOffset": "1.5s", "endOffset": "90s", "fps": 0.5]
    )
    XCTAssertEqual(parts.first?["mediaResolution"], ["level": "MEDIA_RESOLUTION_HIGH"])
    XCTAssertEqual(try JSONDecoder().decode(Part.self, from: JSONEncoder().encode(video)), video)
    for wrong in [VideoMetadata(startOffset: -1), .init(endOffset: .nan), .init(fps: 0)] {
      let part = Part(video.content, videoMetadata: wrong)
      await assertThrows(try await model().generateContent(.conversation([.user(part)]))) { error in
        guard case GenerationError.invalidRequest = error else { return XCTFail("\(error)") }
      }
    }
  }
}
