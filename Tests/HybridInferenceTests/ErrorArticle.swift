import Foundation
import HybridInference
import TestSupport

/// What the article on errors says: its tables, and the headings that they stand under.
struct ErrorArticle {
  /// A row of a table.
  struct Row: Equatable {
    var name: String
    var description: String
    var suggestion: String
  }

  /// The rows of the tables with three columns, by the anchors of their headings.
  private(set) var rows: [String: [Row]] = [:]
  /// The rows of the tables with two columns.
  private(set) var suggestionsByCode: [String: String] = [:]

  init() throws {
    let file = SharedMaterial.packageRoot.appending(
      path: "Sources/HybridInference/HybridInference.docc/HandlingErrors.md"
    )
    var anchor = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("#") {
        anchor = String(line.drop { $0 == "#" || $0 == " " }.replacing(" ", with: "-"))
      }
      // Names and codes are code, values are in italics: the texts have no such marks.
      let cells = line.split(separator: "|").map {
        $0.replacing(/[`*]/, with: "").trimmingCharacters(in: .whitespaces)
      }
      guard line.hasPrefix("| `") else { continue }
      if cells.count == 3 {
        rows[anchor, default: []].append(
          Row(name: cells[0], description: cells[1], suggestion: cells[2])
        )
      } else if cells.count == 2 {
        for code in cells[0].split(separator: ", ") { suggestionsByCode[String(code)] = cells[1] }
      }
    }
  }

  /// The names of all cases, as the source has them.
  static func namesOfAllCases() throws -> [String] {
    let file = SharedMaterial.packageRoot.appending(
      path: "Sources/HybridInference/GenerationError.swift"
    )
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .compactMap { try #/  case (\w+).*/#.wholeMatch(in: $0).map { String($0.1) } }
  }
}
