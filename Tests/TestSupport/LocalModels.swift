public import Foundation
import XCTest

/// The model files that tests run on.
public enum LocalModels {
  /// The system model: the one that `HYBRID_INFERENCE_TEST_MODEL` names, or that of the store.
  ///
  /// Without it the test is skipped; where `CI` is `true` it fails.
  public static func system() throws -> URL {
    try file(
      ProcessInfo.processInfo.environment["HYBRID_INFERENCE_TEST_MODEL"],
      orInStore: "system.gguf",
      isRequired: true
    )
  }

  /// Gemma 3 270M, a base model without a chat template; the test is skipped without it.
  public static func gemma() throws -> URL {
    try file(
      ProcessInfo.processInfo.environment["HYBRID_INFERENCE_TEST_GEMMA"],
      orInStore: "gemma-3-270m.gguf",
      isRequired: false
    )
  }

  private struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  private static func file(
    _ path: String?,
    orInStore name: String,
    isRequired: Bool
  ) throws -> URL {
    let url = URL(fileURLWithPath: path ?? store + "/" + name)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    let message = "no model file at \(url.path); Examples/fetch-model.sh gets the system model"
    if isRequired, ProcessInfo.processInfo.environment["CI"] == "true" {
      throw Missing(description: message)
    }
    throw XCTSkip(message)
  }

  private static var store: String {
    let environment = ProcessInfo.processInfo.environment
    #if canImport(Darwin)
    let folder = NSHomeDirectory() + "/Library/Application Support"
    #else
    let folder = environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
    #endif
    return folder + "/hybrid-inference/models"
  }
}
