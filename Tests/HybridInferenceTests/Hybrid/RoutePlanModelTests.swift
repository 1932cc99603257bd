import Foundation
import TestSupport
import XCTest

@testable import HybridInference

/// Random routes: the plan against the reference.
final class RoutePlanModelTests: XCTestCase {
  private static let request = ModelRequest(transcript: Transcript())

  func testRandomRoutes() {
    let name = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_TEST_SEED"]
    let seed = name.flatMap(UInt64.init) ?? 6
    // A seed that is named is the one to look at.
    let count = name == nil ? 100_000 : 1
    var outcomes: [String: Int] = [:]
    for offset in 0..<count {
      var random = SeededGenerator(seed: seed &+ UInt64(offset))
      switch run(with: &random) {
      case .success(let outcome): outcomes[outcome, default: 0] += 1
      case .failure(let difference):
        return XCTFail(
          "HYBRID_INFERENCE_TEST_SEED=\(seed &+ UInt64(offset)): \(difference)"
        )
      }
    }
    guard count > 1 else { return }
    // All ways to end came up, and often.
    for outcome in ["finish", "fail", "fail all", "open"] {
      XCTAssertGreaterThan(outcomes[outcome, default: 0], 1000, "\(outcomes)")
    }
  }

  /// Where plan and reference differ.
  private struct Difference: Error {
    var sample: RoutePolicySample
    var candidates: [RoutePlan.Candidate]
    var events: [RouteEventSample]
    var plan: [RouteReference.Step]
    var reference: [RouteReference.Step]
  }

  /// Runs one route to its end, or for a while; tells how it ended.
  private func run(with random: inout SeededGenerator) -> Result<String, Difference> {
    let sample = policy(with: &random)
    let candidates = candidates(with: &random)
    var reference = RouteReference(sample, candidates)
    var plan = RoutePlan(policy: sample.policy, request: Self.request, candidates: candidates)
    var now = Duration.zero
    var events: [RouteEventSample] = []
    var steps = reference.begin()
    var taken = plan.begin().compactMap(RouteReference.Step.init)
    var end = steps.last
    while taken == steps, events.count < 10 {
      now += .milliseconds(Int(random.next() % 1500))
      let event = event(after: steps, with: &random)
      events.append(event)
      steps = reference.handle(event, at: now)
      taken = plan.handle(event.event, at: now).compactMap(RouteReference.Step.init)
      end = steps.last ?? end
    }
    guard taken == steps else {
      return .failure(
        Difference(
          sample: sample,
          candidates: candidates,
          events: events,
          plan: taken,
          reference: steps
        )
      )
    }
    switch end {
    case .finish: return .success("finish")
    case .fail(let faults): return .success(faults.count > 1 ? "fail all" : "fail")
    default: return .success("open")
    }
  }

  private func policy(with random: inout SeededGenerator) -> RoutePolicySample {
    let bits = random.next()
    return RoutePolicySample(
      rule: RoutePolicySample.Rule.allCases[Int(bits % 4)],
      deadline: bits & 16 == 0 ? nil : .seconds(3),
      hedge: bits & 32 == 0 ? nil : .seconds(1),
      continues: bits & 64 != 0
    )
  }

  private func candidates(with random: inout SeededGenerator) -> [RoutePlan.Candidate] {
    let bits = random.next()
    let choices: [RoutePlan.Choice] =
      switch bits % 16 {
      case 0: []
      case 1: [.primary]
      case 2: [.secondary]
      case 3...6: [.secondary, .primary]
      default: [.primary, .secondary]
      }
    return choices.enumerated().map { place, choice in
      let own = bits >> (8 + 8 * UInt64(place))
      return RoutePlan.Candidate(
        choice: choice,
        name: choice == .primary ? "first" : "second",
        source: own & 1 == 0 ? .onDevice : .inCloud,
        canContinue: own & 6 != 0,
        isCoolingDown: own & 24 == 0
      )
    }
  }

  /// An event: mostly one that may come now, at times one that comes too late or too early.
  private func event(
    after last: [RouteReference.Step],
    with random: inout SeededGenerator
  ) -> RouteEventSample {
    let bits = random.next()
    let fault = RouteFault.allCases[Int(bits >> 8) % RouteFault.allCases.count]
    if bits & 7 != 0, case .ask(let choice, let role)? = last.last {
      return bits & 48 == 0 ? .refused(choice, role, fault) : .started(choice, role)
    }
    let choice: RoutePlan.Choice = bits & 8 == 0 ? .primary : .secondary
    let roles: [RoutePlan.Role] = [.first, .fallback, .hedge, .continuation]
    let role = roles[Int(bits >> 20 & 3)]
    switch bits >> 16 & 15 {
    case 0: return .started(choice, role)
    case 1: return .refused(choice, role, fault)
    case 2...5: return .content(choice)
    case 6, 7: return .ended(choice)
    case 8...11: return .failed(choice, fault)
    case 12, 13: return .hedge
    default: return .deadline
    }
  }
}
