import Foundation
import TestSupport
import XCTest

/// The documentation says what compiles, and leads to what is there.
final class ArticleTests: XCTestCase {
  private static let documents = PackageFiles.all(in: "Sources", endingIn: ".md")

  private static func snippetFile(_ name: String) -> URL {
    SharedMaterial.packageRoot.appending(path: "Tests/ExampleTests/Snippets/\(name)Snippets.swift")
  }

  private static func name(of document: URL) -> String {
    document.deletingPathExtension().lastPathComponent
  }

  func testEverySnippetIsCompiledAsItStands() throws {
    var count = 0
    for document in Self.documents {
      let compiled = Self.snippetFile(Self.name(of: document))
      for snippet in try Snippet.all(in: document) where !snippet.isPartOfAManifest {
        count += 1
        XCTAssertTrue(try snippet.stands(in: compiled), "\(document.lastPathComponent): \(snippet)")
      }
    }
    XCTAssertGreaterThan(count, 50)
  }

  func testSnippetsInDocumentationCommentsAreCompiledAsTheyStand() throws {
    let snippets = try PackageFiles.all(in: "Sources", endingIn: ".swift")
      .flatMap { try Snippet.all(inCommentsOf: $0) }
    XCTAssertFalse(snippets.isEmpty)
    for snippet in snippets {
      XCTAssertTrue(try snippet.stands(in: Self.snippetFile("Comment")), snippet.description)
    }
  }

  /// `ReadmeTests` has the package manager read it.
  func testTheManifestSnippetIsTheReadmes() throws {
    let manifests = try Self.documents.flatMap { try Snippet.all(in: $0) }.filter(
      \.isPartOfAManifest
    )
    let readme = SharedMaterial.packageRoot.appending(path: "README.md")
    XCTAssertEqual(manifests.count, 1)
    XCTAssertEqual(
      manifests.map(\.description),
      try Snippet.all(in: readme).filter(\.isPartOfAManifest).map(\.description)
    )
  }

  func testEveryFileOfSnippetsBelongsToADocument() {
    let names = Set(Self.documents.map(Self.name) + ["Comment"])
    for file in PackageFiles.all(in: "Tests/ExampleTests/Snippets", endingIn: ".swift") {
      let name = Self.name(of: file)
      XCTAssertTrue(name.hasSuffix("Snippets") && names.contains(String(name.dropLast(8))), name)
    }
  }

  func testTheFilesThatTheyNameAreThere() throws {
    let documents = Self.documents + PackageFiles.all(in: "Docs", endingIn: ".md")
    for document in documents {
      XCTAssertEqual(try PackageFiles.missingPaths(in: document), [], document.lastPathComponent)
    }
  }
}
