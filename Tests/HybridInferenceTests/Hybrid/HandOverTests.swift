import Foundation
import HybridInference
import TestSupport
import XCTest

/// What a conversation holds when another model takes it over.
final class HandOverTests: XCTestCase {
  private let image = Part.inlineData(Data([1, 2]), mimeType: "image/png")

  /// A model that reads text only.
  private func textOnly(_ answers: [ScriptedModel.Answer] = [.text(["Text."])]) -> ScriptedModel {
    ScriptedModel("device", source: .onDevice, answers: answers) { request in
      let parts = request.transcript.flatMap(\.content.parts)
      return parts.contains { if case .inlineData = $0.content { true } else { false } }
        ? "images" : nil
    }
  }

  private func ask(
    _ session: GenerativeModelSession,
    _ prompt: any PromptRepresentable
  ) async throws -> GenerateContentResponse {
    try await LogRecorder().record { try await session.respond(to: prompt).rawResponse }
  }

  /// An image in the prompt goes to the cloud; the turns after it come back with a note in its place.
  func testEarlierMediaBecomeANote() async throws {
    let device = textOnly()
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: device,
        secondary: ScriptedModel("cloud"),
        policy: HybridPolicy(replacesEarlierMedia: true)
      )
    )
    let first = try await ask(session, [Part.text("What is this?"), image])
    let second = try await ask(session, "Thanks.")
    XCTAssertEqual([first.modelVersion, second.modelVersion], ["cloud", "device"])
    let seen = try XCTUnwrap(device.requests.last?.transcript)
    XCTAssertEqual(seen[0].text, "What is this?[Not shown here: image/png]")
    XCTAssertEqual(session.transcript[0].content.parts[1], image, "the session's own stays whole")
  }

  func testWithoutThatTheConversationStaysInTheCloud() async throws {
    let device = textOnly()
    let session = GenerativeModelSession(
      model: .hybridModel(primary: device, secondary: ScriptedModel("cloud"))
    )
    _ = try await ask(session, [Part.text("What is this?"), image])
    let second = try await ask(session, "Thanks.")
    XCTAssertEqual(second.modelVersion, "cloud")
    XCTAssertTrue(device.requests.isEmpty)
  }

  /// The turn to answer is never touched, also after tools have run in it.
  func testMediaOfTheTurnToAnswerStay() async throws {
    let device = textOnly()
    let cloud = ScriptedModel("cloud", answers: [.parts([.call()]), .text(["Blue."])])
    let tool = ScriptedTool()
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: device,
        secondary: cloud,
        policy: HybridPolicy(replacesEarlierMedia: true)
      ),
      tools: [tool]
    )
    let response = try await ask(session, [Part.text("Where is this?"), image])
    XCTAssertEqual(response.text, "Blue.")
    XCTAssertEqual(cloud.requests.count, 2)
    XCTAssertEqual(cloud.requests.last?.transcript[0].content.parts[1], image)
    XCTAssertTrue(device.requests.isEmpty)
  }

  /// It is said of a hybrid, too, what it supports in this way, so that hybrids nest.
  func testNestedHybrids() async throws {
    let device = textOnly()
    let inner = HybridModel(
      primary: device,
      secondary: ScriptedModel("far", unsupported: "everything"),
      policy: HybridPolicy(replacesEarlierMedia: true)
    )
    let session = GenerativeModelSession(
      model: inner,
      transcript: Transcript(entries: [
        .init(content: .init(role: .user, parts: [image])),
        .init(content: .init(role: .model, parts: [.text("A cat.")]), modelVersion: "x"),
      ])
    )
    let outer = GenerativeModelSession(
      model: .hybridModel(primary: inner, secondary: ScriptedModel("cloud")),
      transcript: session.transcript
    )
    let versions = [try await ask(session, "Thanks."), try await ask(outer, "Thanks.")]
      .map(\.modelVersion)
    XCTAssertEqual(versions, ["device", "device"])
  }

  /// What outgrew the device's window goes to the cloud, and comes back when it fits again.
  func testAConversationComesBackWhenItFits() async throws {
    let device = ScriptedModel("device", source: .onDevice) { request in
      let size = request.transcript.map(\.text.count).reduce(0, +)
      return size > 100 ? "\(size) tokens, for a context of 100" : nil
    }
    let model = HybridModel(primary: device, secondary: ScriptedModel("cloud"))
    let session = GenerativeModelSession(model: model)
    var answers: [String] = []
    for prompt in ["Hi", String(repeating: "long ", count: 30), "And now?"] {
      answers.append(try await ask(session, prompt).modelVersion)
    }
    XCTAssertEqual(answers, ["device", "cloud", "cloud"])
    let short = GenerativeModelSession(
      model: model,
      transcript: Transcript(entries: Array(session.transcript.suffix(2)))
    )
    let response = try await ask(short, "Still there?")
    XCTAssertEqual(response.modelVersion, "device")
  }
}
