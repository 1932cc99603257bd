import Foundation

@testable import CloudBackend
@testable import HybridInference

/// What is fuzzed: a reader, and what it promises of any bytes, besides that it ends.
enum Subject: String, CaseIterable {
  case events
  case json
  case partial
  case schema
  case answer
  case gguf

  /// Reads the bytes, and ends the process when a promise does not hold.
  func run(_ data: Data) {
    switch self {
    case .events: Self.readEvents(data)
    case .json: Self.readJSON(data)
    case .partial: Self.readPartially(data)
    case .schema: Self.readSchema(data)
    case .answer: Self.readAnswer(data)
    case .gguf: Self.readHeader(data)
    }
  }

  /// The events are the same however the bytes are split; the first byte says how.
  private static func readEvents(_ data: Data) {
    guard let size = data.first.map({ Int($0) + 1 }) else { return }
    let bytes = Data(data.dropFirst())
    func events(by size: Int) -> [Data]? {
      var parser = ServerSentEventParser(maximumEventSize: 4096)
      var events: [Data] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = bytes[start..<min(bytes.count, start + size)]
        guard let found = try? parser.parse(Data(chunk)) else { return nil }
        events += found.map(\.data)
      }
      return events + (parser.unfinishedData.map { [$0] } ?? [])
    }
    // What is too large is seen where it has to be kept, which depends on the chunks.
    guard let parts = events(by: size), let whole = events(by: max(1, bytes.count)) else { return }
    require(parts == whole, "events do not depend on chunks")
  }

  /// What was read can be written and read again, and is the same.
  private static func readJSON(_ data: Data) {
    guard let value = try? GeneratedContent(json: String(decoding: data, as: UTF8.self)) else {
      return
    }
    let again = try? GeneratedContent(json: value.jsonString)
    require(again == value, "JSON survives a round trip")
  }

  /// Each snapshot goes on where the one before ended, and the last is the value of the whole text.
  private static func readPartially(_ data: Data) {
    guard let size = data.first.map({ Int($0 % 64) + 1 }) else { return }
    let text = String(decoding: data.dropFirst(), as: UTF8.self)
    let scalars = Array(text.unicodeScalars)
    var reader = PartialJSON()
    var last: GeneratedContent?
    for start in stride(from: 0, to: scalars.count, by: size) {
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start..<min(scalars.count, start + size)])
      guard (try? reader.append(String(piece))) != nil else { break }
      let content = reader.snapshot
      require(last == nil || content != nil, "what was there stays")
      last = content ?? last
    }
    let whole = try? GeneratedContent(json: text)
    let parts = try? reader.end()
    require(parts == whole || whole == nil, "the last snapshot is the value")
  }

  /// A schema that is accepted can be written, read again and checked against.
  private static func readSchema(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    guard let schema = try? GenerationSchema(jsonSchema: text) else {
      _ = try? PatternMatcher(text)
      return
    }
    let again = try? GenerationSchema(jsonSchema: schema.jsonSchema)
    require(again?.jsonSchema == schema.jsonSchema, "a schema survives a round trip")
    guard (try? schema.check()) != nil else { return }
    _ = try? SchemaValidator.check(schema.example, fits: schema)
    guard let grammar = try? Grammar(.value(schema)) else { return }
    // What the grammar lets through is what the schema allows.
    guard let answer = OutputConstraint(grammar).easiestAnswer(of: 4096),
      let value = try? GeneratedContent(json: answer)
    else { return }
    do {
      try SchemaValidator.check(value, fits: schema)
    } catch GenerationError.decodingFailure(let reason, _) {
      require(reason.contains("too much work"), "the grammar and the validator agree: \(reason)")
    } catch {
      require(false, "only mismatches are found")
    }
  }

  /// A server's body is an answer or a typed error, and nothing else.
  private static func readAnswer(_ data: Data) {
    guard let kind = data.first else { return }
    var reader = ResponseReader(isStream: kind & 1 == 0, options: .init())
    let type = kind & 2 == 0 ? "text/event-stream" : "application/json"
    let status = kind & 4 == 0 ? 200 : 503
    var messages: [Data] = []
    do throws(AttemptFailure) {
      messages += try reader.receive(
        .head(HTTPHead(status: status, headers: ["content-type": type]))
      )
      messages += try reader.receive(.body(Data(data.dropFirst())))
      messages += try reader.end()
    } catch {}
    for message in messages {
      if let response = try? Wire.Response.decode(message) {
        _ = GenerateContentResponse(response)
      }
    }
  }

  private static func readHeader(_ data: Data) {
    let bytes = [UInt8](data)
    let header = try? GGUFHeader(size: UInt64(bytes.count)) { offset, count throws(GGUFError) in
      Array(bytes.dropFirst(Int(offset)).prefix(count))
    }
    guard let header else { return }
    require(!header.architecture.isEmpty, "a header names an architecture")
  }
}

extension OutputConstraint {
  /// The text that takes the first byte that may come, at each place; `nil` when it does not end.
  fileprivate func easiestAnswer(of most: Int) -> String? {
    var constraint = self
    var text: [UInt8] = []
    while !constraint.canEnd || text.isEmpty, text.count < most {
      // Closing marks and digits first, so that it comes to an end.
      let order = Array(#""}]0123456789,:{[tfn-."#.utf8) + Array(0...255)
      guard let byte = order.first(where: { constraint.allows(CollectionOfOne($0)) }),
        constraint.accept(CollectionOfOne(byte))
      else {
        require(constraint.canEnd, "a grammar is never stuck")
        break
      }
      text.append(byte)
    }
    return constraint.canEnd ? String(decoding: text, as: UTF8.self) : nil
  }
}
