import Foundation
import LocalBackend
import TestSupport
import XCTest

@testable import HybridInference

/// Types as apps have them, answered with by the model on the device.
final class AppTypesOnDeviceTests: XCTestCase {
  func testTheModelAnswersWithEachType() async throws {
    let model = SystemLanguageModel(
      modelURL: try LocalModels.system(),
      configuration: .init(contextSize: 1024, threads: 1, maximumConcurrentRequests: 8)
    )
    var names: Set<String> = []
    let samples = try AppTypes.samples().filter { names.insert($0.name).inserted }
    XCTAssertGreaterThanOrEqual(samples.count, 30)
    await withTaskGroup(of: Void.self) { group in
      for sample in samples {
        group.addTask { await Self.check(sample, on: model) }
      }
    }
  }

  /// Each answer that is not cut has to decode, and there has to be one.
  private static func check(_ sample: AppTypes.Sample, on model: SystemLanguageModel) async {
    for seed in 0..<8 {
      do {
        let content = try await sample.ask(
          GenerativeModelSession(model: model),
          "Make an example of \(sample.name).",
          GenerationOptions(
            sampling: .random(top: 40, seed: UInt64(seed)),
            temperature: 1,
            maximumResponseTokens: 250
          )
        )
        if sample.name != "String" {
          XCTAssertNoThrow(try SchemaValidator.check(content, fits: sample.schema), sample.name)
        }
        return
      } catch GenerationError.decodingFailure(let reason, _)
        where reason.contains("limit of tokens")
      {
        // It wrote more than there was room for; another one will not.
        continue
      } catch GenerationError.decodingFailure(let reason, _) where reason.contains("ClosedRange") {
        // That a range's bounds are in order is more than its schema can say.
        continue
      } catch {
        let text = (error as? GenerationError)?.partialResponse?.text ?? ""
        return XCTFail("\(sample.name): \(error): \(text)")
      }
    }
    XCTFail("\(sample.name): no answer could be used")
  }
}
