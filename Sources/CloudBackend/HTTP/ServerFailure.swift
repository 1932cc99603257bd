import Foundation
import HybridInference

/// An error that the server answered with: by its HTTP status, or inside an answer.
struct ServerFailure {
  /// The most characters of a message that are kept.
  private static let maximumMessageLength = 4_000

  private let error: BackendError
  private let retryAfter: Duration?

  /// An answer with a status that is no success.
  init(head: HTTPHead, body: Data, now: Date = .now) {
    let wire = Self.status(in: body)
    error = BackendError(
      code: head.status,
      status: wire?.status,
      message: wire.map { Self.shortened($0.message ?? "") } ?? Excerpt.of(body),
      details: wire?.details ?? []
    )
    retryAfter =
      Self.retryDelay(in: error.details)
      ?? head.headers["retry-after"].flatMap { Self.retryAfter($0, now: now) }
  }

  /// An error inside an answer.
  init(_ wire: Wire.ErrorStatus) {
    error = BackendError(
      code: wire.code ?? 0,
      status: wire.status,
      message: Self.shortened(wire.message ?? ""),
      details: wire.details ?? []
    )
    retryAfter = Self.retryDelay(in: error.details)
  }

  /// The failure, and whether another attempt may help.
  var attemptFailure: AttemptFailure {
    let isPassing = [408, 429, 500, 502, 503, 504].contains(error.code) && !isDailyQuota
    return AttemptFailure(
      error.code == 429 ? .rateLimited(retryAfter: retryAfter) : .backend(error),
      isPassing ? retryAfter.map { .after($0) } ?? .backOff : .never
    )
  }

  /// The error in a body: an object, or an array of one as the API sends it to some streams.
  private static func status(in body: Data) -> Wire.ErrorStatus? {
    let decoder = JSONDecoder()
    return (try? decoder.decode(Wire.ErrorBody.self, from: body))?.error
      ?? (try? decoder.decode([Wire.ErrorBody].self, from: body))?.first?.error
  }

  private static func shortened(_ message: String) -> String {
    message.count > maximumMessageLength
      ? message.prefix(maximumMessageLength) + "…" : message
  }
}

extension ServerFailure {
  /// Whether a quota per day is used up: it is not free again for hours.
  private var isDailyQuota: Bool {
    error.details.contains { detail in
      guard detail.isDetail("QuotaFailure"),
        case .array(let violations) = detail["violations"]?.kind
      else { return false }
      return violations.contains { $0["quotaId"]?.stringValue?.contains("PerDay") ?? false }
    }
  }

  private static func retryDelay(in details: [GeneratedContent]) -> Duration? {
    details.lazy.filter { $0.isDetail("RetryInfo") }
      .compactMap { $0["retryDelay"]?.stringValue }
      .compactMap(seconds(_:)).first
  }

  /// A duration as JSON has it: seconds with up to nine decimals, and an `s`.
  private static func seconds(_ text: String) -> Duration? {
    guard text.hasSuffix("s") else { return nil }
    return duration(ofSeconds: text.dropLast())
  }

  private static func duration(ofSeconds text: some StringProtocol) -> Duration? {
    guard let seconds = Double(text), (0...1e9).contains(seconds) else { return nil }
    return .seconds(seconds)
  }

  /// The header's value: seconds, or a date.
  private static func retryAfter(_ text: String, now: Date) -> Duration? {
    if let delay = duration(ofSeconds: text.trimmingCharacters(in: .whitespaces)) { return delay }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}

extension GeneratedContent {
  /// Whether it is an error detail of this kind of `google.rpc`.
  fileprivate func isDetail(_ kind: String) -> Bool {
    self["@type"]?.stringValue?.hasSuffix("google.rpc." + kind) ?? false
  }
}
