package import Foundation
import XCTest

/// The folders that tests read from.
package enum SharedMaterial {
  /// The root of the package.
  package static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder of the material beside the package, which a clone may not have.
  ///
  /// Throws `XCTSkip` with the name of what is missing when it is absent.
  package static func url(_ path: String) throws -> URL {
    let root =
      ProcessInfo.processInfo.environment["HYBRID_INFERENCE_SHARED"].map(URL.init(fileURLWithPath:))
      ?? packageRoot.deletingLastPathComponent().appending(path: "shared")
    let url = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw XCTSkip("skipped: the material beside the package has no \(path)")
    }
    return url
  }
}
