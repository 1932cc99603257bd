/// Decides how many threads compute, from how long steps take.
///
/// llama.cpp's threads wait for each other many times in a step, by spinning. When another process
/// takes one of their cores, each wait can cost a time slice, and a step takes ten or a hundred
/// times as long; one thread less, and all is well. Whether that is so can only be tried: now and
/// then a step or two run with one thread more or less, at once when a step was unusually slow. A
/// step that takes far too long is given up, and begun anew with another number.
///
/// It does nothing itself, and reads no clock.
struct ThreadGovernor {
  /// The most threads.
  let limit: Int
  /// How many threads the next step is to use.
  private(set) var threads: Int

  /// What steps of about the same number of tokens cost, in seconds.
  private struct Costs {
    /// The last steps, for each number of threads.
    private var recent: [Int: [Double]] = [:]
    /// What a step costs when nothing is in the way.
    ///
    /// It rises slowly, as conversations grow.
    private(set) var usual = Double.infinity

    /// The mean of the last steps without the slowest of them: one that was interrupted, or was the
    /// first after a pause, says nothing of the next.
    func mean(threads: Int) -> Double? {
      guard let steps = recent[threads], let slowest = steps.max() else { return nil }
      return steps.count == 1 ? slowest : (steps.reduce(0, +) - slowest) / Double(steps.count - 1)
    }

    /// Whether a step was unusually slow, and was not the only one of the last steps.
    func isSlow(_ seconds: Double, threads: Int) -> Bool {
      let isSlow = { $0 > 3 * self.usual }
      return isSlow(seconds) && recent[threads, default: []].contains(where: isSlow)
    }

    mutating func record(_ seconds: Double, threads: Int) {
      var steps = recent[threads, default: []]
      if steps.count == 8 { steps.removeFirst() }
      steps.append(seconds)
      recent[threads] = steps
    }

    /// Makes steps of a trial all that is known of a number of threads.
    mutating func restart(threads: Int, with steps: [Double]) {
      recent[threads] = steps
    }

    mutating func noteUsual(_ seconds: Double) {
      usual = min(usual * 1.002, seconds)
    }
  }

  /// A trial of another number of threads.
  private struct Trial {
    var home: Int
    var bucket: Int
    var durations: [Double] = []
    var patience = 6
  }

  private var costs: [Int: Costs] = [:]
  private var trial: Trial?
  private var sinceTrial = 0.0
  private var interval = firstInterval
  /// How many trials of fewer threads were in vain, one after the other.
  private var vainTrials = 0

  /// How long, in seconds, until the next trial: longer each time that one was in vain.
  private static let firstInterval = 1.0
  private static let shortestInterval = 0.25
  private static let longestInterval = 4.0
  /// The same for fewer threads than are at work undisturbed: a neighbour shows in slow steps.
  private static let longestIdleInterval = 16.0
  /// Steps of more tokens are not used for trials: they take too long.
  private static let longestTrialStep = 32

  /// Begins with all threads.
  init(limit: Int) {
    self.limit = max(1, limit)
    threads = self.limit
  }

  /// A step was completed.
  ///
  /// - Parameters:
  ///   - tokens: How many tokens it read.
  ///   - seconds: How long it took.
  mutating func record(tokens: Int, seconds: Double) {
    record(tokens: tokens, seconds: seconds, wasGivenUp: false)
  }

  /// A step was given up, since its ``patience(tokens:)`` was over.
  ///
  /// - Parameters:
  ///   - tokens: How many tokens it would have read.
  ///   - seconds: How long it had taken.
  mutating func recordGivenUp(tokens: Int, seconds: Double) {
    record(tokens: tokens, seconds: seconds, wasGivenUp: true)
  }

  /// How long the next step may take, in seconds, before it is given up; `nil`: as long as it takes.
  ///
  /// - Parameter tokens: How many tokens it reads.
  /// - Returns: The time: many times what such a step takes undisturbed, as far as that is known.
  func patience(tokens: Int) -> Double? {
    guard threads > 1, tokens > 0 else { return nil }
    let bucket = Self.bucket(of: tokens)
    if let trial {
      guard threads > trial.home, bucket == trial.bucket,
        let home = costs[bucket]?.mean(threads: trial.home)
      else { return nil }
      return max(0.1, 4 * home)
    }
    // A step of twice as many tokens takes at most twice as long.
    let usual = costs.map { known, costs in costs.usual * Double(1 << max(0, bucket - known)) }
      .min()
    return usual.flatMap { $0.isFinite ? max(0.25, 20 * $0) : nil }
  }

  /// Steps of about the same number of tokens have one.
  private static func bucket(of tokens: Int) -> Int { Int.bitWidth - tokens.leadingZeroBitCount }

  private mutating func record(tokens: Int, seconds: Double, wasGivenUp: Bool) {
    guard limit > 1, tokens > 0 else { return }
    let bucket = Self.bucket(of: tokens)
    var known = costs[bucket] ?? Costs()
    let isSlow = wasGivenUp || known.isSlow(seconds, threads: threads)
    if !wasGivenUp { known.noteUsual(seconds) }
    if trial == nil { known.record(seconds, threads: threads) }
    costs[bucket] = known
    if trial != nil {
      proceed(bucket: bucket, seconds: seconds)
    } else {
      sinceTrial += seconds
      consider(bucket: bucket, isSlow: isSlow, isShort: tokens <= Self.longestTrialStep)
    }
  }

  /// Whether trials go down by more than one: at first, when it is not known what is usual.
  private var triesFew: Bool { vainTrials < 3 }

  /// A number to try when steps are slow: one less, then half, then one.
  private var fewerThreads: Int {
    switch vainTrials % 3 {
    case 0: threads - 1
    case 1: max(1, threads / 2)
    default: 1
    }
  }

  /// Begins a trial if it is time for one.
  private mutating func consider(bucket: Int, isSlow: Bool, isShort: Bool) {
    let candidate: Int
    if isSlow, threads > 1 {
      candidate = fewerThreads
      interval = Self.shortestInterval
    } else if isShort, sinceTrial >= interval {
      candidate = threads < limit ? threads + 1 : triesFew ? fewerThreads : threads - 1
    } else {
      return
    }
    trial = Trial(home: threads, bucket: bucket)
    threads = candidate
    sinceTrial = 0
  }

  /// Takes a step of a trial in, and ends the trial when it is clear.
  private mutating func proceed(bucket: Int, seconds: Double) {
    guard var trial else { return }
    trial.patience -= 1
    if bucket == trial.bucket { trial.durations.append(seconds) }
    let home = costs[trial.bucket]?.mean(threads: trial.home) ?? 0
    let mean = trial.durations.reduce(0, +) / Double(max(1, trial.durations.count))
    let isHopeless = trial.durations.count == 1 && mean > home
    guard isHopeless || trial.durations.count == 2 || trial.patience == 0 else {
      self.trial = trial
      return
    }
    self.trial = nil
    if !trial.durations.isEmpty, mean < 0.9 * home {
      costs[trial.bucket]?.restart(threads: threads, with: trial.durations)
      interval = Self.shortestInterval
      vainTrials = 0
    } else {
      if threads < trial.home { vainTrials += 1 }
      threads = trial.home
      interval = min(
        interval * 2,
        threads < limit ? Self.longestInterval : Self.longestIdleInterval
      )
    }
  }
}
