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
      var reader = ResponseReader(
        isStream: false,
        options: options,
        redactor: attempt.redactor
      )
      let events = api.transport.send(attempt.request)
      try await forEach(of: events) { event in _ = try reader.receive(event) }
      let body = try reader.end().first ?? Data()
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
      var reader = ResponseReader(
        isStream: true,
        options: options,
        redactor: attempt.redactor
      )
      var hasDelivered = false
      func deliver(_ messages: [Data]) throws {
        for message in messages {
          let response = try Wire.Response.decode(message)
          if let error = response.error {
            throw ServerFailure(error, redactor: attempt.redactor).attemptFailure
          }
          receive(response, attempt.retries)
          hasDelivered = true
        }
      }
      do {
        let events = api.transport.send(attempt.request)
        try await forEach(of: events) { event in try deliver(reader.receive(event)) }
        try deliver(reader.end())
      } catch {
        // What was delivered cannot be taken back: the call must not be repeated.
        guard hasDelivered, let failure = error as? AttemptFailure else { throw error }
        throw failure.errorInTheMiddle
      }
    }
  }

  private func forEach(
    of events: AsyncThrowingStream<HTTPEvent, any Error>,
    _ body: (HTTPEvent) throws -> Void
  ) async throws {
    do {
      for try await event in events { try body(event) }
    } catch GenerationError.connectionLost {
      throw AttemptFailure(.connectionLost, .backOff)
    }
    // A stream whose reader is cancelled just ends.
    try Task.checkCancellation()
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
      connectTimeout: options.connectTimeout,
      idleTimeout: options.timeout,
      totalTimeout: timeLeft
    )
  }

  private func timeLeft(since start: ContinuousClock.Instant) -> Duration? {
    options.totalTimeout.map { $0 - start.duration(to: .now) }
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
