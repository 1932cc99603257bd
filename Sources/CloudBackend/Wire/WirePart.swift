import Foundation
import HybridInference

extension Wire {
  struct Part: Codable {
    enum Kind {
      case text(String)
      case inlineData(Blob)
      case fileData(FileData)
      case functionCall(FunctionCall)
      case functionResponse(FunctionResponse)
      case executableCode(ExecutableCode)
      case codeExecutionResult(CodeExecutionResult)
      /// The whole part, but for the two common fields.
      case unknown(GeneratedContent)
    }

    var kind: Kind
    var thought: Bool?
    var thoughtSignature: String?
    var videoMetadata: VideoMetadata?
    var mediaResolution: PartResolution?
  }

  struct VideoMetadata: Codable {
    /// Seconds, as a text that ends in `s`.
    var startOffset: String?
    var endOffset: String?
    var fps: Double?
  }

  struct PartResolution: Codable {
    var level: String?
  }

  struct Blob: Codable {
    var mimeType: String?
    var data: Data
  }

  struct FileData: Codable {
    var mimeType: String?
    var fileUri: String
  }

  struct FunctionCall: Codable {
    var name: String
    var args: GeneratedContent?
    var id: String?
  }

  struct FunctionResponse: Codable {
    var name: String
    var response: GeneratedContent?
    var id: String?
  }

  struct ExecutableCode: Codable {
    var language: String?
    var code: String?
    var id: String?
  }

  struct CodeExecutionResult: Codable {
    var outcome: String?
    var output: String?
    var id: String?
  }
}
