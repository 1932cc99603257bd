import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Recorded streams over a real connection, cut at any byte: each ends in bounded time, with an error
/// or a whole answer, and nothing is made up.
///
/// The suite cuts each stream at some places; the long form at all of them.
final class CutStreamTests: RawServerTestCase {
  /// How a connection ends in the middle.
  private enum End: CaseIterable {
    /// As if that had been all.
    case clean
    /// Though the head had said that more would come.
    case short
    case reset
  }

  /// How many cut streams were answers, and how many broke off with some text.
  private var counts = (answers: 0, parts: 0)

  func testCutsAtEveryByte() async throws {
    var random = SeededGenerator(seed: 7)
    for file in try Recordings.files("txt") {
      let recording = try Recording(file)
      for end in End.allCases {
        let count = recording.data.count
        let some = Set((0..<12).map { _ in Int.random(in: 0...count, using: &random) }).sorted()
        // The whole comes first: it says whether the stream is an answer at all.
        let cuts = [count] + (LongForm.isOn ? Array(0..<count) : some)
        try await check(recording, cuts, end)
      }
    }
    XCTAssertGreaterThan(counts.answers, 50)
    XCTAssertGreaterThan(counts.parts, 50)
  }

  private func check(_ recording: Recording, _ cuts: [Int], _ end: End) async throws {
    let server = RawServer { number in
      // One more than was asked for would be a retry, which is off.
      guard number < cuts.count else { return [] }
      var head = "HTTP/1.1 \(recording.status) OK\r\nContent-Type: text/event-stream\r\n"
      // What is cut at its end is missing a byte, too.
      if end == .short { head += "Content-Length: \(recording.data.count + 1)\r\n" }
      return [
        .send(head + "Connection: close\r\n\r\n"), .bytes(recording.data.prefix(cuts[number])),
      ] + (end == .reset ? [.reset] : [])
    }
    let model = server.model(.init(timeout: .seconds(20), retry: .none))
    var isAnswer = false
    for (number, cut) in cuts.enumerated() {
      let outcome = await ask(model)
      let place = "\(recording.name), \(end) at \(cut)"
      if outcome.error == nil {
        counts.answers += 1
      } else if !outcome.text.isEmpty {
        counts.parts += 1
      }
      if number == 0, end != .reset { isAnswer = outcome.error == nil }
      XCTAssertTrue(recording.text.hasPrefix(outcome.text), "\(place): \(outcome.text.count)")
      check(outcome, recording.known(of: cut), isAnswer: isAnswer, after: end, place)
    }
    XCTAssertEqual(server.requests, cuts.count, recording.name)
  }

  private func check(
    _ outcome: Outcome,
    _ known: Recording.Known,
    isAnswer: Bool,
    after end: End,
    _ place: String
  ) {
    switch outcome.error {
    case .timedOut, .internalError: XCTFail("\(place): \(outcome.error?.description ?? "")")
    case nil where !known.hasEnd: XCTFail("\(place): an answer without an end")
    case .some where isAnswer && known.hasWholeEnd && end != .reset:
      XCTFail("\(place): the answer was whole")
    default: break
    }
    // A reset may overtake what was sent before it.
    guard end != .reset else { return }
    XCTAssertGreaterThanOrEqual(outcome.text.utf8.count, known.wholeTextCount, place)
  }

  private struct Outcome {
    var text = ""
    var error: GenerationError?
  }

  private func ask(_ model: GeminiModel) async -> Outcome {
    var outcome = Outcome()
    do {
      let session = GenerativeModelSession(model: model)
      for try await snapshot in session.streamResponse(to: "Hi") {
        XCTAssertTrue(snapshot.content.hasPrefix(outcome.text))
        outcome.text = snapshot.content
      }
    } catch let error as GenerationError {
      outcome.error = error
      outcome.text = error.partialResponse?.text ?? outcome.text
    } catch {
      XCTFail("\(error)")
    }
    return outcome
  }
}

/// A recorded stream, read by lines.
private struct Recording {
  /// What is certain of the beginning of a stream.
  struct Known {
    /// The bytes of the text of all events that have come with the line after them.
    var wholeTextCount = 0
    /// Whether the event that ends the answer is among them.
    var hasWholeEnd = false
    /// Whether it may have come as a whole, at least.
    var hasEnd = false
  }

  private struct Event {
    /// Where its data end, and where the empty line after it does.
    var end: Int
    var wholeEnd: Int
    var textCount: Int
    var hasFinishReason: Bool
  }

  let name: String
  let data: Data
  /// The text of the answer.
  private(set) var text = ""
  private var events: [Event] = []

  /// What such an answer came with.
  var status: Int { events.isEmpty ? 400 : 200 }

  init(_ file: URL) throws {
    name = file.lastPathComponent
    data = try Data(contentsOf: file)
    var offset = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let end = offset + line.count
      offset = end + 1
      let line = String(decoding: line, as: UTF8.self)
      guard line.hasPrefix("data:") else { continue }
      guard let json = try? GeneratedContent(json: String(line.dropFirst(5).trimmed)) else { break }
      let candidate = json["candidates"]?[0]
      for part in candidate?["content"]?["parts"]?.elements ?? [] where part["thought"] == nil {
        text += part["text"]?.stringValue ?? ""
      }
      let trimmed = line.hasSuffix("\r") ? 1 : 0
      events.append(
        Event(
          end: end - trimmed,
          wholeEnd: end + 2 + trimmed,
          textCount: text.utf8.count,
          hasFinishReason: candidate?["finishReason"] != nil
        )
      )
    }
  }

  func known(of count: Int) -> Known {
    var known = Known()
    for event in events {
      if event.wholeEnd <= count {
        known.wholeTextCount = event.textCount
        known.hasWholeEnd = known.hasWholeEnd || event.hasFinishReason
      }
      if event.end <= count { known.hasEnd = known.hasEnd || event.hasFinishReason }
    }
    return known
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
