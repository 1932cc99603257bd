/// The time as a route sees it: the one seam for tests.
package struct RouteClock: Sendable {
  /// The time since a fixed point.
  var now: @Sendable () -> Duration
  /// Waits; throws `CancellationError`.
  var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The machine's clock.
  static let continuous: RouteClock = {
    let start = ContinuousClock.now
    return RouteClock(
      now: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0, tolerance: .zero) }
    )
  }()
}
