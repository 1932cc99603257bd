/// A value that never shows when what holds it is printed, dumped or logged.
struct Hidden<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var description: String { "(hidden)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
