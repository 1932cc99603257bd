package import Foundation

/// A piece of Swift in a Markdown document.
package struct Snippet: CustomStringConvertible {
  /// Its lines, without indentation and without those that are empty.
  private let lines: [String]

  package var description: String { lines.joined(separator: "\n") }

  /// Whether it is meant for a package's manifest.
  package var isPartOfAManifest: Bool { lines.contains { $0.hasPrefix(".package(") } }

  /// The Swift snippets of a document, in order.
  package static func all(in document: URL) throws -> [Snippet] {
    all(in: try meaningfulLines(of: document))
  }

  /// The Swift snippets in the documentation comments of a source file, in order.
  package static func all(inCommentsOf source: URL) throws -> [Snippet] {
    guard try String(contentsOf: source, encoding: .utf8).contains("/// ```swift") else {
      return []
    }
    return all(
      in: try meaningfulLines(of: source).filter { $0.hasPrefix("///") }
        .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
    )
  }

  private static func all(in document: [String]) -> [Snippet] {
    var snippets: [Snippet] = []
    var current: [String]?
    for line in document {
      if line == "```swift" {
        current = []
      } else if line == "```", let lines = current {
        snippets.append(Snippet(lines: lines))
        current = nil
      } else if !line.isEmpty {
        current?.append(line)
      }
    }
    return snippets
  }

  /// Whether a source file holds all lines of the snippet, one after the other.
  ///
  /// Imports may stand apart from the rest, at the top of the file.
  package func stands(in source: URL) throws -> Bool {
    let source = try Self.meaningfulLines(of: source)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    let body = lines.dropFirst(imports.count)
    return imports.allSatisfy(source.contains)
      && (body.isEmpty || source.indices.contains { source[$0...].starts(with: body) })
  }

  private static func meaningfulLines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
