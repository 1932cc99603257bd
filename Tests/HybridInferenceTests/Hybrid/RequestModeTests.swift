import HybridInference
import Synchronization
import TestSupport
import XCTest

/// The four inference modes: of a hybrid, of a request, over a plain model, and below a policy.
final class RequestModeTests: XCTestCase {
  private struct Outcome: Equatable, CustomStringConvertible {
    var answeredBy: String?
    var asked: [String]
    var description: String { "\(answeredBy ?? "nobody"), asked \(asked)" }
  }

  /// Asks a hybrid, in each mode by the given way, with one of the models failing.
  private func outcome(
    of mode: InferenceMode,
    failing: String?,
    asOption: Bool,
    policy: HybridPolicy = .default
  ) async throws -> Outcome {
    func model(_ name: String, _ source: InferenceSource) -> ScriptedModel {
      ScriptedModel(
        name,
        source: source,
        answers: [name == failing ? .failure(GenerationError.offline) : .text(["Hi"])]
      )
    }
    let device = model("device", .onDevice)
    let cloud = model("cloud", .inCloud)
    let hybrid =
      asOption
      ? HybridModel(primary: device, secondary: cloud, policy: policy)
      : HybridModel(onDevice: device, inCloud: cloud, mode: mode, policy: policy)
    let options = ResponseGenerationOptions(inferenceMode: asOption ? mode : nil)
    let session = GenerativeModelSession(model: hybrid)
    let response = try? await LogRecorder().record {
      try await session.respond(to: "Hi", options: options).rawResponse
    }
    return Outcome(
      answeredBy: response?.modelVersion,
      asked: [device, cloud].filter { !$0.seen.isEmpty }.map(\.modelName)
    )
  }

  func testEachModeAsAnOptionAndAsTheHybridsOwn() async throws {
    for asOption in [false, true] {
      let rows: [(InferenceMode, String?, String?, [String])] = [
        (.preferOnDevice, nil, "device", ["device"]),
        (.preferOnDevice, "device", "cloud", ["device", "cloud"]),
        (.preferInCloud, nil, "cloud", ["cloud"]),
        (.preferInCloud, "cloud", "device", ["device", "cloud"]),
        (.onlyOnDevice, nil, "device", ["device"]),
        (.onlyOnDevice, "device", nil, ["device"]),
        (.onlyInCloud, nil, "cloud", ["cloud"]),
        (.onlyInCloud, "cloud", nil, ["cloud"]),
      ]
      for (mode, failing, answeredBy, asked) in rows {
        let outcome = try await outcome(of: mode, failing: failing, asOption: asOption)
        let expected = Outcome(answeredBy: answeredBy, asked: asked)
        XCTAssertEqual(outcome, expected, "\(mode), \(failing ?? "none") fails, \(asOption)")
      }
    }
  }

  /// The mode of a hybrid around another one is for models that have none of their own; but one that
  /// allows a single place binds the other.
  func testAHybridInAHybridKeepsItsMode() async throws {
    let rows: [(outer: InferenceMode, inner: InferenceMode, asked: [String])] = [
      (.preferInCloud, .onlyOnDevice, ["far", "inner device"]),
      (.preferOnDevice, .onlyInCloud, ["inner cloud", "far"]),
      (.preferInCloud, .preferOnDevice, ["far", "inner device", "inner cloud"]),
      (.preferOnDevice, .preferInCloud, ["inner cloud", "inner device", "far"]),
      (.onlyInCloud, .onlyOnDevice, ["far"]),
      (.onlyOnDevice, .onlyInCloud, []),
      (.onlyOnDevice, .preferInCloud, ["inner device"]),
      (.onlyInCloud, .preferOnDevice, ["far", "inner cloud"]),
    ]
    for streams in [false, true] {
      for (outer, inner, asked) in rows {
        let log = Mutex<[String]>([])
        func model(_ name: String, _ source: InferenceSource) -> ScriptedModel {
          ScriptedModel(name, source: source) { _ in
            log.withLock { if !$0.contains(name) { $0.append(name) } }
            return "not this one"
          }
        }
        let hybrid = HybridModel(
          onDevice: HybridModel(
            onDevice: model("inner device", .onDevice),
            inCloud: model("inner cloud", .inCloud),
            mode: inner,
            policy: HybridPolicy(fallback: .onAnyError)
          ),
          inCloud: model("far", .inCloud),
          mode: outer,
          policy: HybridPolicy(fallback: .onAnyError)
        )
        let session = GenerativeModelSession(model: hybrid)
        try await LogRecorder().record {
          await assertThrows(try await session.answer("Hi", streams: streams))
        }
        XCTAssertEqual(log.withLock(\.self), asked, "\(outer) around \(inner)")
      }
    }
  }

  /// A request can ask for another mode than the hybrid's.
  func testARequestsModeWinsOverTheHybrids() async throws {
    let device = ScriptedModel("device", source: .onDevice)
    let cloud = ScriptedModel("cloud")
    let session = GenerativeModelSession(
      model: .hybridModel(onDevice: device, inCloud: cloud, mode: .onlyOnDevice)
    )
    let options = ResponseGenerationOptions(inferenceMode: .onlyInCloud)
    let own = try await session.respond(to: "Hi").rawResponse.modelVersion
    let other = try await session.respond(to: "Hi", options: options).rawResponse.modelVersion
    XCTAssertEqual([own, other], ["device", "cloud"])
  }

  /// What a policy's order leaves out is not asked, whatever a request says.
  func testARequestsModeCannotWidenAPolicysOrder() async throws {
    let orders: [(ModelOrder, Set<String>)] = [
      (.primaryOnly, ["device"]), (.secondaryOnly, ["cloud"]),
      (.mode(.onlyOnDevice), ["device"]), (.mode(.onlyInCloud), ["cloud"]),
      (.secondaryFirst, ["device", "cloud"]), (.mode(.preferInCloud), ["device", "cloud"]),
    ]
    for (order, allowed) in orders {
      for mode in InferenceMode.allCases {
        let outcome = try await outcome(
          of: mode,
          failing: nil,
          asOption: true,
          policy: HybridPolicy(order: .chosen { _ in order })
        )
        XCTAssertTrue(allowed.isSuperset(of: outcome.asked), "\(order), \(mode): \(outcome)")
        let canAnswer = mode.sources.contains {
          allowed.contains($0 == .onDevice ? "device" : "cloud")
        }
        XCTAssertEqual(outcome.answeredBy != nil, canAnswer, "\(order), \(mode): \(outcome)")
      }
    }
  }

  func testAPlainModelAnswersWhereItRuns() async throws {
    for (source, refused) in [
      (InferenceSource.onDevice, InferenceMode.onlyInCloud), (.inCloud, .onlyOnDevice),
    ] {
      let model = ScriptedModel("m", source: source)
      let session = GenerativeModelSession(model: model)
      for mode in InferenceMode.allCases {
        for streams in [false, true] {
          let options = ResponseGenerationOptions(inferenceMode: mode)
          do {
            _ = try await session.answer("Hi", streams: streams, options: options)
            XCTAssertNotEqual(mode, refused)
          } catch GenerationError.unsupportedPromptContent {
            XCTAssertEqual(mode, refused)
          }
        }
      }
      XCTAssertEqual(model.seen.count, 6)
    }
  }

  /// A mode of the outer hybrid holds for the inner one too, also against the inner one's own.
  func testAModeHoldsForNestedHybrids() async throws {
    for mode in [InferenceMode.onlyOnDevice, .onlyInCloud] {
      let models = [
        ScriptedModel("a", source: .onDevice, answers: [.failure(GenerationError.internalError)]),
        ScriptedModel("b"), ScriptedModel("c", source: .onDevice),
      ]
      let inner = HybridModel(onDevice: models[0], inCloud: models[1], mode: .preferInCloud)
      let session = GenerativeModelSession(
        model: .hybridModel(primary: inner, secondary: models[2])
      )
      let options = ResponseGenerationOptions(inferenceMode: mode)
      let response = try await LogRecorder().record {
        try await session.respond(to: "Hi", options: options).rawResponse
      }
      XCTAssertEqual(response.modelVersion, mode == .onlyOnDevice ? "c" : "b")
      XCTAssertEqual(models[1].seen.isEmpty, mode == .onlyOnDevice)
    }
  }

  /// One that allows a single place keeps to it inside of another hybrid, whatever is asked for.
  func testNoModeWidensAnInnerHybrid() async throws {
    for (only, place) in [
      (InferenceMode.onlyOnDevice, InferenceSource.onDevice), (.onlyInCloud, .inCloud),
    ] {
      let device = ScriptedModel("device", source: .onDevice)
      let cloud = ScriptedModel("cloud")
      let (allowed, other) = place == .onDevice ? (device, cloud) : (cloud, device)
      let inner = HybridModel(onDevice: device, inCloud: cloud, mode: only)
      // Where the inner one does not answer.
      let far = ScriptedModel("far", source: other.inferenceSource)
      let session = GenerativeModelSession(model: .hybridModel(primary: inner, secondary: far))
      for mode in InferenceMode.allCases {
        let options = ResponseGenerationOptions(inferenceMode: mode)
        for streams in [false, true] {
          let response = try await session.answer("Hi", streams: streams, options: options)
          XCTAssertEqual(
            response.rawResponse.modelVersion,
            mode.sources[0] == place ? allowed.modelName : "far",
            "\(mode) around \(only)"
          )
        }
      }
      _ = try await session.countTokens("Hi")
      session.prewarm()
      XCTAssertTrue(other.seen.isEmpty, "\(only)")
    }
  }

  /// Whether another model answers depends on where the one that refuses would have run.
  func testAnInnerHybridRefusesWhereItWouldHaveRun() async throws {
    let inner = HybridModel(
      primary: ScriptedModel("cloud", unsupported: "no"),
      secondary: ScriptedModel("device", source: .onDevice, unsupported: "no")
    )
    let hybrid = HybridModel(primary: inner, secondary: ScriptedModel("far"))
    let prompt = Transcript.Entry(content: ModelContent(parts: [.text("Hi")]))
    let options = ResponseGenerationOptions(inferenceMode: .preferOnDevice)
    let request = ModelRequest(transcript: Transcript(entries: [prompt]), options: options)
    let response = try await LogRecorder().record { try await hybrid.generateContent(request) }
    XCTAssertEqual(response.modelVersion, "far")
    XCTAssertNil(hybrid.unsupportedReason(for: request))
  }

  /// An order that pins to the device, and a request that asks for the cloud only: nobody answers.
  func testAPinAndAModeThatExcludeEachOtherLeaveNobody() async throws {
    let models = [ScriptedModel("a", source: .onDevice), ScriptedModel("b")]
    let inner = HybridModel(primary: models[0], secondary: models[1])
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: inner,
        secondary: ScriptedModel("c"),
        policy: HybridPolicy(order: .chosen { _ in .mode(.onlyOnDevice) })
      )
    )
    let options = ResponseGenerationOptions(inferenceMode: .onlyInCloud)
    await assertThrows(try await session.respond(to: "Hi", options: options)) { error in
      guard case GenerationError.unsupportedPromptContent = error else {
        return XCTFail("\(error)")
      }
    }
    XCTAssertTrue(models.allSatisfy(\.seen.isEmpty))
  }
}
