import Foundation
import HybridInference

/// An error that the server answered with: by its HTTP status, or inside an answer.
struct ServerFailure {
  /// The most scalars of a message that are kept.
  private static let maximumMessageLength = 4_000

  private let error: BackendError
  private let retryAfter: Duration?

  /// An answer with a status that is no success.
  init(head: HTTPHead, body: Data, now: Date = .now, redactor: Redactor = .none) {
    let wire = Self.status(in: body)
    error = Self.shown(
      BackendError(
        code: head.status,
        status: wire?.status,
        message: wire.map { $0.message ?? "" } ?? Excerpt.of(body, redactor),
        details: wire?.details ?? []
      ),
      redactor
    )
    retryAfter =
      Self.retryDelay(in: error.typedDetails)
      ?? head.headers["retry-after"].flatMap { Self.retryAfter($0, now: now) }
  }

  /// An error inside an answer.
  init(_ wire: Wire.ErrorStatus, redactor: Redactor = .none) {
    error = Self.shown(
      BackendError(
        code: wire.code ?? 0,
        status: wire.status,
        message: wire.message ?? "",
        details: wire.details ?? []
      ),
      redactor
    )
    retryAfter = Self.retryDelay(in: error.typedDetails)
  }

  /// The failure, and whether another attempt may help.
  var attemptFailure: AttemptFailure {
    let isDaily = quotas.contains(where: \.isDaily)
    let isPassing = [408, 429, 500, 502, 503, 504].contains(error.code) && !isDaily
    return AttemptFailure(
      error.code == 429 ? .rateLimited(retryAfter: retryAfter) : .backend(error),
      isPassing ? retryAfter.map { .after($0) } ?? .backOff : .never,
      answer: error
    )
  }

  /// The error in a body: an object, or an array of one as the API sends it to some streams.
  private static func status(in body: Data) -> Wire.ErrorStatus? {
    let decoder = JSONDecoder()
    return (try? decoder.decode(Wire.ErrorBody.self, from: body))?.error
      ?? (try? decoder.decode([Wire.ErrorBody].self, from: body))?.first?.error
  }

  /// The error as it may be shown: without secrets, and then not too long.
  private static func shown(_ error: BackendError, _ redactor: Redactor) -> BackendError {
    var error = redactor.redact(error)
    error.message = error.message.excerpt(maximumMessageLength)
    return error
  }
}

extension ServerFailure {
  /// The quotas that are used up.
  private var quotas: [ErrorDetail.QuotaViolation] {
    error.typedDetails.flatMap { detail -> [ErrorDetail.QuotaViolation] in
      if case .quotaFailure(let violations) = detail { violations } else { [] }
    }
  }

  private static func retryDelay(in details: [ErrorDetail]) -> Duration? {
    details.lazy.compactMap { detail -> Duration? in
      if case .retryInfo(let delay) = detail { delay } else { nil }
    }.first
  }

  private static func duration(ofSeconds text: some StringProtocol) -> Duration? {
    guard let seconds = Double(text), seconds >= 0 else { return nil }
    return .seconds(min(seconds, 1e9))
  }

  /// The header's value: seconds, or a date in one of the three forms of HTTP.
  private static func retryAfter(_ text: String, now: Date) -> Duration? {
    if let delay = duration(ofSeconds: text.trimmingCharacters(in: .whitespaces)) { return delay }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    for format in [
      "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
    ] {
      formatter.dateFormat = format
      guard let date = formatter.date(from: text) else { continue }
      return .seconds(min(max(0, date.timeIntervalSince(now)), 1e9))
    }
    return nil
  }
}
