import Foundation

/// What this machine has for a model.
struct Machine: Sendable, Hashable {
  /// How much memory there is, in bytes.
  var memory: UInt64
  /// How many threads compute best: one for each physical core.
  var threads: Int

  /// The machine that this process runs on.
  static let current = Machine(memory: physicalMemory(), threads: physicalCores())

  /// Whether a model and its context fit.
  ///
  /// The weights are mapped, but run well only when they stay in memory.
  func canHold(_ header: GGUFHeader, context: ContextPlan) -> Bool {
    // No more than the model was trained for is ever made.
    let size = min(context.contextSize, header.trainedContextSize ?? .max)
    let tokens = UInt64(clamping: size)
      .multipliedReportingOverflow(by: UInt64(clamping: context.sequences))
    guard !tokens.overflow else { return false }
    let cache = tokens.partialValue.multipliedReportingOverflow(
      by: header.contextBytesPerToken ?? 0
    )
    let all = header.tensorBytes.addingReportingOverflow(cache.partialValue)
    return !cache.overflow && !all.overflow && all.partialValue <= memory
  }

  private static func physicalMemory() -> UInt64 {
    let physical = ProcessInfo.processInfo.physicalMemory
    // A container may have less than its machine.
    let limit = (try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8))
      .flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    return min(physical, limit ?? physical)
  }

  private static func physicalCores() -> Int {
    let available = ProcessInfo.processInfo.activeProcessorCount
    #if canImport(Darwin)
    // Efficiency cores would hold the others up.
    var count: Int32 = 0
    var size = MemoryLayout<Int32>.size
    let failed = sysctlbyname("hw.perflevel0.physicalcpu", &count, &size, nil, 0) != 0
    let physical = failed ? available : Int(count)
    #else
    let physical =
      (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)).flatMap(coreCount)
      ?? available
    #endif
    return max(1, min(physical, available, 16))
  }

  /// How many physical cores `/proc/cpuinfo` lists; `nil` when it does not tell.
  static func coreCount(inCPUInfo text: String) -> Int? {
    var cores = Set<String>()
    var package = ""
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 2 else { continue }
      if fields[0] == "physical id" { package = fields[1] }
      if fields[0] == "core id" { cores.insert("\(package)/\(fields[1])") }
    }
    return cores.isEmpty ? nil : cores.count
  }
}
