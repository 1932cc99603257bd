import CloudBackend
import Foundation

extension BenchmarkRows {
  /// Reading an event stream.
  static let eventStream: [BenchmarkRow] = [eventFraming, smallChunks]

  private static let eventFraming = BenchmarkRow(
    name: "event-framing",
    summary: "1 MB of typical events in chunks of 16 KiB, against counting their line ends",
    unit: "MB/s",
    bar: .candidate(atLeast: 500, text: "≥ 500 MB/s"),
    prepare: {
      let stream = typicalEvents(ofAtLeast: 1_000_000)
      let chunks = stride(from: 0, to: stream.count, by: 16_384).map {
        stream.subdata(in: $0..<min($0 + 16_384, stream.count))
      }
      let speed = { @Sendable (seconds: Double) in Double(stream.count) / 1e6 / seconds }
      return .init(
        candidate: {
          var events = 0
          let seconds = try await BenchmarkRow.seconds {
            var parser = ServerSentEventParser()
            for chunk in chunks { events += try parser.parse(chunk).count }
          }
          return .init(value: speed(seconds), work: events)
        },
        reference: {
          var lines = 0
          let seconds = await BenchmarkRow.seconds {
            for chunk in chunks {
              chunk.withUnsafeBytes { bytes in
                for byte in bytes where byte == 0x0A { lines += 1 }
              }
            }
          }
          // An event is a line of data and an empty one.
          return .init(value: speed(seconds), work: lines / 2)
        }
      )
    }
  )

  private static let smallChunks = BenchmarkRow(
    name: "small-chunks",
    summary: "10,000 chunks of one event each, against 1,000 of the same (the ratio tells)",
    unit: "ms",
    bar: .ratio(atMost: 11),
    pairs: 25,
    prepare: {
      let event = typicalEvents(ofAtLeast: 1)
      let run = { @Sendable (count: Int, times: Int) in
        var events = 0
        let seconds = try await BenchmarkRow.seconds {
          for _ in 0..<times {
            var parser = ServerSentEventParser()
            for _ in 0..<count { events += try parser.parse(event).count }
          }
        }
        // The work is told as parts of what there should be, so that both do the same.
        return BenchmarkRow.Sample(
          value: seconds * 1000 / Double(times),
          work: events / count / times
        )
      }
      return .init(
        candidate: { try await run(10_000, 1) },
        reference: { try await run(1_000, 10) }
      )
    }
  )

  /// Events as the Gemini API sends them, of so many bytes or a little more.
  static func typicalEvents(ofAtLeast size: Int) -> Data {
    let event =
      #"data: {"candidates": [{"content": {"parts": [{"text": "The sky is blue because the air"#
      + #" scatters short waves of light more than long ones. "}],"role": "model"},"index": 0}],"#
      + #""usageMetadata": {"promptTokenCount": 7,"candidatesTokenCount": 21,"totalTokenCount":"#
      + #" 28},"modelVersion": "gemini-2.5-flash","responseId": "Wq1zaJ"}"# + "\r\n\r\n"
    var data = Data()
    repeat { data += Data(event.utf8) } while data.count < size
    return data
  }
}
