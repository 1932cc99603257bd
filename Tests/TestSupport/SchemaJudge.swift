import Foundation
import XCTest

/// An independent judge of JSON: Python's `jsonschema`, of the version in `Tests/Oracle`.
package enum SchemaJudge {
  /// A text, and the schema that it should fit.
  package struct Row: Sendable {
    package var schema: String
    package var text: String

    package init(schema: String, text: String) {
      self.schema = schema
      self.text = text
    }
  }

  /// The judge is missing where it must be there, or has failed.
  package struct Unavailable: Error {
    package var reason: String
  }

  /// What the judge says of each row: `nil` when the text is JSON that fits the schema, else why not.
  ///
  /// A name that an object has twice is counted as no JSON.
  ///
  /// - Parameter rows: The rows.
  /// - Returns: The verdicts, in the rows' order.
  /// - Throws: `XCTSkip` where the judge is not installed.
  package static func verdicts(on rows: [Row]) throws -> [String?] {
    let environment = ProcessInfo.processInfo.environment
    let python = environment["HYBRID_INFERENCE_TEST_PYTHON"] ?? "python3"
    guard try Program.run(python, ["-c", "import jsonschema"]).status == 0 else {
      if environment["CI"] == "true" { throw Unavailable(reason: "jsonschema is missing") }
      throw XCTSkip("needs Python’s jsonschema: HYBRID_INFERENCE_TEST_PYTHON, see Tests/run.sh")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "judge-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let encoder = JSONEncoder()
    try encoder.encode(rows.map { [$0.schema, $0.text] }).write(to: file)
    let run = try Program.run(python, ["-c", script, file.path])
    guard run.status == 0 else { throw Unavailable(reason: run.errors) }
    return try JSONDecoder().decode([String?].self, from: Data(run.output.utf8))
  }

  private static let script = """
    import json, sys, jsonschema

    def members(pairs):
        names = dict(pairs)
        if len(names) != len(pairs):
            raise ValueError("a name comes twice")
        return names

    def refuse(word):
        raise ValueError(word + " is not JSON")

    validators = {}

    def verdict(schema, text):
        if schema not in validators:
            parsed = json.loads(schema)
            jsonschema.Draft202012Validator.check_schema(parsed)
            validators[schema] = jsonschema.Draft202012Validator(parsed)
        try:
            text.encode("utf-8")
            value = json.loads(text, object_pairs_hook=members, parse_constant=refuse)
            error = jsonschema.exceptions.best_match(validators[schema].iter_errors(value))
            return error and error.message
        except ValueError as error:
            return str(error)

    print(json.dumps([verdict(*row) for row in json.load(open(sys.argv[1]))]))
    """
}
