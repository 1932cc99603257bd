import Foundation
import HybridInference

extension BenchmarkRows {
  /// What the router costs.
  static let routing: [BenchmarkRow] = [
    routerOverhead("router-whole", turns: 0, streams: false),
    routerOverhead("router-streamed", turns: 0, streams: true),
    routerOverhead("router-1000-turns", turns: 1000, streams: false),
    routerOverhead("router-streamed-1000-turns", turns: 1000, streams: true),
    hedgedFirstContent,
    idleSession,
  ]

  /// What the rows of this file have run in a process of its own.
  static let routingChildren: [String: @Sendable () async throws -> Double] = [
    "idle-sessions": { try await growth(with: idleSessions) },
    "idle-transcripts": { try await growth(with: idleTranscripts) },
  ]

  private static func routerOverhead(_ name: String, turns: Int, streams: Bool) -> BenchmarkRow {
    BenchmarkRow(
      name: name,
      summary: "a \(streams ? "streamed" : "whole") answer after \(turns) turns by the first of two"
        + " instant models, against that model alone",
      unit: "µs",
      bar: .excess(atMost: 20, text: "≤ 20 µs over the model", isAboutTime: true),
      pairs: 25,
      prepare: {
        let model = InstantModel("first", .onDevice)
        let hybrid = HybridModel(primary: model, secondary: InstantModel("second", .inCloud))
        let history = transcript(ofTurns: turns)
        return .init(
          candidate: { try await medianTime(of: hybrid, history, streams: streams) },
          reference: { try await medianTime(of: model, history, streams: streams) }
        )
      }
    )
  }

  /// The median of the times of many requests, in microseconds.
  private static func medianTime(
    of model: any LanguageModel,
    _ history: Transcript,
    streams: Bool
  ) async throws -> BenchmarkRow.Sample {
    var times: [Double] = []
    for _ in 0..<400 {
      let session = GenerativeModelSession(model: model, transcript: history)
      let seconds = try await BenchmarkRow.seconds {
        if streams {
          try await session.streamResponse(to: "Hi").collect()
        } else {
          try await session.respond(to: "Hi")
        }
      }
      times.append(seconds * 1e6)
    }
    return .init(value: times.sorted()[times.count / 2], work: times.count)
  }

  private static let hedgedFirstContent = BenchmarkRow(
    name: "hedged-first-content",
    summary: "first content of a hedge after 20 ms over models of 200 ms and 10 ms, against the"
      + " second model asked after 20 ms",
    unit: "ms",
    bar: .excess(atMost: 5, text: "≤ 5 ms over the model", isAboutTime: true),
    pairs: 25,
    prepare: {
      let delay = Duration.milliseconds(20)
      let second = InstantModel("second", .inCloud, pause: .milliseconds(10))
      let hybrid = HybridModel(
        primary: InstantModel("first", .onDevice, pause: .milliseconds(200)),
        secondary: second,
        policy: HybridPolicy(hedgeDelay: delay)
      )
      return .init(
        candidate: { try await firstContent(of: hybrid, after: .zero) },
        reference: { try await firstContent(of: second, after: delay) }
      )
    }
  )

  private static func firstContent(
    of model: any LanguageModel,
    after delay: Duration
  ) async throws -> BenchmarkRow.Sample {
    var count = 0
    let seconds = try await BenchmarkRow.seconds {
      if delay > .zero { try await Task.sleep(for: delay, tolerance: .zero) }
      let session = GenerativeModelSession(model: model)
      for try await _ in session.streamResponse(to: "Hi") {
        count += 1
        break
      }
    }
    return .init(value: seconds * 1000, work: count)
  }

  private static let idleSession = BenchmarkRow(
    name: "idle-session",
    summary: "peak memory for each of 5,000 sessions that have answered 8 times, against their"
      + " transcripts alone",
    unit: "KB",
    bar: .excess(atMost: 10, text: "≤ 10 KB over the transcript", isAboutTime: false),
    pairs: 3,
    prepare: {
      .init(
        candidate: { .init(value: try child("idle-sessions"), work: 1) },
        reference: { .init(value: try child("idle-transcripts"), work: 1) }
      )
    }
  )

  private static let sessionCount = 5000
  private static let turnCount = 8

  /// By how much this process' memory grows for each thing that is made, in kilobytes.
  private static func growth(with make: () async throws -> [any Sendable]) async throws -> Double {
    let before = megabytesAtPeak
    let things = try await make()
    return withExtendedLifetime(things) {
      (megabytesAtPeak - before) * 1000 / Double(things.count)
    }
  }

  private static func idleSessions() async throws -> [any Sendable] {
    let hybrid = HybridModel(
      primary: InstantModel("first", .onDevice),
      secondary: InstantModel("second", .inCloud)
    )
    var sessions: [GenerativeModelSession] = []
    for _ in 0..<sessionCount {
      let session = GenerativeModelSession(model: hybrid)
      for turn in 0..<turnCount { try await session.respond(to: prompt(turn)) }
      sessions.append(session)
    }
    return sessions
  }

  private static func idleTranscripts() async throws -> [any Sendable] {
    (0..<sessionCount).map { _ in
      var transcript = Transcript()
      for turn in 0..<turnCount {
        transcript.append(contentsOf: entries(ofTurn: turn))
      }
      return transcript
    }
  }

  private static func transcript(ofTurns count: Int) -> Transcript {
    Transcript(entries: (0..<count).flatMap(entries))
  }

  private static func entries(ofTurn turn: Int) -> [Transcript.Entry] {
    [
      .init(content: .init(role: .user, parts: [.text(prompt(turn))])),
      .init(content: .init(role: .model, parts: [.text(InstantModel.text)]), modelVersion: "first"),
    ]
  }

  private static func prompt(_ turn: Int) -> String { "What comes after number \(turn), please?" }
}
