import Foundation

/// One event of an event stream.
struct ServerSentEvent: Equatable {
  /// The event's type.
  var type = "message"
  /// The event's data, in UTF-8.
  var data: Data
}
