package import Foundation
package import HybridInference

/// Reads an event stream (`text/event-stream`) as the WHATWG HTML standard defines it.
///
/// Bytes go in, cut anywhere, and events come out. It looks at each byte a fixed number of times,
/// and keeps at most one event.
package struct ServerSentEventParser {
  /// The id of the last event that had one.
  private(set) var lastEventID = ""
  /// How long to wait before connecting again, in milliseconds, where the stream said so.
  private(set) var reconnectionTime: Int?

  private let maximumEventSize: Int
  private var matchedMarkBytes = 0
  private var isPastMark = false
  private var skipsLineFeed = false
  private var line: [UInt8] = []
  private var data: Data?
  private var type = ""

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a parser that refuses events of more bytes than this.
  package init(maximumEventSize: Int = .max) {
    self.maximumEventSize = maximumEventSize
  }

  /// Takes the next bytes.
  ///
  /// - Parameter chunk: The bytes.
  /// - Returns: The events that they complete.
  /// - Throws: When an event is too large; the stream cannot be read on after that.
  package mutating func parse(_ chunk: Data) throws(GenerationError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    let pending = chunk.withUnsafeBytes { bytes -> Int in
      var scanner = LineScanner(bytes, from: skipMark(bytes))
      if skipsLineFeed, let first = scanner.first {
        skipsLineFeed = false
        if first == .lineFeed { scanner.skipByte() }
      }
      while let (text, endsInReturn) = scanner.nextLine() {
        takeLine(text, &events)
        if endsInReturn {
          if let next = scanner.first {
            if next == .lineFeed { scanner.skipByte() }
          } else {
            skipsLineFeed = true
          }
        }
        if size > maximumEventSize { break }
      }
      line.append(contentsOf: scanner.rest)
      return size
    }
    guard pending <= maximumEventSize else {
      throw .decodingFailure(reason: "an event of it is larger than \(maximumEventSize) bytes")
    }
    return events
  }

  /// The data of an event that the end of the stream cut off before its empty line.
  ///
  /// The standard drops such an event, and so does ``parse(_:)``. A reader who can tell whether the
  /// data are whole may still use them.
  var unfinishedData: Data? {
    var copy = self
    var events: [ServerSentEvent] = []
    copy.takeLine(UnsafeRawBufferPointer(start: nil, count: 0), &events)
    return copy.data ?? events.last?.data
  }

  private var size: Int { line.count + (data?.count ?? 0) }

  /// Skips a byte order mark at the start of the stream; gives the position after it.
  private mutating func skipMark(_ bytes: UnsafeRawBufferPointer) -> Int {
    var position = 0
    while !isPastMark, position < bytes.count {
      if bytes[position] == Self.byteOrderMark[matchedMarkBytes] {
        matchedMarkBytes += 1
        position += 1
        isPastMark = matchedMarkBytes == Self.byteOrderMark.count
      } else {
        line.append(contentsOf: Self.byteOrderMark.prefix(matchedMarkBytes))
        isPastMark = true
      }
    }
    return position
  }

  private mutating func takeLine(
    _ text: UnsafeRawBufferPointer,
    _ events: inout [ServerSentEvent]
  ) {
    guard !line.isEmpty else { return take(text, &events) }
    // The line began in an earlier chunk.
    line.append(contentsOf: text)
    let whole = line
    line.removeAll(keepingCapacity: true)
    whole.withUnsafeBytes { take($0, &events) }
  }

  /// Takes a whole line.
  private mutating func take(_ text: UnsafeRawBufferPointer, _ events: inout [ServerSentEvent]) {
    guard !text.isEmpty else { return dispatch(&events) }
    let colon = text.firstIndex(of: .colon, from: 0) ?? text.count
    var value = UnsafeRawBufferPointer(rebasing: text[min(colon + 1, text.count)...])
    if value.first == .space {
      value = UnsafeRawBufferPointer(rebasing: value[1...])
    }
    let name = UnsafeRawBufferPointer(rebasing: text[..<colon])
    if name.elementsEqual("data".utf8) {
      takeData(value)
    } else if name.elementsEqual("event".utf8) {
      type = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("id".utf8), !value.contains(0) {
      lastEventID = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("retry".utf8), value.allSatisfy({ (0x30...0x39).contains($0) }) {
      reconnectionTime = Int(String(decoding: value, as: UTF8.self)) ?? reconnectionTime
    }
  }

  private mutating func takeData(_ value: UnsafeRawBufferPointer) {
    if data == nil {
      data = Data(value)
    } else {
      data?.append(.lineFeed)
      data?.append(contentsOf: value)
    }
  }

  private mutating func dispatch(_ events: inout [ServerSentEvent]) {
    if let data {
      events.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: data))
    }
    data = nil
    type = ""
  }
}
