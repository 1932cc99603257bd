import Foundation

/// A point in time as JSON has it: `2025-05-01T18:48:57.671056Z`.
enum Timestamp {
  /// The date of a text; `nil` when it is none.
  static func date(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /([^.Zz+]+)(\.[0-9]{1,9})?([Zz]|[+-][0-9:]{5})/),
      let date = try? Date(String(match.1) + match.3.uppercased(), strategy: .iso8601)
    else { return nil }
    return date + (match.2.flatMap { Double("0" + $0) } ?? 0)
  }
}
