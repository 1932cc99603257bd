/// All rows, in the order of the table.
///
/// A group of rows is a file in `Rows`: an extension with a static list of them.
enum BenchmarkRows {
  static let all: [BenchmarkRow] =
    eventStream + streaming + routing + onDeviceSpeed + onDeviceSharing + structured

  /// What rows have run in a process of its own (`Benchmark --child NAME`), by name: it prints the
  /// number that is returned.
  static let children: [String: @Sendable () async throws -> Double] =
    onDeviceChildren
    .merging(streamingChildren) { $1 }
    .merging(routingChildren) { $1 }
}
