import Foundation
import TestSupport

/// The recorded answers of the real API, beside the package.
enum Recordings {
  /// All files of a suffix, in order of their paths.
  ///
  /// Throws `XCTSkip` where there are none.
  static func files(_ suffix: String) throws -> [URL] {
    try ["googleai", "vertexai"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: SharedMaterial.url("recorded/\(folder)"),
        includingPropertiesForKeys: nil
      )
    }
    .filter { $0.pathExtension == suffix }.sorted { $0.path < $1.path }
  }
}
