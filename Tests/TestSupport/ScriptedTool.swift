package import HybridInference
import Synchronization

/// A tool that does as a test says, and keeps the cities that it was called with.
package struct ScriptedTool: Tool {
  package struct Arguments: Generable {
    package var city: String
  }

  /// What went wrong, for a tool that fails.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
      self.description = description
    }
  }

  private final class Record: Sendable {
    let cities = Mutex<[String]>([])
  }

  package let name: String
  package let description = "Does it."
  private let record = Record()
  private let work: @Sendable (String) async throws -> GeneratedContent

  /// A tool that does some work for a city.
  package init(
    _ name: String = "get_weather",
    work: @escaping @Sendable (String) async throws -> GeneratedContent = {
      ["sky": .init(kind: .string("blue over \($0)"))]
    }
  ) {
    self.name = name
    self.work = work
  }

  /// The cities of the calls that were carried out, in the order in which they began.
  package var cities: [String] { record.cities.withLock { $0 } }

  package func call(arguments: Arguments) async throws -> GeneratedContent {
    record.cities.withLock { $0.append(arguments.city) }
    return try await work(arguments.city)
  }
}

extension Part {
  /// A model's call of a ``ScriptedTool``.
  package static func call(
    _ name: String = "get_weather",
    city: String = "Rome",
    id: String? = nil,
    signature: String? = nil
  ) -> Part {
    Part(
      .functionCall(
        FunctionCall(
          name: name,
          arguments: GeneratedContent(properties: ["city": .init(kind: .string(city))]),
          id: id
        )
      ),
      thoughtSignature: signature
    )
  }

  /// The call, of a part that is one.
  package var functionCall: FunctionCall? {
    if case .functionCall(let call) = content { call } else { nil }
  }

  /// The response, of a part that is one.
  package var functionResponse: FunctionResponse? {
    if case .functionResponse(let response) = content { response } else { nil }
  }
}

/// A place where tasks meet: each waits until all have come.
package final class Meeting: Sendable {
  private struct Missed: Error {}

  private let size: Int
  private let present = Mutex(0)

  /// A meeting of so many tasks.
  package init(of size: Int) {
    self.size = size
  }

  /// Waits for the others; throws when they have not come after five seconds.
  package func arrive() async throws {
    present.withLock { $0 += 1 }
    for _ in 0..<500 {
      if present.withLock({ $0 >= size }) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Missed()
  }
}
