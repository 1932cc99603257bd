import Foundation
import HybridInference
import Synchronization

/// A conversation in the terminal.
final class Conversation: Sendable {
  private let session: GenerativeModelSession
  private let options: ResponseGenerationOptions
  private let isVerbose: Bool
  private let answering = Mutex<Task<ExitCode, Never>?>(nil)

  init(arguments: ChatArguments, environment: [String: String]) {
    session = GenerativeModelSession(
      model: arguments.languageModel(in: environment),
      instructions: arguments.system
    )
    options = arguments.options
    isVerbose = arguments.isVerbose
  }

  /// Answers one prompt.
  ///
  /// Ctrl-C stops the answer.
  func answer(_ prompt: String) async -> ExitCode {
    let interrupts = Interrupts { self.answering.withLock { $0?.cancel() } }
    defer { withExtendedLifetime(interrupts) {} }
    return await stoppableAnswer(to: prompt)
  }

  /// Answers line after line, until the input ends.
  func run() async -> ExitCode {
    if Terminal.isInteractive {
      session.prewarm()
      Terminal.note("One line, one turn. Ctrl-C stops an answer, Ctrl-D ends the conversation.")
    }
    let interrupts = Interrupts {
      let wasAnswering = self.answering.withLock { task in
        task?.cancel()
        return task != nil
      }
      if !wasAnswering {
        Terminal.note("\n(Ctrl-D ends the conversation.)")
        Terminal.write("> ")
      }
    }
    defer { withExtendedLifetime(interrupts) {} }
    var lastCode = ExitCode.success
    while let line = await Terminal.readLine(prompt: "> ") {
      if line.allSatisfy(\.isWhitespace) { continue }
      lastCode = await stoppableAnswer(to: line)
    }
    if Terminal.isInteractive {
      Terminal.write("\n")
      return .success
    }
    return lastCode
  }

  private func stoppableAnswer(to prompt: String) async -> ExitCode {
    let task = Task { await self.streamAnswer(to: prompt) }
    answering.withLock { $0 = task }
    defer { answering.withLock { $0 = nil } }
    return await task.value
  }

  private func streamAnswer(to prompt: String) async -> ExitCode {
    var shown = 0
    do {
      let stream = session.streamResponse(to: prompt, options: options)
      for try await snapshot in stream {
        // Snapshots are cumulative: show what is new.
        let text = snapshot.content
        Terminal.write(String(decoding: text.utf8.dropFirst(shown), as: UTF8.self))
        shown = text.utf8.count
      }
      let response = try await stream.collect().rawResponse
      Terminal.write("\n")
      if response.candidates.first?.finishReason == .maxTokens {
        Terminal.note("(The answer was cut: it reached the limit of tokens.)")
      }
      showRoute(response.route)
      Terminal.write("You used: \(response.modelVersion)\n")
      return .success
    } catch is CancellationError {
      Terminal.write("\n")
      Terminal.note("(Stopped.)")
      return .interrupted
    } catch {
      if shown > 0 { Terminal.write("\n") }
      Terminal.note("Chat: \(error.localizedDescription)")
      if case GenerationError.allModelsFailed(let attempts) = error { showRoute(attempts) }
      return .failure
    }
  }

  private func showRoute(_ route: [RouteAttempt]) {
    guard isVerbose else { return }
    for attempt in route {
      let place = attempt.inferenceSource == .onDevice ? "on device" : "in the cloud"
      let seconds = attempt.duration.formatted(.units(allowed: [.seconds, .milliseconds]))
      let error = attempt.error.map { " \($0)" } ?? ""
      Terminal.note(
        "route: \(attempt.modelName) (\(place)) \(attempt.outcome.rawValue) in \(seconds).\(error)"
      )
    }
  }
}
