/// Whether a model can answer requests now.
public enum Availability: Sendable, Equatable {
  /// The model is ready to use.
  case available
  /// The model cannot be used now, for the reason given.
  case unavailable(UnavailableReason)

  /// Why a model cannot be used.
  ///
  /// The first three have the names, and the meaning, that code for Apple's system model switches
  /// over.
  public enum UnavailableReason: Sendable, Hashable {
    /// This machine cannot run the model: too little memory, or a processor without support.
    case deviceNotEligible
    /// On-device inference is switched off.
    case appleIntelligenceNotEnabled
    /// The model's file is absent, unfinished or not loadable (yet).
    case modelNotReady
    /// Anything else, in words.
    case other(String)
  }
}

extension Availability.UnavailableReason: CustomStringConvertible {
  /// The reason as a phrase that completes "the model is unavailable: …".
  public var description: String {
    switch self {
    case .deviceNotEligible: "this device cannot run the model"
    case .appleIntelligenceNotEnabled: "on-device inference is switched off"
    case .modelNotReady: "the model is not installed or not ready"
    case .other(let reason): reason
    }
  }
}
