import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

/// Parts that this library does not know.
final class UnknownPartTests: XCTestCase {
  /// A part of an unknown kind in the prompt is named, so that a hybrid goes to the cloud (H3).
  func testAPartOfAnUnknownKindIsNotLeftOut() throws {
    let unknown = Part(
      .unknown(.init(kind: .structure(properties: ["hologram": 1], orderedKeys: ["hologram"])))
    )
    let request = ModelRequest(
      transcript: Transcript(entries: [
        .init(content: ModelContent(role: .user, parts: [.text("What is it?"), unknown]))
      ])
    )
    XCTAssertNotNil(try TestModel.system().unsupportedReason(for: request))
  }
}
