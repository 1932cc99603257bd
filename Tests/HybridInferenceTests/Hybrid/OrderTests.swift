import Foundation
import HybridInference
import TestSupport
import XCTest

/// The built-in rules for the order of models.
final class OrderTests: XCTestCase {
  private let device = ScriptedModel("device", source: .onDevice)
  private let cloud = ScriptedModel("cloud")

  private func session(
    _ order: HybridPolicy.Order,
    tools: [any ToolRepresentable] = []
  ) -> GenerativeModelSession {
    GenerativeModelSession(
      model: .hybridModel(
        primary: device,
        secondary: cloud,
        policy: HybridPolicy(order: order)
      ),
      tools: tools
    )
  }

  func testTheSecondaryFirst() async throws {
    let response = try await session(.secondaryFirst).respond(to: "Hi").rawResponse
    XCTAssertEqual(response.modelVersion, "cloud")
  }

  /// Short conversations stay on the device; the one that has become long goes to the cloud.
  func testByLength() async throws {
    let session = session(.onDevice(upTo: 20))
    var answers: [String] = []
    for prompt in ["Hi", String(repeating: "word ", count: 18), "And now?"] {
      answers.append(try await session.respond(to: prompt).rawResponse.modelVersion)
    }
    XCTAssertEqual(answers, ["device", "cloud", "cloud"])
  }

  /// What tools were given and gave is long too, and so are media.
  func testByAllThatIsSent() async throws {
    let long = GeneratedContent(kind: .string(String(repeating: "word ", count: 18)))
    let parts: [(Part, Int)] = [
      (.functionResponse(.init(name: "look", response: long)), 20),
      (.functionCall(.init(name: "look", arguments: .init(properties: ["a": long]))), 20),
      (.inlineData(Data([1]), mimeType: "image/png"), HybridPolicy.Order.tokensOfMedium - 1),
    ]
    for (part, limit) in parts {
      let entries = [
        Transcript.Entry(content: ModelContent(parts: [.text("Hi")])),
        Transcript.Entry(content: ModelContent(role: .model, parts: [part])),
      ]
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: device,
          secondary: cloud,
          policy: HybridPolicy(order: .onDevice(upTo: limit))
        ),
        transcript: Transcript(entries: entries)
      )
      let response = try await session.respond(to: "And?").rawResponse
      XCTAssertEqual(response.modelVersion, "cloud", "\(part)")
    }
  }

  func testByInstructionsToo() async throws {
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: device,
        secondary: cloud,
        policy: HybridPolicy(order: .onDevice(upTo: 20))
      ),
      instructions: String(repeating: "word ", count: 18)
    )
    let response = try await session.respond(to: "Hi").rawResponse
    XCTAssertEqual(response.modelVersion, "cloud")
  }

  func testByMediaAndTools() async throws {
    let order = HybridPolicy.Order.cloudForMediaAndTools
    let image = Part.inlineData(Data([1]), mimeType: "image/png")
    let rows: [(String, GenerativeModelSession, [Part])] = [
      ("device", session(order), [.text("Hi")]),
      ("cloud", session(order), [.text("Hi"), image]),
      ("cloud", session(order, tools: [ScriptedTool()]), [.text("Hi")]),
    ]
    for (name, session, prompt) in rows {
      let response = try await session.respond(to: prompt).rawResponse
      XCTAssertEqual(response.modelVersion, name)
    }
  }

  /// A rule sees each request of a turn, with all that has come by then.
  func testARuleSeesEachRound() async throws {
    let tool = ScriptedTool()
    let first = ScriptedModel("first", answers: [.parts([.call()])])
    let second = ScriptedModel("second", answers: [.text(["Blue."])])
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: first,
        secondary: second,
        policy: HybridPolicy(
          order: .chosen { $0.transcript.count == 1 ? .primaryOnly : .secondaryOnly }
        )
      ),
      tools: [tool]
    )
    let response = try await session.respond(to: "Which sky has Rome?")
    XCTAssertEqual(response.content, "Blue.")
    XCTAssertEqual(tool.cities, ["Rome"])
    XCTAssertEqual([first.seen.count, second.seen.count], [1, 1])
    XCTAssertEqual(session.transcript.compactMap(\.modelVersion), ["first", "second"])
  }
}
