import Foundation
import HybridInference
import LocalBackend
import Synchronization

extension BenchmarkRows {
  /// What is measured in processes of their own.
  static let onDeviceChildren: [String: @Sendable () async throws -> Double] = [
    "first-token": {
      let start = ContinuousClock.now
      _ = try await OnDevice.ask("Why is the sky blue?", count: 1, of: try OnDevice.model())
      return start.duration(to: .now) / .milliseconds(1)
    },
    "first-token-raw": {
      let start = ContinuousClock.now
      try await rawAnswer(to: "Why is the sky blue?", count: 1)
      return start.duration(to: .now) / .milliseconds(1)
    },
    "busy": { BusyNeighbour.work() },
    "memory": {
      let model = try OnDevice.model()
      _ = try await OnDevice.ask(OnDevice.freshText(tokens: 256), count: 64, of: model)
      return try OnDeviceChild.peakMegabytes()
    },
    "memory-raw": {
      try await rawAnswer(to: OnDevice.freshText(tokens: 256), count: 64)
      return try OnDeviceChild.peakMegabytes()
    },
  ]

  private static func rawAnswer(to prompt: String, count: Int) async throws {
    let raw = RawThread(path: try OnDevice.path(), contextSize: 4096, threads: OnDevice.threads)
    try await raw.run { raw in
      _ = try raw.generate([raw.tokens(ofPrompt: prompt)], count: count)
    }
  }
}

/// A process of its own for a part of a row.
enum OnDeviceChild {
  /// Runs this program with `--child`, and gives the number that it prints.
  static func run(_ name: String) async throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--child", name]
    let output = Pipe()
    process.standardOutput = output
    // llama.cpp's log goes there, in the raw loop.
    process.standardError = FileHandle.nullDevice
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ends {}
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw RawModel.Failure(what: "the child \(name) ended with \(process.terminationStatus)")
    }
    return number
  }

  /// The most memory that this process has had.
  static func peakMegabytes() throws -> Double {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { throw BenchmarkRow.Skipped(reason: "this system does not tell a process's memory") }
    return kilobytes * 1024 / 1e6
  }
}
