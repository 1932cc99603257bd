import Foundation

/// The long forms of tests, which `Tests/soak.sh` asks for.
package enum LongForm {
  /// Whether this run is one.
  package static let isOn = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_SOAK"] == "1"
}
