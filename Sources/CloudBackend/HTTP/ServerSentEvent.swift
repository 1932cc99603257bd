package import Foundation

/// One event of an event stream.
package struct ServerSentEvent: Equatable {
  /// The event's type.
  package var type = "message"
  /// The event's data, in UTF-8.
  package var data: Data
}
