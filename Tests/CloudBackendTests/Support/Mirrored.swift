import Foundation
import HybridInference

@testable import CloudBackend

/// A response written back as the API's JSON, by hand and apart from the code under test.
struct Mirrored {
  let json: GeneratedContent

  init(_ response: GenerateContentResponse) {
    json = .object([
      "candidates": .array(response.candidates, Mirrored.candidate),
      "promptFeedback": response.promptFeedback.map { feedback in
        .object([
          "blockReason": .text(feedback.blockReason?.rawValue),
          "blockReasonMessage": .text(feedback.blockReasonMessage),
          "safetyRatings": .array(feedback.safetyRatings, Mirrored.rating),
        ])
      },
      "usageMetadata": response.usageMetadata.map(Mirrored.usage),
      "modelVersion": .text(response.modelVersion), "responseId": .text(response.responseID),
      "createTime": response.createTime.map { .text(Mirrored.timestamp($0)) },
    ])
  }

  /// A date as the API writes it, in microseconds.
  private static func timestamp(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = Int(((date.timeIntervalSince1970 - seconds) * 1e6).rounded())
    let whole = Date(timeIntervalSince1970: seconds).formatted(.iso8601).dropLast()
    return "\(whole).\(String(rest + 1_000_000).dropFirst())Z"
  }

  private static func candidate(_ candidate: Candidate) -> GeneratedContent {
    .object([
      "content": .object([
        "role": .text(candidate.content.role.rawValue),
        "parts": .array(candidate.content.parts, part),
      ]),
      "finishReason": .text(candidate.finishReason?.rawValue),
      "finishMessage": .text(candidate.finishMessage),
      "index": .number(candidate.index),
      "avgLogprobs": candidate.averageLogProbability.map { .init(kind: .number($0)) },
      "safetyRatings": .array(candidate.safetyRatings, rating),
      "citationMetadata": candidate.citationMetadata.map { metadata in
        .object([
          "citations": .array(metadata.citations, citation),
          "citationSources": .array(metadata.citations, citation),
        ])
      },
      "groundingMetadata": candidate.groundingMetadata.map(grounding),
      "urlContextMetadata": candidate.urlContextMetadata.map { metadata in
        .object([
          "urlMetadata": .array(metadata.urlMetadata) {
            .object([
              "retrievedUrl": .text($0.retrievedURL),
              "urlRetrievalStatus": .text($0.retrievalStatus.rawValue),
            ])
          }
        ])
      },
    ])
  }

  private static func part(_ part: Part) -> GeneratedContent {
    var fields: [String: GeneratedContent?] = [
      "thought": part.isThought ? .init(kind: .bool(true)) : nil,
      "thoughtSignature": .text(part.thoughtSignature),
    ]
    switch part.content {
    case .text(let text): fields["text"] = .text(text)
    case .inlineData(let data, let mimeType):
      fields["inlineData"] = .object([
        "mimeType": .text(mimeType), "data": .text(data.base64EncodedString()),
      ])
    case .functionCall(let call):
      fields["functionCall"] = .object(["name": .text(call.name), "args": call.arguments])
    case .executableCode(let code):
      fields["executableCode"] = .object([
        "language": .text(code.language.rawValue), "code": .text(code.code),
      ])
    case .codeExecutionResult(let result):
      fields["codeExecutionResult"] = .object([
        "outcome": .text(result.outcome.rawValue), "output": .text(result.output),
      ])
    case .fileData, .functionResponse, .unknown: break
    }
    return .object(fields)
  }

  private static func rating(_ rating: SafetyRating) -> GeneratedContent {
    .object([
      "category": .text(rating.category.rawValue),
      "probability": .text(rating.probability.rawValue),
      "probabilityScore": .init(kind: .number(rating.probabilityScore)),
      "severity": .text(rating.severity.rawValue),
      "severityScore": .init(kind: .number(rating.severityScore)),
      "blocked": .init(kind: .bool(rating.blocked)),
    ])
  }

  private static func citation(_ citation: CitationMetadata.Citation) -> GeneratedContent {
    let day = (citation.publicationDate ?? "").split(separator: "-").compactMap { Int($0) }
    return .object([
      "startIndex": .number(citation.startIndex), "endIndex": citation.endIndex.map { .number($0) },
      "uri": .text(citation.uri), "title": .text(citation.title ?? ""),
      "license": .text(citation.license ?? ""),
      "publicationDate": day.count == 3
        ? .object(["year": .number(day[0]), "month": .number(day[1]), "day": .number(day[2])]) : nil
        ,
    ])
  }

  private static func grounding(_ metadata: GroundingMetadata) -> GeneratedContent {
    .object([
      "webSearchQueries": .array(metadata.webSearchQueries) { .text($0) },
      "searchEntryPoint": metadata.searchEntryPoint.map {
        .object(["renderedContent": .text($0.renderedContent)])
      },
      "retrievalMetadata": metadata.retrievalMetadata.map {
        .object([
          "googleSearchDynamicRetrievalScore": $0.googleSearchDynamicRetrievalScore
            .map { .init(kind: .number($0)) }
        ])
      },
      "groundingChunks": .array(metadata.groundingChunks) { chunk in
        .object([
          "web": chunk.web.map { .object(["uri": .text($0.uri), "title": .text($0.title)]) },
          "maps": chunk.maps.map {
            .object([
              "uri": .text($0.uri), "title": .text($0.title), "placeId": .text($0.placeID),
            ])
          },
        ])
      },
      "groundingSupports": .array(metadata.groundingSupports) { support in
        .object([
          "segment": .object([
            "startIndex": .number(support.segment.startIndex),
            "endIndex": .number(support.segment.endIndex), "text": .text(support.segment.text),
          ]),
          "groundingChunkIndices": .array(support.groundingChunkIndices) { .number($0) },
          "confidenceScores": .array(support.confidenceScores) { .init(kind: .number($0)) },
        ])
      },
    ])
  }

  private static func usage(_ usage: UsageMetadata) -> GeneratedContent {
    func counts(_ counts: [ModalityTokenCount]) -> GeneratedContent {
      .array(counts) {
        .object(["modality": .text($0.modality.rawValue), "tokenCount": .number($0.tokenCount)])
      }
    }
    return .object([
      "promptTokenCount": .number(usage.promptTokenCount),
      "candidatesTokenCount": .number(usage.candidatesTokenCount),
      "thoughtsTokenCount": .number(usage.thoughtsTokenCount),
      "toolUsePromptTokenCount": .number(usage.toolUsePromptTokenCount),
      "totalTokenCount": .number(usage.totalTokenCount),
      "promptTokensDetails": counts(usage.promptTokensDetails),
      "candidatesTokensDetails": counts(usage.candidatesTokensDetails),
      "toolUsePromptTokensDetails": counts(usage.toolUsePromptTokensDetails),
      "trafficType": .text(usage.trafficType?.rawValue),
    ])
  }
}

extension GeneratedContent {
  fileprivate static func object(_ fields: [String: GeneratedContent?]) -> GeneratedContent {
    let fields = fields.compactMapValues { $0 }
    return .init(kind: .structure(properties: fields, orderedKeys: fields.keys.sorted()))
  }

  fileprivate static func array<Element>(
    _ elements: [Element],
    _ transform: (Element) -> GeneratedContent
  ) -> GeneratedContent {
    .init(kind: .array(elements.map(transform)))
  }

  fileprivate static func text(_ text: String) -> GeneratedContent { .init(kind: .string(text)) }

  fileprivate static func number(_ number: Int) -> GeneratedContent {
    .init(kind: .integer(Int64(number)))
  }
}

extension GeneratedContent? {
  fileprivate static func text(_ text: String?) -> GeneratedContent? {
    text.map { .init(kind: .string($0)) }
  }

  fileprivate static func number(_ number: Int) -> GeneratedContent? {
    .init(kind: .integer(Int64(number)))
  }
}
