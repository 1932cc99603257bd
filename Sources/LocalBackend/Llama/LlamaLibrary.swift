import CLlama
import Foundation
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
    var bytes: [UInt8] = []
    var isError = false
    var lastError = ""
  }

  private static let line = Mutex(Line())

  /// The last error that llama.cpp reported, for the message of an error that has only a code.
  static var lastError: String { line.withLock(\.lastError) }

  /// Takes a piece of llama.cpp's log, which comes in parts of lines.
  private static func receive(_ piece: UnsafePointer<CChar>?, level: ggml_log_level) {
    guard let piece else { return }
    // llama.cpp reports a step that was ended on purpose as one that failed.
    let isError = level == GGML_LOG_LEVEL_ERROR && !AbortFlag.isRaisedOnThread
    let finished = line.withLock { line -> [(bytes: [UInt8], isError: Bool)] in
      if level != GGML_LOG_LEVEL_CONT { line.isError = isError }
      var finished: [(bytes: [UInt8], isError: Bool)] = []
      line.bytes += UnsafeRawBufferPointer(start: piece, count: strlen(piece))
      while let end = line.bytes.firstIndex(of: UInt8(ascii: "\n")) {
        finished.append((Array(line.bytes[..<end]), line.isError))
        line.bytes.removeSubrange(...end)
      }
      if let error = finished.last(where: \.isError) {
        line.lastError = String(decoding: error.bytes, as: UTF8.self)
      }
      return finished
    }
    // Some lines are only dots that show progress.
    for line in finished where line.bytes.contains(where: { $0 > 0x20 && $0 != UInt8(ascii: ".") })
    {
      InferenceLog.log(
        line.isError ? .error : .debug,
        "llama.cpp: \(String(decoding: line.bytes, as: UTF8.self))"
      )
    }
  }
}
