/// Where an answer was made.
public enum InferenceSource: String, Sendable, Codable {
  /// On the device that the app runs on.
  case onDevice
  /// By a hosted model, over the network.
  case inCloud
}
