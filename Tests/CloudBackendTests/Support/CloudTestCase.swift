import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// A test that talks to the strict stand-in server.
///
/// After each test it checks that no request was refused, unless the test says so, and that the API
/// key was in its header and nowhere else.
class CloudTestCase: XCTestCase {
  /// The server.
  nonisolated(unsafe) private(set) var server: OracleServer?
  /// Whether the server is expected to refuse requests.
  nonisolated(unsafe) var expectsRefusals = false

  override func setUp() async throws {
    server = try OracleServer.shared()
    try await server?.reset()
  }

  override func tearDown() async throws {
    for record in try await server?.requests() ?? [] {
      XCTAssertEqual(record.keyLeaks, [], record.path)
      if !expectsRefusals { XCTAssertNil(record.error, record.path) }
    }
  }

  /// A model of the server, whose requests all play a scenario.
  func model(
    _ scenario: String = "echo",
    _ args: [String: GeneratedContent] = [:],
    name: String = "gemini-2.5-flash",
    config: GenerationConfig? = nil,
    options: RequestOptions = .init(retry: .none)
  ) throws -> GeminiModel {
    GeminiModel(
      name: name,
      api: try api(scenario, args),
      generationConfig: config,
      requestOptions: options
    )
  }

  /// The API of the server, with the headers that choose a scenario.
  func api(_ scenario: String, _ args: [String: GeneratedContent] = [:]) throws -> GeminiAPI {
    GeminiAPI.developer(
      apiKey: OracleServer.apiKey,
      baseURL: try XCTUnwrap(server).baseURL,
      headers: scenarioHeaders(scenario, args)
    )
  }

  /// The headers that choose a scenario.
  func scenarioHeaders(
    _ scenario: String,
    _ args: [String: GeneratedContent] = [:]
  ) -> [String: String] {
    let object = GeneratedContent(
      kind: .structure(properties: args, orderedKeys: args.keys.sorted())
    )
    // Headers hold ASCII only.
    let json = object.jsonString.utf16.map { unit in
      unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : "\\u" + hex(unit)
    }
    return ["x-oracle-scenario": scenario, "x-oracle-args": json.joined()]
  }

  private func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
