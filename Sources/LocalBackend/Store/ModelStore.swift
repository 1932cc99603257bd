import Foundation

/// Where the system's model is.
enum ModelStore {
  /// The path of the system's model, whether or not there is a file.
  ///
  /// - Parameter environment: The process's environment: `HYBRID_INFERENCE_MODEL` names the file,
  ///   `XDG_DATA_HOME` the folder that the store is in.
  /// - Returns: The path.
  static func systemModelPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    if let path = environment["HYBRID_INFERENCE_MODEL"], !path.isEmpty {
      return expanded(path, home: home(environment))
    }
    return dataFolder(environment) + "/hybrid-inference/models/system.gguf"
  }

  /// Whether the environment switches on-device inference off.
  static func isSwitchedOff(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool {
    ["off", "0", "false", "no"]
      .contains(environment["HYBRID_INFERENCE_ON_DEVICE"]?.lowercased() ?? "")
  }

  private static func dataFolder(_ environment: [String: String]) -> String {
    // A relative path there is to be ignored, the XDG specification says.
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    #if canImport(Darwin)
    return home(environment) + "/Library/Application Support"
    #else
    return home(environment) + "/.local/share"
    #endif
  }

  private static func home(_ environment: [String: String]) -> String {
    #if canImport(Darwin)
    NSHomeDirectory()
    #else
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    #endif
  }

  private static func expanded(_ path: String, home: String) -> String {
    path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
  }
}
