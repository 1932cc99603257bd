// swift-format-ignore-file
// Every Swift snippet of the article Performance, as it stands there. `ArticleTests` compares.

import HybridInference

enum PerformanceSnippets {
  static func prewarm(_ session: GenerativeModelSession) {
    session.prewarm()  // when the user opens the screen
  }

  static func policy() -> HybridPolicy {
    let policy = HybridPolicy(
      firstContentDeadline: .seconds(4), hedgeDelay: .seconds(1), coolDown: CoolDown())
    return policy
  }

  static func totals(of session: GenerativeModelSession) {
    for totals in session.modelTotals {
      print(totals.modelName, totals.requests, totals.failures)
      print(totals.promptTokenCount, totals.cachedContentTokenCount)
      print(totals.answerTokenCount)
      print(totals.timeToFirstContent(percentile: 95) ?? .zero)
    }
  }
}
