/// Whether a load is to go on, for llama.cpp's callback, which takes a pointer to it.
final class LoadPermission: Sendable {
  private let mayGoOn: @Sendable () -> Bool

  init(_ mayGoOn: @escaping @Sendable () -> Bool) {
    self.mayGoOn = mayGoOn
  }

  /// Asks.
  var isGiven: Bool { mayGoOn() }
}
