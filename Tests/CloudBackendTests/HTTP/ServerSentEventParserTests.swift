import Foundation
import HybridInference
import XCTest

@testable import CloudBackend

/// The parser against the text of the WHATWG standard.
final class ServerSentEventParserTests: XCTestCase {
  private struct Case {
    var stream: String
    var events: [ServerSentEvent]
    var unfinished: String?

    init(_ stream: String, _ events: [(String, String)], unfinished: String? = nil) {
      self.stream = stream
      self.events = events.map { ServerSentEvent(type: $0, data: Data($1.utf8)) }
      self.unfinished = unfinished
    }
  }

  private let cases: [Case] = [
    Case("data: a\n\n", [("message", "a")]),
    Case("data:a\n\n", [("message", "a")]),
    Case("data:  a \n\n", [("message", " a ")]),
    Case("data: a\r\n\r\ndata: b\r\n\r\n", [("message", "a"), ("message", "b")]),
    Case("data: a\r\rdata: b\r\r", [("message", "a"), ("message", "b")]),
    Case(
      "data: a\r\n\ndata: b\n\rdata: c\r\r\n",
      [("message", "a"), ("message", "b"), ("message", "c")]
    ),
    Case("\u{FEFF}data: a\n\n", [("message", "a")]),
    Case("\u{FEFF}\u{FEFF}data: a\n\n", []),
    Case("data: \u{FEFF}a\n\n", [("message", "\u{FEFF}a")]),
    Case(": comment\n\n:\n\ndata: a\n: in between\ndata: b\n\n", [("message", "a\nb")]),
    Case("event: x\ndata: a\n\ndata: b\n\n", [("x", "a"), ("message", "b")]),
    Case("event: x\n\ndata: a\n\n", [("message", "a")]),
    Case("event\ndata: a\n\n", [("message", "a")]),
    Case("data\n\ndata\ndata\n\ndata:", [("message", ""), ("message", "\n")], unfinished: ""),
    Case("Data: a\n\n data: b\n\ndatax: c\n\n", []),
    Case("data: a: b\n\n", [("message", "a: b")]),
    Case("id: 7\nretry: 20\ndata: 日本 👩‍👩‍👧\r\n\r\n", [("message", "日本 👩‍👩‍👧")]),
    Case("data: a\n\ndata: b\n", [("message", "a")], unfinished: "b"),
    Case("data: a\n\ndata: b", [("message", "a")], unfinished: "b"),
    Case("data: a\n\ndata: b\ndata: c", [("message", "a")], unfinished: "b\nc"),
    Case("", []),
    Case("\n\n\n\r\r\n", []),
  ]

  func testReadsAsTheStandardSays() throws {
    for item in cases {
      try check(item, cutAt: [])
    }
  }

  func testCutAtAnyTwoPlacesItIsTheSame() throws {
    for item in cases {
      let length = item.stream.utf8.count
      for first in 0...length {
        for second in first...length { try check(item, cutAt: [first, second]) }
      }
    }
  }

  func testCutAtEveryByteItIsTheSame() throws {
    for item in cases {
      try check(item, cutAt: Array(0...item.stream.utf8.count))
    }
  }

  func testKeepsIDAndReconnectionTime() throws {
    var parser = ServerSentEventParser()
    _ = try parser.parse(Data("id: 7\nretry: 20\n\nretry: 1x\nid: a\0b\nretry:\n\n".utf8))
    XCTAssertEqual(parser.lastEventID, "7")
    XCTAssertEqual(parser.reconnectionTime, 20)
    _ = try parser.parse(Data("id\n\n".utf8))
    XCTAssertEqual(parser.lastEventID, "")
  }

  func testRefusesAnEventThatIsTooLarge() throws {
    for stream in ["data: 0123456789\n", "data: 01234\ndata: 56789\n", "0123456789012345"] {
      for size in [1, 4, 100] {
        var parser = ServerSentEventParser(maximumEventSize: 9)
        XCTAssertThrowsError(try parse(stream, by: size, &parser), "\(stream) by \(size)")
      }
    }
    var parser = ServerSentEventParser(maximumEventSize: 20)
    let many = String(repeating: "data: 0123456789\n\n", count: 100)
    XCTAssertEqual(try parser.parse(Data(many.utf8)).count, 100)
  }

  private func parse(
    _ stream: String,
    by size: Int,
    _ parser: inout ServerSentEventParser
  ) throws {
    for chunk in chunks(of: Data(stream.utf8), size: size) { _ = try parser.parse(chunk) }
  }

  private func check(_ item: Case, cutAt places: [Int]) throws {
    let bytes = Data(item.stream.utf8)
    var parser = ServerSentEventParser()
    var events: [ServerSentEvent] = []
    for (start, end) in zip([0] + places, places + [bytes.count]) {
      events += try parser.parse(bytes[start..<end])
    }
    XCTAssertEqual(events, item.events, "\(item.stream.debugDescription) cut at \(places)")
    XCTAssertEqual(
      parser.unfinishedData,
      item.unfinished.map { Data($0.utf8) },
      "\(item.stream.debugDescription) cut at \(places)"
    )
  }
}

/// The data in pieces of a size.
func chunks(of data: Data, size: Int) -> [Data] {
  stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
}
