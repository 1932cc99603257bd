public import Foundation
public import HybridInference
import Synchronization

/// The model on this device: a GGUF file, run by llama.cpp.
///
/// ```swift
/// let session = GenerativeModelSession(model: SystemLanguageModel.default)
/// print(try await session.respond(to: "Hello!").content)
/// ```
///
/// Values are cheap: all that name the same file with the same configuration share one loaded model.
/// It is loaded when it is first needed, and freed when the last value that used it is gone.
///
/// The weights are mapped from the file, not copied. Replace a model by moving another file into its
/// place; that is safe at any time, and requests that come later use the new file. Never write into
/// or shorten a file that is in use: the system ends the process (`SIGBUS`), and nothing can prevent
/// that.
public struct SystemLanguageModel: LanguageModel {
  /// The installed system model.
  ///
  /// Its file is looked up at each use: in the environment variable `HYBRID_INFERENCE_MODEL` (a
  /// path), else in the model store: `$XDG_DATA_HOME/hybrid-inference/models/system.gguf`, where
  /// `XDG_DATA_HOME` is `~/.local/share` by default (`~/Library/Application Support` on Apple
  /// systems). Once loaded it stays loaded; see ``unload()``.
  public static let `default` = SystemLanguageModel(
    location: .system,
    configuration: Configuration(),
    machine: .current
  )

  enum Location: Sendable, Hashable {
    case system
    case file(path: String)
  }

  let location: Location
  let machine: Machine
  let slot = RuntimeSlot()

  /// How the model runs.
  public let configuration: Configuration

  /// Names a model in a file.
  ///
  /// The file is looked at when it is needed, not here: it may be installed later.
  ///
  /// - Parameters:
  ///   - modelURL: A GGUF file.
  ///   - configuration: How the model runs.
  public init(modelURL: URL, configuration: Configuration = .init()) {
    self.init(
      location: .file(path: modelURL.path),
      configuration: configuration,
      machine: .current
    )
  }

  init(location: Location, configuration: Configuration, machine: Machine) {
    self.location = location
    self.configuration = configuration
    self.machine = machine
  }

  /// The name that code written for the on-device model compares with.
  ///
  /// ``modelDescription`` names the real weights.
  public var modelName: String { "apple-foundation-models-system-language-model" }

  /// On the device.
  public var inferenceSource: InferenceSource { .onDevice }

  /// It goes on exactly where the answer was cut.
  public var continuesAnswers: Bool { true }

  /// Frees the memory of the model, unless another value uses it or a request runs.
  ///
  /// The next request loads it again.
  public func unload() {
    slot.clear()
  }
}
