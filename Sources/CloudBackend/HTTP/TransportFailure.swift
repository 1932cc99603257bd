import Foundation
import HybridInference

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells the errors of `URLSession` apart.
enum TransportFailure {
  /// The error as callers see it.
  ///
  /// A failure before there was a connection is `offline`, whatever else is known of it; except
  /// that a server that cannot be trusted is not one that cannot be reached.
  ///
  /// - Parameters:
  ///   - error: What the session reports.
  ///   - connection: Whether there has been a connection to the server.
  /// - Returns: `GenerationError`, or `CancellationError`.
  static func error(from error: any Error, _ connection: HTTPExchange.Connection) -> any Error {
    let known: URLError.Code? = URLError.Code(rawValue: (error as NSError).code)
    let code = (error as? URLError)?.code ?? known ?? .unknown
    if code == .cancelled { return CancellationError() }
    // What happens to a connection that was made is no matter of certificates.
    let text = connection == .made ? "" : error.localizedDescription
    if isSecurity(code, text) {
      return GenerationError.internalError(reason: "no secure connection could be made")
    }
    switch connection {
    case .made: return errorOfConnection(code)
    case .unknown where code == .timedOut: return GenerationError.timedOut
    case .unknown, .missing: return errorWithoutConnection(code, text)
    }
  }

  private static func errorOfConnection(_ code: URLError.Code) -> GenerationError {
    switch code {
    case .timedOut: .timedOut
    // What came back does not begin as an HTTP answer does.
    case .unsupportedURL: .decodingFailure(reason: "the server does not speak HTTP")
    default: .connectionLost
    }
  }

  private static func errorWithoutConnection(
    _ code: URLError.Code,
    _ text: String
  ) -> GenerationError {
    switch code {
    case .badURL:
      return .invalidRequest(field: "baseURL", reason: "is not a valid address")
    case .unsupportedURL:
      return errorOfConnection(code)
    case .timedOut:
      return .offline(reason: "connecting took too long")
    case .cannotFindHost, .dnsLookupFailed:
      return .offline(reason: "the host was not found")
    case .networkConnectionLost, .badServerResponse:
      return .connectionLost
    case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
      return .offline(reason: "there is no network")
    default:
      // It can also be lost before anything was sent: while it was being secured.
      let isLost = ["Recv failure", "Send failure"].contains { text.contains($0) }
      return isLost ? .connectionLost : .offline(reason: "the host cannot be reached or refuses")
    }
  }

  /// Whether the failure is about certificates and the like.
  ///
  /// On Linux the code does not say, and only the text of the library below does.
  private static func isSecurity(_ code: URLError.Code, _ text: String) -> Bool {
    switch code {
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      true
    case .unknown:
      ["SSL", "TLS", "certificate"].contains { text.contains($0) }
    default:
      false
    }
  }
}
