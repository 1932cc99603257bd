import Foundation
import HybridInference

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells the errors of `URLSession` apart.
enum TransportFailure {
  /// The error as callers see it.
  ///
  /// - Parameters:
  ///   - error: What the session reports.
  ///   - isConnected: Whether there has been a connection to the server.
  /// - Returns: `GenerationError`, or `CancellationError`.
  static func error(from error: any Error, isConnected: Bool) -> any Error {
    let code = (error as? URLError)?.code ?? URLError.Code(rawValue: (error as NSError).code)
    switch code {
    case .cancelled:
      return CancellationError()
    case .timedOut:
      return isConnected
        ? GenerationError.timedOut : GenerationError.offline(reason: "connecting took too long")
    case .cannotFindHost, .dnsLookupFailed:
      return GenerationError.offline(reason: "the host was not found")
    case .cannotConnectToHost:
      return GenerationError.offline(reason: "the host cannot be reached or refuses")
    case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
      return GenerationError.offline(reason: "there is no network")
    case .badURL, .unsupportedURL:
      return GenerationError.internalError(reason: "the address is not valid")
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      return GenerationError.internalError(reason: "no secure connection could be made")
    default:
      return GenerationError.connectionLost
    }
  }
}
