import Dispatch
import Foundation

/// Calls an action on Ctrl-C, instead of ending the program, for as long as it lives.
final class Interrupts {
  private let source: any DispatchSourceSignal

  init(action: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT)
    source.setEventHandler(handler: action)
    source.resume()
  }

  deinit {
    source.cancel()
  }
}
