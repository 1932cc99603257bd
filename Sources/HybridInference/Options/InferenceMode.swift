/// Which kinds of model may answer a request, and which of them is asked first.
///
/// The names are those of Firebase AI Logic's hybrid inference.
public enum InferenceMode: String, Sendable, Codable, CaseIterable {
  /// The model on the device first, the one in the cloud when it cannot answer.
  case preferOnDevice
  /// The model in the cloud first, the one on the device when it cannot answer.
  case preferInCloud
  /// A model on the device or none: nothing leaves the device.
  case onlyOnDevice
  /// A model in the cloud or none.
  case onlyInCloud

  /// The mode of answers from one place only.
  static func only(_ source: InferenceSource) -> InferenceMode {
    source == .onDevice ? .onlyOnDevice : .onlyInCloud
  }

  /// The one place where models may answer, where there is only one.
  var onlySource: InferenceSource? { sources.count == 1 ? sources[0] : nil }

  /// Where the models run that may answer, in the order in which they are asked.
  package var sources: [InferenceSource] {
    switch self {
    case .preferOnDevice: [.onDevice, .inCloud]
    case .preferInCloud: [.inCloud, .onDevice]
    case .onlyOnDevice: [.onDevice]
    case .onlyInCloud: [.inCloud]
    }
  }
}
