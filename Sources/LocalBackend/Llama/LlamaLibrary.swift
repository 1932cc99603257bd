import CLlama
import HybridInference
import Synchronization

/// The library as a whole: set up once, and its log.
enum LlamaLibrary {
  /// Sets the library up, the first time that it is read.
  static let isReady: Bool = {
    // Before anything else: what the library makes first must stay, too.
    let isKept = keepsData
    ExitGate.arm()
    ExitGate.pass {
      llama_log_set({ level, text, _ in LlamaLibrary.receive(text, level: level) }, nil)
      llama_backend_init()
    }
    if !isKept { ExitGate.arm() }
    return true
  }()

  /// Whether the library keeps its global data until the process is gone; see the C function.
  ///
  /// So it is on Linux, where the library is a shared one.
  static let keepsData: Bool = {
    let kept = hybrid_keep_library_data()
    return kept.libraries > 0 && kept.keeping == kept.libraries
  }()

  /// The name of the GPU that models run on; `nil` when there is none that llama.cpp can use.
  static let gpu: String? = {
    guard isReady else { return nil }
    return ExitGate.pass {
      guard llama_supports_gpu_offload() else { return nil }
      let device =
        ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_GPU)
        ?? ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_IGPU)
      guard let device, let name = ggml_backend_dev_description(device) else { return nil }
      return String(cString: name)
    }
  }()

  /// What a saved sequence depends on: the library's version and that of its format.
  static var stateVersion: String {
    let version = String(cString: ggml_version()) + "-" + String(cString: ggml_commit())
    return "\(version), state \(LLAMA_STATE_SEQ_VERSION), layout 2"
  }

  private struct Line {
    var text = ""
    var isError = false
    var lastError = ""
  }

  private static let line = Mutex(Line())

  /// The last error that llama.cpp reported, for the message of an error that has only a code.
  static var lastError: String { line.withLock(\.lastError) }

  /// Takes a piece of llama.cpp's log, which comes in parts of lines.
  private static func receive(_ piece: UnsafePointer<CChar>?, level: ggml_log_level) {
    guard let piece else { return }
    let text = String(cString: piece)
    // llama.cpp reports a step that was ended on purpose as one that failed.
    let isError = level == GGML_LOG_LEVEL_ERROR && !AbortFlag.isRaisedOnThread
    let finished = line.withLock { line -> [(text: String, isError: Bool)] in
      if level != GGML_LOG_LEVEL_CONT { line.isError = isError }
      var finished: [(text: String, isError: Bool)] = []
      line.text += text
      while let end = line.text.firstIndex(of: "\n") {
        finished.append((String(line.text[..<end]), line.isError))
        line.text.removeSubrange(...end)
      }
      if let error = finished.last(where: \.isError) { line.lastError = error.text }
      return finished
    }
    for line in finished where line.text.contains(where: { !$0.isWhitespace && $0 != "." }) {
      InferenceLog.log(line.isError ? .error : .debug, "llama.cpp: \(line.text)")
    }
  }
}
