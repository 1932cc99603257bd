import CloudBackend
import Foundation
import HybridInference
import LocalBackend
import TestSupport

/// One cell of the table: an inference mode, and the state that each of the two models is in.
struct Situation: CustomStringConvertible {
  enum Mode: CaseIterable {
    case preferOnDevice
    case preferInCloud
    case onlyOnDevice
    case onlyInCloud
  }

  enum Device: CaseIterable {
    case available
    case noFile
    case switchedOff
    case tooLarge
    case unsupportedRequest
    case failsWhileRunning
  }

  enum Cloud: CaseIterable {
    case good
    case refusedPort
    case unresolvableName
    case connectionTimeOut
    case wrongKey
    case unknownModel
    case tooManyRequests
    case serverError
    case malformedBody
    case blockedPrompt
  }

  var mode: Mode
  var device: Device
  var cloud: Cloud
  var streams: Bool

  var description: String {
    "\(mode), device \(device), cloud \(cloud), \(streams ? "streamed" : "whole")"
  }

  static let all = Mode.allCases.flatMap { mode in
    Device.allCases.flatMap { device in
      Cloud.allCases.flatMap { cloud in
        [false, true].map {
          Situation(mode: mode, device: device, cloud: cloud, streams: $0)
        }
      }
    }
  }
}

extension Situation {
  /// What an error is, as far as the table tells errors apart.
  enum Failure: Equatable {
    case notReady
    case switchedOff
    case notEligible
    case unsupported
    case contextTooSmall
    case offline
    case backend(Int)
    case rateLimited
    case badAnswer
    case blocked
    case both([Failure])
    case other(String)
  }

  /// What has to happen.
  enum Outcome: Equatable {
    case answer(InferenceSource)
    case error(Failure)
  }

  /// The device's part: why it does not answer, or `nil`.
  private var deviceFailure: Failure? {
    switch device {
    case .available: nil
    case .noFile: .notReady
    case .switchedOff: .switchedOff
    case .tooLarge: .notEligible
    case .unsupportedRequest: .unsupported
    case .failsWhileRunning: .contextTooSmall
    }
  }

  /// The cloud's part: why it does not answer, or `nil`.
  private var cloudFailure: Failure? {
    switch cloud {
    case .good: nil
    case .refusedPort, .unresolvableName, .connectionTimeOut: .offline
    case .wrongKey: .backend(400)
    case .unknownModel: .backend(404)
    case .tooManyRequests: .rateLimited
    case .serverError: .backend(500)
    case .malformedBody: .badAnswer
    case .blockedPrompt: .blocked
    }
  }

  /// What the documented behaviour of the mode makes of the two.
  var expected: Outcome {
    switch mode {
    case .onlyOnDevice:
      return deviceFailure.map(Outcome.error) ?? .answer(.onDevice)
    case .onlyInCloud:
      return cloudFailure.map(Outcome.error) ?? .answer(.inCloud)
    case .preferOnDevice:
      guard let deviceFailure else { return .answer(.onDevice) }
      guard let cloudFailure else { return .answer(.inCloud) }
      return .error(.both([deviceFailure, cloudFailure]))
    case .preferInCloud:
      guard let cloudFailure else { return .answer(.inCloud) }
      guard cloudFailure == .offline else { return .error(cloudFailure) }
      guard let deviceFailure else { return .answer(.onDevice) }
      return .error(.both([cloudFailure, deviceFailure]))
    }
  }

  /// Whether the primary handed over to the secondary, which is logged.
  var fallsBack: Bool {
    switch mode {
    case .onlyOnDevice, .onlyInCloud: false
    case .preferOnDevice: deviceFailure != nil
    case .preferInCloud: cloudFailure == .offline
    }
  }
}

extension Situation.Failure {
  init(_ error: any Error) {
    guard let error = error as? GenerationError else {
      self = .other("\(error)")
      return
    }
    self =
      switch error {
      case .assetsUnavailable(.modelNotReady, _): .notReady
      case .assetsUnavailable(.appleIntelligenceNotEnabled, _): .switchedOff
      case .assetsUnavailable(.deviceNotEligible, _): .notEligible
      case .unsupportedPromptContent: .unsupported
      case .exceededContextWindowSize: .contextTooSmall
      case .offline: .offline
      case .backend(let backend): .backend(backend.code)
      case .rateLimited: .rateLimited
      case .decodingFailure: .badAnswer
      case .promptBlocked: .blocked
      case .allModelsFailed(let attempts):
        .both(attempts.map { $0.error.map(Self.init) ?? .other("no error") })
      default: .other("\(error)")
      }
  }
}
