extension Duration {
  /// The longest time that is waited: ten years.
  ///
  /// Clocks cannot count much more.
  static let longest = Duration.seconds(10 * 365 * 86_400)

  /// From zero to ``longest``: what is beyond means no limit.
  var bounded: Duration { min(max(.zero, self), .longest) }
}
