import Foundation
import TestSupport
import XCTest

final class ReadmeTests: XCTestCase {
  private static let readme = SharedMaterial.packageRoot.appending(path: "README.md")

  func testEverySnippetIsCompiledAsItStands() throws {
    let compiled = SharedMaterial.packageRoot.appending(
      path: "Tests/ExampleTests/ReadmeSnippets.swift"
    )
    let snippets = try Snippet.all(in: Self.readme)
    XCTAssertEqual(snippets.count, 7)
    for snippet in snippets where !snippet.isPartOfAManifest {
      XCTAssertTrue(try snippet.stands(in: compiled), snippet.description)
    }
  }

  /// The snippet that adds the package, in a manifest that the package manager reads.
  func testTheManifestSnippetIsValid() throws {
    let snippet = try XCTUnwrap(try Snippet.all(in: Self.readme).first(where: \.isPartOfAManifest))
    let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(name: "App", \(snippet))
      """
    try manifest.write(
      to: folder.appending(path: "Package.swift"),
      atomically: true,
      encoding: .utf8
    )

    let run = try Program.run("swift", ["package", "--package-path", folder.path, "dump-package"])

    XCTAssertEqual(run.status, 0, run.errors)
    XCTAssertTrue(run.output.contains("LocalBackend"), run.output)
  }

  func testWhatItLinksToIsThere() throws {
    XCTAssertEqual(try PackageFiles.missingPaths(in: Self.readme), [])
  }
}
