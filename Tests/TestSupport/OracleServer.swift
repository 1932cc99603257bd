package import Foundation
package import HybridInference
import Synchronization
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The strict stand-in for the Gemini API in `Tests/Oracle`, as a child process.
///
/// One process serves all tests of a run. It ends with the tests, however they end.
package final class OracleServer: Sendable {
  /// The API key that it accepts.
  package static let apiKey = "test-key"
  /// The access token that it accepts on Vertex paths.
  package static let accessToken = "test-token"

  /// Where it listens.
  package let baseURL: URL

  /// Ends the server when it is closed, also by the end of this process.
  private let lifeline: FileHandle

  private static let running = Mutex<Result<OracleServer, any Error>?>(nil)

  /// The server of this run, started if need be.
  ///
  /// - Returns: The server.
  /// - Throws: `XCTSkip` with the reason when it cannot run here; on CI ``Unavailable``.
  package static func shared() throws -> OracleServer {
    let result = running.withLock { running in
      let result = running ?? Result { try OracleServer() }
      running = result
      return result
    }
    do {
      return try result.get()
    } catch let error as Unavailable where ProcessInfo.processInfo.environment["CI"] != "true" {
      throw XCTSkip(error.description)
    }
  }

  /// A server of its own, for example as the target of a redirect.
  ///
  /// - Parameters:
  ///   - key: The API key that it accepts.
  ///   - python: What runs it; `nil`: the Python that has its packages.
  /// - Throws: ``Unavailable``, with what the server wrote to standard error.
  package init(apiKey key: String = OracleServer.apiKey, python: String? = nil) throws {
    let script = SharedMaterial.packageRoot.appending(path: "Tests/Oracle/gemini_server.py")
    guard FileManager.default.fileExists(atPath: script.path) else {
      throw Unavailable(description: "Tests/Oracle is missing")
    }
    let input = Pipe()
    let output = Pipe()
    let errors = ErrorOutput()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // Waits for the end of this process, seen as the end of its input, and ends the server then.
    // Its outputs are the server's alone, so that they end with a server that does not start.
    let watch = #""$@" </dev/null & server=$!; exec >&- 2>&-; read -r line; kill -9 $server"#
    process.arguments =
      ["-c", watch, "sh", try python ?? Self.python(), script.path]
      + ["--port", "0", "--api-key", key, "--bearer", Self.accessToken]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors.pipe
    try process.run()
    lifeline = input.fileHandleForWriting
    let line = Self.firstLine(of: output.fileHandleForReading)
    guard let address = line.split(separator: " ").last, let url = URL(string: String(address)),
      line.hasPrefix("listening on ")
    else {
      // Ends one that runs all the same, and with it what it writes.
      try? lifeline.close()
      throw Unavailable(
        description: "the stand-in server does not start: \(line)\n\(errors.whole())"
      )
    }
    baseURL = url
  }

  deinit {
    try? lifeline.close()
  }

  /// Why the server cannot run here.
  package struct Unavailable: Error, CustomStringConvertible {
    /// The reason.
    package let description: String
  }
}

extension OracleServer {
  /// One request as the server saw it, and what it did with it.
  package struct Record: Decodable, Sendable {
    package var method: String
    package var path: String
    package var query: [String: String]
    package var headers: [String: String]
    package var body: GeneratedContent?
    /// The same for requests over the same connection.
    package var connection: Int
    /// `right`, `wrong` or `missing`.
    package var key: String
    /// Where else than in its header the API key was.
    package var keyLeaks: [String]
    package var scenario: String?
    package var status: Int?
    /// Why the request was refused, if it was.
    package var error: String?
    package var bytesSent: Int
    /// Whether the connection was closed before the answer ended.
    package var cut: Bool
  }

  /// One step of a script: what the server does with the next requests.
  package struct Step: Encodable, Sendable {
    var name: String
    var args: [String: GeneratedContent]
    var times: Int?

    /// Plays a scenario for so many requests, or for all.
    package init(_ name: String, _ args: [String: GeneratedContent] = [:], times: Int? = nil) {
      self.name = name
      self.args = args
      self.times = times
    }
  }

  /// Forgets the script and the record.
  package func reset() async throws {
    _ = try await control("reset", post: Data())
  }

  /// Plays these steps, in order.
  package func play(_ steps: Step...) async throws {
    _ = try await control("scenario", post: JSONEncoder().encode(steps))
  }

  /// The names of all scenarios.
  package func scenarios() async throws -> [String] {
    try JSONDecoder().decode([String].self, from: try await control("scenarios", post: nil))
  }

  /// All requests since the last reset.
  package func requests() async throws -> [Record] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Record].self, from: try await control("requests", post: nil))
  }

  /// The requests, as soon as they are as expected; or as they are after five seconds.
  package func requests(until isExpected: ([Record]) -> Bool) async throws -> [Record] {
    for _ in 0..<100 {
      let records = try await requests()
      if isExpected(records) { return records }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await requests()
  }

  private func control(_ name: String, post body: Data?) async throws -> Data {
    var request = URLRequest(url: baseURL.appending(path: "_oracle/" + name))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.httpBody = body
    return try await withCheckedThrowingContinuation { continuation in
      URLSession.shared.dataTask(with: request) { data, _, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(data ?? Data()))
      }.resume()
    }
  }
}

extension OracleServer {
  private static func python() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let python = environment["HYBRID_INFERENCE_TEST_PYTHON"], !python.isEmpty { return python }
    let python = SharedMaterial.packageRoot.appending(path: ".build/oracle-venv/bin/python").path
    if FileManager.default.isExecutableFile(atPath: python) { return python }
    let check = Process()
    check.executableURL = URL(filePath: "/usr/bin/env")
    check.arguments = ["python3", "-c", "import google.ai.generativelanguage"]
    check.standardError = FileHandle.nullDevice
    try check.run()
    check.waitUntilExit()
    guard check.terminationStatus == 0 else {
      throw Unavailable(
        description: "no Python with the packages of Tests/Oracle/requirements.txt;"
          + " Tests/run.sh makes one"
      )
    }
    return "python3"
  }

  private static func firstLine(of handle: FileHandle) -> String {
    var line = Data()
    while !line.contains(0x0A) {
      let data = handle.availableData
      if data.isEmpty { break }
      line += data
    }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
