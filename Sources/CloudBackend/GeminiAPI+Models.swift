import HybridInference

extension GeminiAPI {
  /// The most pages that are read: a server that never comes to an end is not followed for ever.
  private static let maximumPages = 100

  /// All models that the service offers, of all pages of its list.
  ///
  /// Only the Developer API has such a list.
  ///
  /// - Parameter requestOptions: Time limits, repetitions and limits of size, for each page.
  /// - Returns: The models, in the order of the service.
  /// - Throws: `GenerationError`, `invalidRequest` for Vertex AI; or `CancellationError`.
  public func models(requestOptions: RequestOptions = .init()) async throws -> [ModelInfo] {
    let client = GeminiClient(api: self, modelName: "models", options: requestOptions)
    var models: [ModelInfo] = []
    var token: String?
    for _ in 0..<Self.maximumPages {
      let call = try GeminiCall(listing: token, of: self, requestOptions)
      let page = try await client.send(call) { body, _ in try Wire.ModelList.decode(body) }
      models += (page.models ?? []).map(ModelInfo.init)
      guard let next = page.nextPageToken, !next.isEmpty, next != token else { break }
      token = next
    }
    return models
  }

  /// What the service says of one model, for example how many tokens it reads.
  ///
  /// Only the Developer API tells.
  ///
  /// - Parameters:
  ///   - name: The model's name. A prefix `models/` is accepted.
  ///   - requestOptions: Time limits, repetitions and limits of size.
  /// - Returns: The model.
  /// - Throws: `GenerationError`, `invalidRequest` for Vertex AI and `backend` with the code 404 for
  ///   an unknown model; or `CancellationError`.
  public func model(
    named name: String,
    requestOptions: RequestOptions = .init()
  ) async throws -> ModelInfo {
    let client = GeminiClient(api: self, modelName: name, options: requestOptions)
    let call = try GeminiCall(describing: name.withoutModelPrefix, of: self, requestOptions)
    return try await client.send(call) { body, _ in ModelInfo(try Wire.Model.decode(body)) }
  }
}
