extension ErrorDetail {
  /// Reads a detail of an error as the server sent it: an object that names its type.
  public init(_ detail: GeneratedContent) {
    let type = detail["@type"]?.stringValue ?? ""
    let name = type.split(separator: "/").last ?? ""
    switch name {
    case "google.rpc.ErrorInfo":
      self = .errorInfo(
        ErrorInfo(
          reason: detail.text("reason") ?? "",
          domain: detail.text("domain") ?? "",
          metadata: detail.texts("metadata")
        )
      )
    case "google.rpc.RetryInfo":
      self = .retryInfo(retryDelay: detail.text("retryDelay").flatMap(Self.duration))
    case "google.rpc.QuotaFailure":
      self = .quotaFailure(detail.elements("violations").map(QuotaViolation.init))
    case "google.rpc.BadRequest":
      self = .badRequest(
        detail.elements("fieldViolations").map {
          FieldViolation(
            field: $0.text("field") ?? "",
            description: $0.text("description") ?? "",
            reason: $0.text("reason")
          )
        }
      )
    case "google.rpc.Help":
      self = .help(
        detail.elements("links").map {
          Link(description: $0.text("description") ?? "", url: $0.text("url") ?? "")
        }
      )
    case "google.rpc.LocalizedMessage":
      self = .localizedMessage(
        locale: detail.text("locale") ?? "",
        message: detail.text("message") ?? ""
      )
    default:
      self = .other(detail)
    }
  }

  /// A duration as JSON has it: seconds with up to nine decimals, and an `s`.
  private static func duration(_ text: String) -> Duration? {
    guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), (0...1e9).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}

extension ErrorDetail.QuotaViolation {
  fileprivate init(_ violation: GeneratedContent) {
    self.init(
      subject: violation.text("subject"),
      description: violation.text("description"),
      quotaMetric: violation.text("quotaMetric"),
      quotaID: violation.text("quotaId"),
      quotaDimensions: violation.texts("quotaDimensions"),
      quotaValue: violation.text("quotaValue")
    )
  }
}

extension GeneratedContent {
  fileprivate func text(_ name: String) -> String? {
    // Whole numbers of 64 bits come as texts, but some servers send numbers.
    switch self[name]?.kind {
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: nil
    }
  }

  fileprivate func texts(_ name: String) -> [String: String] {
    guard case .structure(let properties, _)? = self[name]?.kind else { return [:] }
    return properties.compactMapValues(\.stringValue)
  }

  fileprivate func elements(_ name: String) -> [GeneratedContent] {
    if case .array(let elements)? = self[name]?.kind { elements } else { [] }
  }
}
