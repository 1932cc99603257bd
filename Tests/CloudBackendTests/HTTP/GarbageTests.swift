import Foundation
import TestSupport
import XCTest

@testable import CloudBackend
@testable import HybridInference

/// Broken answers: read, or refused with a typed error, in memory in proportion to them.
///
/// The suite breaks some; the long form 100,000 of each kind.
final class GarbageTests: XCTestCase {
  private static let count = LongForm.isOn ? 100_000 : 2_000

  private func forEachBroken(_ suffix: String, _ body: (Data, Int) throws -> Void) throws {
    let files = try Recordings.files(suffix).map { try Data(contentsOf: $0) }
    var random = SeededGenerator(seed: 70)
    for number in 0..<Self.count {
      let file = files[number % files.count]
      try body(Mutation.apply(to: file, mixing: files, using: &random), number)
    }
  }

  func testBrokenStreams() throws {
    try forEachBroken("txt") { try read($0, isStream: true, $1) }
  }

  func testBrokenAnswers() throws {
    try forEachBroken("json") { try read($0, isStream: false, $1) }
  }

  private func read(_ data: Data, isStream: Bool, _ number: Int) throws {
    var reader = ResponseReader(isStream: isStream, options: .init())
    let type = isStream ? "text/event-stream" : "application/json"
    let status = [200, 200, 404, 503][number % 4]
    var messages: [Data] = []
    do throws(AttemptFailure) {
      messages += try reader.receive(
        .head(HTTPHead(status: status, headers: ["content-type": type]))
      )
      for chunk in chunks(of: data, size: 1 + number % 4096) {
        messages += try reader.receive(.body(chunk))
      }
      messages += try reader.end()
    } catch {
      // It can be shown, whatever it holds.
      XCTAssertFalse(error.error.description.isEmpty)
    }
    XCTAssertLessThanOrEqual(messages.map(\.count).reduce(0, +), data.count, "\(number)")
    for message in messages {
      guard let response = try? Wire.Response.decode(message) else { continue }
      _ = GenerateContentResponse(response).failure
    }
  }

  func testBrokenJSON() throws {
    try forEachBroken("json") { data, number in
      let text = String(decoding: data, as: UTF8.self)
      let whole = Result { try GeneratedContent(json: text) }
      if case .failure(let error) = whole {
        guard case GenerationError.decodingFailure = error else {
          return XCTFail("\(number): \(error)")
        }
      }
      // In pieces it is the same, and what was there stays.
      var reader = PartialJSON()
      var hadContent = false
      let parts = Result {
        for chunk in chunks(of: data, size: 1 + number % 512) {
          try reader.append(String(decoding: chunk, as: UTF8.self))
          XCTAssertFalse(hadContent && reader.snapshot == nil, "\(number)")
          hadContent = reader.snapshot != nil
        }
        return try reader.end()
      }
      // Pieces may split characters.
      if data.allSatisfy({ $0 < 0x80 }) {
        XCTAssertEqual(try? parts.get(), try? whole.get(), "\(number)")
      }
    }
  }

  func testBrokenSchemas() throws {
    let folder = try SharedMaterial.url("recorded/schema")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    ).map { try Data(contentsOf: $0) }
    var random = SeededGenerator(seed: 71)
    for number in 0..<Self.count {
      let data = Mutation.apply(to: files[number % files.count], mixing: files, using: &random)
      do {
        let schema = try GenerationSchema(jsonSchema: String(decoding: data, as: UTF8.self))
        let again = try GenerationSchema(jsonSchema: schema.jsonSchema)
        XCTAssertEqual(again.jsonSchema, schema.jsonSchema, "\(number)")
        try schema.check()
      } catch GenerationError.invalidRequest, GenerationError.decodingFailure {
      } catch {
        XCTFail("\(number): \(error)")
      }
    }
  }
}
