import Foundation

/// A process of its own that keeps one core busy, as other programs on the machine do.
enum BusyNeighbour {
  /// What the process does: it computes until its parent is gone or ends it, and a minute at most.
  static func work() -> Double {
    let parent = getppid()
    let end = ContinuousClock.now + .seconds(60)
    FileHandle.standardOutput.write(Data("busy\n".utf8))
    var hash: UInt64 = 1
    while getppid() == parent, ContinuousClock.now < end {
      for number in 0..<UInt64(1_000_000) { hash = (hash ^ number) &* 0x100_0000_01B3 }
    }
    // The result is used, so that the work is not left out.
    return Double(hash % 2)
  }

  /// Does something while the process runs.
  static func beside<Value>(_ body: () async throws -> Value) async throws -> Value {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--child", "busy"]
    let output = Pipe()
    process.standardOutput = output
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    // It says when it has begun.
    _ = output.fileHandleForReading.availableData
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // A signal that cannot be blocked: children of a task's thread inherit that it blocks all others.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    for await _ in ends {}
    return try result.get()
  }
}
