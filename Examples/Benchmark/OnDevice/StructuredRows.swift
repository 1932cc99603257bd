import Foundation
import HybridInference
import LocalBackend

extension BenchmarkRows {
  /// What it costs to hold answers to a schema.
  static let structured: [BenchmarkRow] = [
    sixFields, sixFieldsLlamaServer, textStep, textStepOfLargeVocabulary, compiling,
    incrementalParsing,
  ]

  /// An object of six fields, as apps ask for it.
  private static let trip = GenerationSchema.object(properties: [
    "title": .string(), "city": .string(), "nights": .integer(minimum: 1, maximum: 30),
    "season": .enumeration(["spring", "summer", "autumn", "winter"]),
    "budget": .double(minimum: 0, maximum: 10_000), "isBooked": .boolean(),
  ])

  private static let tripPrompt =
    "Write a long story about a trip to a town by the sea, or an object about it.\n"
    + "Answer with JSON that fits this JSON Schema:\n" + trip.jsonSchema.jsonString

  private static let sixFields = BenchmarkRow(
    name: "six-field-object",
    summary: "an object of six fields, against plain text of as many tokens to the same prompt",
    unit: "ms",
    bar: .ratio(atMost: 1),
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let count = try await OnDevice.ask(tripPrompt, count: 400, schema: trip, of: model)
        .answerTokens
      return .init(
        candidate: {
          let exchange = try await OnDevice.ask(tripPrompt, count: 400, schema: trip, of: model)
          return .init(value: exchange.whole * 1000, work: exchange.answerTokens)
        },
        reference: {
          let exchange = try await OnDevice.ask(tripPrompt, count: count, of: model)
          return .init(value: exchange.whole * 1000, work: exchange.answerTokens)
        }
      )
    }
  )

  private static let sixFieldsLlamaServer = BenchmarkRow(
    name: "six-field-object-llama-server",
    summary: "the same object, against llama-server with its json_schema",
    unit: "ms",
    bar: .ratio(atMost: 0.6),
    prepare: {
      throw BenchmarkRow.Skipped(reason: "not run: llama-server is not measured by this program")
    }
  )

  private static let textStep = textStep(
    name: "constrained-text-step",
    summary: "a token inside of a JSON string, against a token of free text",
    bar: 1.05
  ) { try OnDevice.model(requests: 1) }

  private static let textStepOfLargeVocabulary = textStep(
    name: "constrained-text-step-262k",
    summary: "the same with a vocabulary of 262,144 tokens (Gemma 3 270M)",
    bar: 1.10
  ) {
    let path = URL(fileURLWithPath: try OnDevice.path()).deletingLastPathComponent()
      .appending(path: "gemma-3-270m.gguf").path
    guard FileManager.default.fileExists(atPath: path) else {
      throw BenchmarkRow.Skipped(reason: "no Gemma: Examples/fetch-model.sh --gemma gets it")
    }
    return SystemLanguageModel(
      modelURL: URL(fileURLWithPath: path),
      configuration: .init(contextSize: 1024, maximumConcurrentRequests: 1)
    )
  }

  /// The time of a token, once the answer has begun, of at most 128 tokens.
  private static func textStep(
    name: String,
    summary: String,
    bar: Double,
    model makeModel: @escaping @Sendable () throws -> SystemLanguageModel
  ) -> BenchmarkRow {
    BenchmarkRow(
      name: name,
      summary: summary,
      unit: "ms",
      bar: .ratio(atMost: bar),
      prepare: {
        let model = try makeModel()
        let prompt = "Write a very long story about a lighthouse and the people who live near it."
        // Long enough that nothing but the text is measured, and that it cannot end.
        let schema = GenerationSchema.string(pattern: "^(.|\\n)*[.]{40}$")
        // Free text can end sooner.
        let count = try await OnDevice.ask(prompt, count: 128, of: model).answerTokens
        let run = { @Sendable (schema: GenerationSchema?) in
          let exchange = try await OnDevice.ask(prompt, count: count, schema: schema, of: model)
          let seconds = exchange.whole - exchange.firstToken
          return BenchmarkRow.Sample(
            value: seconds * 1000 / Double(exchange.answerTokens - 1),
            work: exchange.answerTokens
          )
        }
        return .init(candidate: { try await run(schema) }, reference: { try await run(nil) })
      }
    )
  }

  private static let compiling = BenchmarkRow(
    name: "compile-50-properties",
    summary: "compiling a schema of 50 properties, against reading it from JSON",
    unit: "ms",
    bar: .candidate(atMost: 20, text: "< 20 ms"),
    prepare: {
      // No two are alike: what is alike is compiled once.
      let properties = (0..<50).map { number in
        let schema =
          switch number % 6 {
          case 0: #"{"type":"integer","minimum":-\#(number),"maximum":99\#(number)}"#
          case 1: #"{"type":"number","minimum":-1.5,"maximum":\#(number).25}"#
          case 2: #"{"type":"string","enum":["low\#(number)","medium","high"]}"#
          case 3: #"{"type":"array","items":{"type":"string"},"maxItems":\#(number)}"#
          case 4: #"{"type":"string","pattern":"^[A-Z]{2}-[0-9]{1,\#(number)}$"}"#
          default: #"{"anyOf":[{"type":"null"},{"type":"string","pattern":"^\#(number)."}]}"#
          }
        return #""property\#(number)":\#(schema)"#
      }
      let text = #"{"type":"object","properties":{\#(properties.joined(separator: ","))}}"#
      let schema = try GenerationSchema(jsonSchema: text)
      return .init(
        candidate: {
          let start = ContinuousClock.now
          _ = try SystemLanguageModel.compile(schema)
          return .init(value: start.duration(to: .now) / .milliseconds(1), work: 50)
        },
        reference: {
          let start = ContinuousClock.now
          let read = try GenerationSchema(jsonSchema: text)
          let milliseconds = start.duration(to: .now) / .milliseconds(1)
          return .init(value: milliseconds, work: read == schema ? 50 : 0)
        }
      )
    }
  )

  private static let incrementalParsing = BenchmarkRow(
    name: "incremental-json",
    summary: "reading 1 MB of JSON in pieces of 10 bytes, against reading it at once",
    unit: "ms",
    bar: .ratio(atMost: 2),
    prepare: {
      let row =
        #"{"id":12345,"name":"A name with a few words","tags":["one","two"],"score":0.25,"ok":true}"#
      let text =
        "[" + repeatElement(row, count: 1_000_000 / row.utf8.count).joined(separator: ",") + "]"
      // ASCII: each piece is whole characters.
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: 10).map {
        String(decoding: bytes[$0..<min($0 + 10, bytes.count)], as: UTF8.self)
      }
      let read = { @Sendable (pieces: [String]) in
        let start = ContinuousClock.now
        var reader = PartialJSON()
        for piece in pieces { try reader.append(piece) }
        let value = try reader.end()
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        guard case .array(let elements) = value.kind else {
          return BenchmarkRow.Sample(value: milliseconds, work: 0)
        }
        return BenchmarkRow.Sample(value: milliseconds, work: elements.count)
      }
      return .init(candidate: { try read(pieces) }, reference: { try read([text]) })
    }
  )
}
