import Foundation
import XCTest

@testable import Benchmark

#if canImport(FoundationXML)
import FoundationXML
#endif

final class BenchmarkChartTests: XCTestCase {
  /// What a parser finds in a picture.
  private final class Found: NSObject, XMLParserDelegate {
    var texts: [String] = []
    var elements: [(name: String, attributes: [String: String])] = []
    private var isText = false

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      elements.append((name, attributes))
      isText = ["text", "title", "desc"].contains(name)
      if isText { texts.append("") }
    }

    func parser(
      _ parser: XMLParser,
      didEndElement: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      isText = false
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
      if isText { texts[texts.count - 1] += characters }
    }

    /// Numbers in an attribute of all elements of a name and a class.
    func numbers(_ attribute: String, of name: String, class kind: String) -> [Double] {
      elements.filter { $0.name == name && $0.attributes["class"] == kind }
        .compactMap { $0.attributes[attribute].flatMap(Double.init) }
    }
  }

  private func parse(_ svg: String) throws -> Found {
    let found = Found()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = found
    XCTAssertTrue(parser.parse(), "\(String(describing: parser.parserError))")
    XCTAssertEqual(found.elements.first?.name, "svg")
    return found
  }

  private func result(
    _ name: String,
    bar: BenchmarkBar? = nil,
    candidate: Double = 1,
    reference: Double = 1
  ) -> BenchmarkResult {
    let sample = { BenchmarkRow.Sample(value: $0, work: 1) }
    return BenchmarkResult(
      row: row(name, bar: bar),
      outcome: .measured(.init([(sample(candidate), sample(reference))]))
    )
  }

  private func row(_ name: String, bar: BenchmarkBar? = nil) -> BenchmarkRow {
    BenchmarkRow(name: name, summary: "", unit: "ms", bar: bar) {
      throw BenchmarkRow.Skipped(reason: "not run")
    }
  }

  func testHoldsEveryRow() throws {
    let results = [
      result("a <b> & \"c\"", bar: .ratio(atLeast: 0.98), candidate: 0.5),
      result("plain"),
      result("no number", reference: 0),
      BenchmarkResult(row: row("missing"), outcome: .skipped("no <model> & no server")),
      BenchmarkResult(row: row("broken"), outcome: .failed("it said \u{1B}[31m]]>")),
    ]
    let found = try parse(BenchmarkChart(results).svg)
    for result in results {
      XCTAssertTrue(found.texts.contains(result.row.name), result.row.name)
    }
    XCTAssertEqual(found.elements.first?.attributes["role"], "img")
    XCTAssertEqual(found.elements.filter { $0.name == "desc" }.count, 1)
    XCTAssertTrue(found.texts.contains { $0.contains("no <model> & no server") })
    XCTAssertNoThrow(try parse(BenchmarkChart([]).svg))
  }

  func testBarsStandWhereTheNumbersAre() throws {
    let found = try parse(
      BenchmarkChart([
        result("half", bar: .ratio(atLeast: 0.98), candidate: 1, reference: 2),
        result("double", bar: .ratio(atMost: 4), candidate: 2, reference: 1),
        result("a little more", bar: .excess(atMost: 3, text: "≤ 3 more", isAboutTime: false)),
      ]).svg
    )
    let one = try XCTUnwrap(found.numbers("x1", of: "line", class: "one").first)
    let missed = found.numbers("width", of: "rect", class: "no")
    let reached = found.numbers("width", of: "rect", class: "yes")
    XCTAssertEqual(missed.count, 1)
    XCTAssertEqual(reached.count, 2)
    // Half and double are as far from 1, on both sides of it.
    XCTAssertEqual(missed[0], reached[0], accuracy: 0.2)
    XCTAssertEqual(found.numbers("x", of: "rect", class: "no")[0] + missed[0], one, accuracy: 0.2)
    XCTAssertEqual(found.numbers("x", of: "rect", class: "yes")[0], one, accuracy: 0.2)
    // 4 and (1 + 3) / 1 are the same place, twice as far from 1 as 2 is.
    let marks = found.numbers("x1", of: "line", class: "mark")
    XCTAssertEqual(marks.count, 3)
    XCTAssertEqual(marks[1], marks[2])
    XCTAssertEqual(marks[1] - one, 2 * reached[0], accuracy: 0.3)
  }

  func testBars() {
    func numbers(_ candidate: Double, _ reference: Double) -> BenchmarkResult.Numbers {
      let sample = { BenchmarkRow.Sample(value: $0, work: 1) }
      return .init([(sample(candidate), sample(reference))])
    }
    XCTAssertTrue(BenchmarkBar.ratio(atLeast: 0.98).isReached(numbers(98, 100)))
    XCTAssertFalse(BenchmarkBar.ratio(atLeast: 0.98).isReached(numbers(97, 100)))
    XCTAssertTrue(BenchmarkBar.ratio(atMost: 3).isReached(numbers(3, 1)))
    XCTAssertFalse(BenchmarkBar.ratio(atMost: 3).isReached(numbers(3.1, 1)))
    let excess = BenchmarkBar.excess(atMost: 8, text: "≤ 8 more", isAboutTime: false)
    XCTAssertTrue(excess.isReached(numbers(28, 20)))
    XCTAssertFalse(excess.isReached(numbers(29, 20)))
    let own = BenchmarkBar.candidate(atMost: 20, text: "≤ 20 ms")
    XCTAssertTrue(own.isReached(numbers(20, 1)))
    XCTAssertFalse(own.isReached(numbers(21, 100)))
    XCTAssertEqual(own.ratio(beside: numbers(21, 10)), 2)
    XCTAssertNil(own.ratio(beside: numbers(21, 0)))
    XCTAssertEqual(BenchmarkBar.ratio(atMost: 1.05).text, "ratio ≤ 1.05")
  }

  func testArguments() throws {
    XCTAssertEqual(try BenchmarkArguments(["--svg", "chart.svg"]).chart, "chart.svg")
    XCTAssertThrowsError(try BenchmarkArguments(["--svg"]))
    XCTAssertTrue(BenchmarkArguments.help.contains("--svg"))
  }
}
