import Foundation
public import HybridInference
import Synchronization

extension SystemLanguageModel {
  private static let enabled = Atomic(true)

  /// Whether on-device inference may be used in this process.
  ///
  /// Switched off, every model on the device is unavailable with the reason
  /// `appleIntelligenceNotEnabled`. The environment variable `HYBRID_INFERENCE_ON_DEVICE=off` does
  /// the same from outside.
  public static var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// Whether the model can be used now.
  ///
  /// It is looked up again at every read, which costs a system call: a model that is installed
  /// while the program runs becomes available.
  public var availability: Availability {
    do throws(Unavailability) {
      _ = try lookUp()
      return .available
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// What the weights are: name, number of parameters and quantisation, as the file says; and which
  /// device runs them.
  ///
  /// Without a usable file: why there is none.
  public var modelDescription: String {
    do throws(ModelFileError) {
      return try ModelFile(path: path).header.summary + ", on the \(device)"
    } catch {
      return "No model: \(path): \(error.reason)"
    }
  }

  /// The device that runs the layers of the model.
  private var device: String {
    if configuration.gpuLayers != 0, let gpu = LlamaLibrary.gpu { return gpu }
    return "CPU"
  }

  /// Where the file is, or would be.
  package var path: String {
    switch location {
    case .system: ModelStore.systemModelPath()
    case .file(let path): path
    }
  }

  /// Why the model cannot be used, for programs and for people.
  struct Unavailability: Error {
    var reason: Availability.UnavailableReason
    var detail: String

    var error: GenerationError { .assetsUnavailable(reason: reason, detail: detail) }
  }

  /// The model's file, if it can be used now.
  func lookUp() throws(Unavailability) -> ModelFile {
    guard Self.isEnabled, !ModelStore.isSwitchedOff() else {
      throw Unavailability(
        reason: .appleIntelligenceNotEnabled,
        detail: Availability.UnavailableReason.appleIntelligenceNotEnabled.description
      )
    }
    let path = path
    let file: ModelFile
    do throws(ModelFileError) {
      file = try ModelFile(path: path)
    } catch {
      throw Unavailability(reason: .modelNotReady, detail: "\(path): \(error.reason)")
    }
    guard machine.canHold(file.header, context: configuration.plan(on: machine)) else {
      throw Unavailability(
        reason: .deviceNotEligible,
        detail: "\(path): the model and its context do not fit into the memory of this machine"
      )
    }
    return file
  }
}

extension SystemLanguageModel: UnavailabilityExplaining {
  /// The file, and what is wrong with it; `nil` when the model can be used.
  package var unavailabilityDetail: String? {
    do throws(Unavailability) {
      _ = try lookUp()
      return nil
    } catch {
      return error.detail
    }
  }
}
