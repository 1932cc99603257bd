import Foundation
import HybridInference

extension ModelContent {
  init(_ wire: Wire.Content?) {
    self.init(
      role: wire?.role.map(Role.init(rawValue:)) ?? .model,
      parts: (wire?.parts ?? []).map(Part.init)
    )
  }
}

extension Part {
  init(_ wire: Wire.Part) {
    self.init(
      Content(wire.kind),
      isThought: wire.thought ?? false,
      thoughtSignature: wire.thoughtSignature,
      videoMetadata: wire.videoMetadata.map(VideoMetadata.init),
      mediaResolution: wire.mediaResolution?.level.map(MediaResolution.init(rawValue:))
    )
  }
}

extension Part.Content {
  init(_ wire: Wire.Part.Kind) {
    self =
      switch wire {
      case .text(let text): .text(text)
      case .inlineData(let blob): .inlineData(blob.data, mimeType: blob.mimeType ?? "")
      case .fileData(let file): .fileData(uri: file.fileUri, mimeType: file.mimeType ?? "")
      case .functionCall(let call):
        .functionCall(
          FunctionCall(
            name: call.name,
            arguments: call.args ?? .init(kind: .emptyStructure),
            id: call.id
          )
        )
      case .functionResponse(let response):
        .functionResponse(
          FunctionResponse(
            name: response.name,
            response: response.response ?? .init(kind: .emptyStructure),
            id: response.id
          )
        )
      case .executableCode(let code):
        .executableCode(
          ExecutableCode(
            language: code.language.map(ExecutableCode.Language.init(rawValue:)) ?? .unspecified,
            code: code.code ?? "",
            id: code.id
          )
        )
      case .codeExecutionResult(let result):
        .codeExecutionResult(
          CodeExecutionResult(
            outcome: result.outcome.map(CodeExecutionResult.Outcome.init(rawValue:))
              ?? .unspecified,
            output: result.output,
            id: result.id
          )
        )
      case .unknown(let value): .unknown(value)
      }
  }
}

extension Wire.Part {
  init(_ part: Part) {
    self.init(
      kind: Kind(part.content),
      thought: part.isThought ? true : nil,
      thoughtSignature: part.thoughtSignature,
      videoMetadata: part.videoMetadata.map(Wire.VideoMetadata.init),
      mediaResolution: part.mediaResolution.map { .init(level: $0.rawValue) }
    )
  }
}

extension Wire.Part.Kind {
  init(_ content: Part.Content) {
    self =
      switch content {
      case .text(let text): .text(text)
      case .inlineData(let data, let mimeType):
        .inlineData(Wire.Blob(mimeType: mimeType, data: data))
      case .fileData(let uri, let mimeType):
        .fileData(Wire.FileData(mimeType: mimeType, fileUri: uri))
      case .functionCall(let call):
        .functionCall(
          Wire.FunctionCall(name: call.name, args: call.arguments.asObject, id: call.id)
        )
      case .functionResponse(let response):
        .functionResponse(
          Wire.FunctionResponse(
            name: response.name,
            response: response.response.asObject,
            id: response.id
          )
        )
      case .executableCode(let code):
        .executableCode(
          Wire.ExecutableCode(language: code.language.rawValue, code: code.code, id: code.id)
        )
      case .codeExecutionResult(let result):
        .codeExecutionResult(
          Wire.CodeExecutionResult(
            outcome: result.outcome.rawValue,
            output: result.output,
            id: result.id
          )
        )
      case .unknown(let value): .unknown(value)
      }
  }
}

extension GeneratedContent {
  /// The value itself when it is an object; else an object that holds it: the API takes no other.
  fileprivate var asObject: GeneratedContent {
    if case .structure = kind { return self }
    return GeneratedContent(
      kind: .structure(properties: ["result": self], orderedKeys: ["result"])
    )
  }
}

extension VideoMetadata {
  fileprivate init(_ wire: Wire.VideoMetadata) {
    func seconds(_ text: String?) -> Double? { text.flatMap { Double($0.dropLast()) } }
    self.init(
      startOffset: seconds(wire.startOffset),
      endOffset: seconds(wire.endOffset),
      fps: wire.fps
    )
  }
}

extension Wire.VideoMetadata {
  fileprivate init(_ metadata: VideoMetadata) {
    // Durations have at most nine decimals, and no exponent.
    func text(_ seconds: Double?) -> String? {
      seconds.map {
        let style = FloatingPointFormatStyle<Double>.number.grouping(.never)
          .precision(.fractionLength(0...9)).locale(Locale(identifier: "en_US_POSIX"))
        return $0.formatted(style) + "s"
      }
    }
    self.init(
      startOffset: text(metadata.startOffset),
      endOffset: text(metadata.endOffset),
      fps: metadata.fps
    )
  }
}
