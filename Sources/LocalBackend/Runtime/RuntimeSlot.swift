import Synchronization

/// Keeps the runtime that a model's values used last.
final class RuntimeSlot: Sendable {
  private let runtime = Mutex<ModelRuntime?>(nil)

  /// The runtime of a key.
  ///
  /// Another one, for example of a file that was replaced, is let go, and so is one whose load came
  /// to nothing.
  func runtime(for key: ModelRuntime.Key, file: ModelFile) -> ModelRuntime {
    runtime.withLock { current in
      if let current, current.key == key, current.isUsable { return current }
      let new = ModelRegistry.runtime(for: key, file: file)
      current = new
      return new
    }
  }

  /// The runtime, if there is one.
  var current: ModelRuntime? { runtime.withLock(\.self) }

  /// Lets the runtime go.
  func clear() {
    runtime.withLock { $0 = nil }
  }
}
