import Foundation
import HybridInference

/// Makes calls of the API: sends, reads, and tries again.
struct GeminiClient: Sendable {
  let api: GeminiAPI
  let modelName: String
  let options: RequestOptions
  var clock: any Clock<Duration> = ContinuousClock()
  var random: @Sendable () -> Double = { Double.random(in: 0...1) }

  /// Makes a call that is answered in one piece.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - read: Reads the body of the answer; it is told how often the call was repeated.
  /// - Returns: What it has read.
  /// - Throws: `GenerationError`, or `CancellationError`.
  func send<Result>(
    _ call: GeminiCall,
    read: (Data, _ retries: Int) throws -> Result
  ) async throws -> Result {
    try await repeating(call) { attempt in
      var body = Data()
      try await readAnswer(to: attempt, isStream: false) { message in
        body = message
        return false
      }
      if let error = (try? JSONDecoder().decode(Wire.ErrorBody.self, from: body))?.error {
        throw ServerFailure(error, redactor: attempt.redactor).attemptFailure
      }
      return try read(body, attempt.retries)
    }
  }

  /// Makes a call that is answered piece by piece.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - receive: Takes each piece; it is told how often the call was repeated.
  /// - Throws: `GenerationError`, or `CancellationError`.
  func stream(
    _ call: GeminiCall,
    receive: (Wire.Response, _ retries: Int) -> Void
  ) async throws {
    try await repeating(call) { attempt in
      var progress = AnswerProgress()
      var hasDelivered = false
      do {
        try await readAnswer(to: attempt, isStream: true) { message in
          let response = try Wire.Response.decode(message)
          if let error = response.error {
            throw ServerFailure(error, redactor: attempt.redactor).attemptFailure
          }
          receive(response, attempt.retries)
          hasDelivered = true
          progress.add(response)
          return progress.isComplete
        }
      } catch {
        // Nothing that comes after its end makes a complete answer less complete.
        if progress.isComplete, !(error is CancellationError) { return }
        // What was delivered cannot be taken back: the call must not be repeated.
        guard hasDelivered, let failure = error as? AttemptFailure else { throw error }
        throw failure.errorInTheMiddle
      }
    }
  }

  /// Sends a request and reads its answer.
  ///
  /// - Parameters:
  ///   - attempt: The attempt, with its request.
  ///   - isStream: Whether the answer comes in several messages.
  ///   - take: Takes a message; it says whether the answer is complete with it.
  /// - Throws: `AttemptFailure`, `GenerationError` or `CancellationError`.
  private func readAnswer(
    to attempt: Attempt,
    isStream: Bool,
    _ take: (Data) throws -> Bool
  ) async throws {
    let request = attempt.request
    var reader = ResponseReader(isStream: isStream, options: options, redactor: attempt.redactor)
    var isComplete = false
    do {
      for try await event in api.transport.send(request) {
        let messages = try reader.receive(event)
        let wasComplete = isComplete
        for message in messages { isComplete = try take(message) }
        if case .body(let bytes) = event { request.unread.take(bytes.count) }
        if reader.isFull { break }
        if case .head = event, reader.isError {
          request.patience.renew(min(options.silence, Self.timeOfError))
        } else if !messages.isEmpty, !(wasComplete && isComplete) {
          request.patience.renew(isComplete ? Self.timeAfterEnd : options.silence)
        }
      }
    } catch let error as GenerationError where error.isEndOfConnection {
      // What has come says enough: the answer is complete, or it is an error.
      if !isComplete, !reader.isError { throw AttemptFailure(endOfConnection: error) }
    }
    // A stream whose reader is cancelled just ends.
    try Task.checkCancellation()
    for message in try reader.end() { _ = try take(message) }
  }
}

extension GeminiClient {
  /// How long the connection is kept after the end of an answer: the count of tokens may follow.
  private static let timeAfterEnd = Duration.seconds(2)
  /// How long the text of an error may take.
  private static let timeOfError = Duration.seconds(5)
}

extension RequestOptions {
  /// The limit of silence as it is used.
  fileprivate var silence: Duration { max(.seconds(1), timeout.bounded) }
}

extension GenerationError {
  /// Whether no more will come over the connection.
  fileprivate var isEndOfConnection: Bool {
    switch self {
    case .connectionLost, .timedOut: true
    default: false
    }
  }
}

extension AttemptFailure {
  /// The end of a connection.
  fileprivate init(endOfConnection error: GenerationError) {
    if case .connectionLost = error { self.init(error, .backOff) } else { self.init(error) }
  }
}

extension GeminiClient {
  /// One attempt at a call.
  private struct Attempt {
    var request: HTTPRequest
    /// Takes what must not be shown out of what the server says.
    var redactor: Redactor
    /// How many attempts have failed before.
    var retries: Int
  }

  /// Makes attempts until one succeeds or there is no point in another one.
  private func repeating<Result>(
    _ call: GeminiCall,
    _ attempt: (Attempt) async throws -> Result
  ) async throws -> Result {
    var plan = RetryPlan(options.retry)
    let start = ContinuousClock.now
    while true {
      try Task.checkCancellation()
      if let timeLeft = timeLeft(since: start), timeLeft <= .zero {
        throw GenerationError.timedOut
      }
      let (fields, secrets) = try await api.headers()
      let redactor = Redactor(secrets: secrets, texts: call.texts)
      let request = request(call, fields, timeLeft: timeLeft(since: start))
      do {
        return try await attempt(
          Attempt(request: request, redactor: redactor, retries: plan.retries)
        )
      } catch let failure as AttemptFailure where !Task.isCancelled {
        let timeLeft = timeLeft(since: start)
        let action = plan.attemptFailed(failure.advice, timeLeft: timeLeft, random: random())
        guard case .retry(let delay) = action else {
          logQuotas(of: failure, redactor)
          throw redactor.redact(failure.error)
        }
        RetryCounter.current?.increment()
        log(failure, plan, delay)
        try await sleep(for: delay)
      } catch {
        let error = GenerationError.callerError(from: error)
        throw (error as? GenerationError).map(redactor.redact) ?? error
      }
    }
  }

  private func request(
    _ call: GeminiCall,
    _ fields: [String: String],
    timeLeft: Duration?
  ) -> HTTPRequest {
    HTTPRequest(
      url: call.url,
      method: call.body == nil ? "GET" : "POST",
      headers: fields,
      body: call.body,
      connectTimeout: connectTimeout(to: call.url),
      idleTimeout: options.silence,
      totalTimeout: timeLeft,
      maximumSize: options.maximumResponseSize
    )
  }

  /// How long a connection may take to be made.
  ///
  /// Without a network, looking up a name can wait for a resolver that nobody answers; a server that is
  /// on this machine all the same is reached at once.
  private func connectTimeout(to url: URL) -> Duration {
    guard options.connectTimeout > Self.timeWithoutNetwork,
      !GeminiAPI.isLoopback(url.host() ?? ""), NetworkInterfaces.areOnlyLoopback
    else { return options.connectTimeout }
    return Self.timeWithoutNetwork
  }

  private static let timeWithoutNetwork = Duration.milliseconds(50)

  private func timeLeft(since start: ContinuousClock.Instant) -> Duration? {
    options.totalTimeout.map { $0.bounded - start.duration(to: .now) }
  }

  private func sleep(for delay: Duration) async throws {
    try await clock.sleep(for: delay)
  }

  private func logQuotas(of failure: AttemptFailure, _ redactor: Redactor) {
    guard let quotas = failure.quotas.map(redactor.redact) else { return }
    InferenceLog.log(.notice, "\(modelName): used up: \(quotas).")
  }

  private func log(_ failure: AttemptFailure, _ plan: RetryPlan, _ delay: Duration) {
    let seconds = (delay / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
    InferenceLog.log(
      .notice,
      "\(modelName): \(failure.summary) Trying again in \(seconds) s"
        + " (retry \(plan.retries) of \(options.retry.maximumAttempts - 1))."
    )
  }
}
