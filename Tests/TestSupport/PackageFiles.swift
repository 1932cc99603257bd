package import Foundation

/// The files of this package.
package enum PackageFiles {
  /// The files below a folder whose names end in a certain way, in the order of their paths.
  ///
  /// - Parameters:
  ///   - folder: The folder's path in the package.
  ///   - suffix: How the names end.
  /// - Returns: The files; empty where there is no such folder.
  package static func all(in folder: String, endingIn suffix: String) -> [URL] {
    let root = SharedMaterial.packageRoot.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(suffix) }.sorted().map { root.appending(path: $0) }
  }

  /// The paths that a Markdown document names and that are not in the package: targets of links, and
  /// paths in code that begin with a folder of the package.
  ///
  /// Addresses, and links that the documentation compiler resolves, are not looked at.
  package static func missingPaths(in document: URL) throws -> [String] {
    let text = try String(contentsOf: document, encoding: .utf8)
    let folder = document.deletingLastPathComponent()
    var missing: [String] = []
    for match in text.matches(of: /\]\((?<target>[^)#]+)[^)]*\)/) {
      let target = String(match.target)
      guard !target.contains("://"), !target.hasPrefix("doc:") else { continue }
      if !exists(folder.appending(path: target)) { missing.append(target) }
    }
    for match in text.matches(of: /`(?<path>(?:Examples|Sources|Tests|Docs)\/[^` ]+)/) {
      let path = String(match.path)
      if !exists(SharedMaterial.packageRoot.appending(path: path)) { missing.append(path) }
    }
    return missing
  }

  private static func exists(_ file: URL) -> Bool {
    FileManager.default.fileExists(atPath: file.path)
  }
}
