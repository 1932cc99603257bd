import CloudBackend
import Foundation
import HybridInference
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension BenchmarkRows {
  /// Streamed answers from a server on this machine.
  static let streaming: [BenchmarkRow] = [firstSnapshot, streamMemory]

  /// What the rows of this file have run in a process of its own.
  static let streamingChildren: [String: @Sendable () async throws -> Double] = [
    "stream-memory": streamInThisProcess
  ]

  private static let firstSnapshot = BenchmarkRow(
    name: "first-snapshot",
    summary: "first byte of the body written to first snapshot, against a bare URLSession delegate",
    unit: "ms",
    bar: .excess(atMost: 1, text: "≤ 1 ms over the delegate", isAboutTime: true),
    pairs: 41,
    prepare: {
      let event = typicalEvents(ofAtLeast: 1)
      let server = try LoopbackServer { write in
        // So that head and body do not come at once.
        usleep(5_000)
        write(event)
        usleep(20_000)
        write(lastEvent)
      }
      let model = GeminiModel(
        name: "m",
        api: .developer(apiKey: "k", baseURL: server.url),
        requestOptions: .init(retry: .none)
      )
      let session = BareSession()
      return .init(
        candidate: {
          let stream = GenerativeModelSession(model: model).streamResponse(to: "Hi")
          var first: ContinuousClock.Instant?
          for try await _ in stream { first = first ?? .now }
          return sample(from: server.firstWrite, to: first)
        },
        reference: {
          let first = await session.firstData(of: server.url)
          return sample(from: server.firstWrite, to: first)
        }
      )
    }
  )

  private static func sample(
    from start: ContinuousClock.Instant?,
    to end: ContinuousClock.Instant?
  ) -> BenchmarkRow.Sample {
    guard let start, let end else { return .init(value: .nan, work: 0) }
    return .init(value: start.duration(to: end) / .milliseconds(1), work: 1)
  }

  private static let streamMemory = BenchmarkRow(
    name: "stream-memory",
    summary: "peak memory of a process that streams an answer of 100 MB, against the text's size",
    unit: "MB",
    bar: .ratio(atMost: 3, isAboutTime: false),
    pairs: 3,
    prepare: {
      let server = try LoopbackServer { write in
        let event = largeEvent(of: pieceSize)
        for _ in 0..<textSize / pieceSize { write(event) }
        write(lastEvent)
      }
      return .init(
        candidate: {
          let peak = try child("stream-memory", environment: ["BENCHMARK_URL": "\(server.url)"])
          return .init(value: peak, work: 1)
        },
        reference: { .init(value: Double(textSize) / 1e6, work: 1) }
      )
    }
  )

  private static let textSize = 100_000_000
  private static let pieceSize = 250_000

  private static let lastEvent = Data(
    (#"data: {"candidates": [{"finishReason": "STOP"}]}"# + "\r\n\r\n").utf8
  )

  private static func largeEvent(of size: Int) -> Data {
    let text = String(repeating: "x", count: size)
    return Data(
      (#"data: {"candidates": [{"content": {"parts": [{"text": ""# + text + #""}]}}]}"#).utf8
    ) + Data("\r\n\r\n".utf8)
  }

  /// Streams an answer and keeps no snapshot; gives the peak of this process' memory in megabytes.
  private static func streamInThisProcess() async throws -> Double {
    let address = ProcessInfo.processInfo.environment["BENCHMARK_URL"] ?? ""
    guard let url = URL(string: address) else { throw BenchmarkRow.Skipped(reason: "no address") }
    let model = GeminiModel(name: "m", api: .developer(apiKey: "k", baseURL: url))
    var size = 0
    for try await snapshot in GenerativeModelSession(model: model).streamResponse(to: "Hi") {
      size = snapshot.content.utf8.count
    }
    guard size == textSize else { throw GenerationError.decodingFailure(reason: "it has \(size)") }
    return megabytesAtPeak
  }

  /// The peak of this process' memory, in megabytes.
  static var megabytesAtPeak: Double {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1e6
    #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
  }

  /// Runs a child of ``children`` in a process of its own and gives its number.
  static func child(_ name: String, environment: [String: String] = [:]) throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--child", name]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkRow.Skipped(reason: "the child process gave no number")
    }
    return number
  }
}

/// A URLSession with the smallest delegate there can be.
private final class BareSession: NSObject, URLSessionDataDelegate {
  private let session = Mutex<URLSession?>(nil)
  private let arrivals = Mutex<[Int: ContinuousClock.Instant]>([:])
  private let waiters = Mutex<[Int: CheckedContinuation<Void, Never>]>([:])

  /// When the first bytes of the body came.
  func firstData(of url: URL) async -> ContinuousClock.Instant? {
    // One for all requests, as a client has.
    let session = session.withLock { session in
      let existing =
        session ?? URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      session = existing
      return existing
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data("{}".utf8)
    let task = session.dataTask(with: request)
    await withCheckedContinuation { continuation in
      waiters.withLock { $0[task.taskIdentifier] = continuation }
      task.resume()
    }
    return arrivals.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let now = ContinuousClock.now
    arrivals.withLock { $0[dataTask.taskIdentifier] = $0[dataTask.taskIdentifier] ?? now }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    waiters.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.resume()
  }
}
