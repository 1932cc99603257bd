import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Recorded answers of the real API are read, whole and in pieces of any size.
final class RecordedAnswerTests: XCTestCase {
  /// What a file holds by its own JSON: the messages, before they are decoded.
  private func messages(of data: Data) -> [GeneratedContent] {
    let text = String(decoding: data, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      line.hasPrefix("data:") ? try? GeneratedContent(json: String(line.dropFirst(5))) : nil
    }
  }

  private func read(_ data: Data, status: Int, size: Int) -> Result<[Wire.Response], any Error> {
    Result {
      var reader = ResponseReader(isStream: true, options: .init())
      _ = try reader.receive(
        .head(HTTPHead(status: status, headers: ["content-type": "text/event-stream"]))
      )
      var messages: [Data] = []
      for chunk in chunks(of: data, size: size) { messages += try reader.receive(.body(chunk)) }
      messages += try reader.end()
      return try messages.map { try Wire.Response.decode($0) }
    }
  }

  func testStreamsAtEveryChunkSize() throws {
    for file in try Recordings.files("txt") {
      let data = try Data(contentsOf: file)
      let expected = messages(of: data)
      let isError = expected.isEmpty
      let whole = read(data, status: isError ? 400 : 200, size: data.count)
      for size in 1...64 {
        let result = read(data, status: isError ? 400 : 200, size: size)
        XCTAssertEqual(summary(result), summary(whole), "\(file.lastPathComponent) by \(size)")
      }
      let name = file.lastPathComponent
      guard !isError, !["invalid-json", "malformed-content"].contains(where: name.contains) else {
        XCTAssertThrowsError(try whole.get(), name)
        continue
      }
      let responses = try whole.get().map(GenerateContentResponse.init)
      XCTAssertEqual(responses.count, expected.count, name)
      for (response, json) in zip(responses, expected) { check(response, against: json, name) }
    }
  }

  func testUnaryAnswers() throws {
    for file in try Recordings.files("json") {
      let data = try Data(contentsOf: file)
      let json = try GeneratedContent(json: String(decoding: data, as: UTF8.self))
      let name = file.lastPathComponent
      if json["totalTokens"] != nil {
        let count = CountTokensResponse(try Wire.CountTokensResponse.decode(data))
        XCTAssertEqual(.integer(Int64(count.totalTokens)), json["totalTokens"]?.kind, name)
      } else if ["invalid-response", "malformed-content"].contains(where: name.contains) {
        XCTAssertThrowsError(try Wire.Response.decode(data), name)
      } else if let error = json["error"] {
        check(ServerFailure(head: HTTPHead(status: 499), body: data), against: error, name)
      } else {
        check(GenerateContentResponse(try Wire.Response.decode(data)), against: json, name)
      }
    }
  }

  private func summary(_ result: Result<[Wire.Response], any Error>) -> String {
    switch result {
    case .success(let responses): "\(responses.map(GenerateContentResponse.init))"
    case .failure(let error as AttemptFailure): "\(error.error) \(error.advice)"
    case .failure(let error): "\(error)"
    }
  }

  private func check(_ failure: ServerFailure, against json: GeneratedContent, _ name: String) {
    guard case .backend(let error) = failure.attemptFailure.error else {
      return XCTFail(name)
    }
    XCTAssertEqual(error.status, json["status"]?.stringValue, name)
    XCTAssertEqual(error.message, json["message"]?.stringValue, name)
    XCTAssertEqual(error.details, json["details"].elements, name)
  }

  /// Nothing that the file's own JSON holds is lost or changed.
  private func check(
    _ response: GenerateContentResponse,
    against json: GeneratedContent,
    _ name: String
  ) {
    let mirrored = Mirrored(response).json
    for difference in json.differences(from: mirrored, at: "") {
      XCTFail("\(name): \(difference)")
    }
  }
}

extension GeneratedContent? {
  /// The elements, of an array.
  fileprivate var elements: [GeneratedContent] {
    if case .array(let elements)? = self?.kind { elements } else { [] }
  }
}

extension GeneratedContent {
  /// What this value holds and the other does not, or holds otherwise.
  fileprivate func differences(from other: GeneratedContent?, at path: String) -> [String] {
    switch (kind, other?.kind) {
    case (.structure(let properties, _), .structure(let others, _)):
      return properties.flatMap { key, value in
        value.differences(from: others[key], at: path + "." + key)
      }
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      return zip(elements, others).flatMap { $0.differences(from: $1, at: path + "[]") }
    case (.integer(let number), .number(let other)) where Double(number) == other: return []
    case (.number(let number), .number(let other)) where abs(number - other) < 1e-12: return []
    case (let kind, let other) where kind == other: return []
    default: return ["\(path) is \(jsonString), became \(other?.jsonString ?? "nothing")"]
    }
  }
}
