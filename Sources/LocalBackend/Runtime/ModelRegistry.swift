import Synchronization

/// All models that are loaded, so that a file is loaded once for all that use it.
///
/// It does not keep them loaded: a model is freed when nothing uses it.
enum ModelRegistry {
  private struct Entry {
    weak var runtime: ModelRuntime?
  }

  private static let entries = Mutex<[ModelRuntime.Key: Entry]>([:])

  /// The runtime of a file; made when there is none.
  static func runtime(for key: ModelRuntime.Key, file: ModelFile) -> ModelRuntime {
    entries.withLock { entries in
      if let runtime = entries[key]?.runtime, runtime.isUsable { return runtime }
      let runtime = ModelRuntime(key: key, file: file)
      entries = entries.filter { $0.value.runtime != nil }
      entries[key] = Entry(runtime: runtime)
      return runtime
    }
  }
}
