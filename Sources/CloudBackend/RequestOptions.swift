/// How requests to a server are made: time limits, repetitions, limits of size.
public struct RequestOptions: Sendable, Hashable {
  /// How long the server may take for the first message of its answer, and then for each next one.
  ///
  /// An answer in one piece is one message; a streamed one has many, and may take as long as it
  /// likes: the limit starts anew with each. Comments, headers and pieces of a message do not make
  /// it start anew. At least a second; anything less counts as one. The text of an error may take
  /// five seconds at most; and two seconds after the finish reason an answer counts as complete,
  /// even where the server keeps the connection open. See ``totalTimeout`` for a limit of the whole.
  public var timeout: Duration
  /// When a failed request is sent again.
  public var retry: RetryPolicy
  /// How long making a connection may take, looking up the host's name included.
  ///
  /// A server that was not reached in this time counts as offline; one that was reached has
  /// ``timeout`` to answer. While no network interface is up but loopback, 50 milliseconds at most.
  public var connectTimeout: Duration
  /// How long a request may take in all, with its repetitions and the waits between them.
  ///
  /// `nil`: as long as the server keeps sending. This and every other limit beyond ten years is
  /// none.
  public var totalTimeout: Duration?
  /// The most bytes that an answer may have, in one piece or as a stream.
  ///
  /// A stream is read as fast as it comes, and what its reader has not taken yet is kept; this is
  /// the limit of that too, where each piece takes about a kilobyte besides its text.
  public var maximumResponseSize: Int
  /// The most bytes that one piece of a streamed answer may have.
  public var maximumEventSize: Int
  /// Whether a plain `http` address of another machine is accepted.
  ///
  /// The API key and the conversation can be read on the way to it. Addresses of this machine are
  /// always accepted.
  public var allowsInsecureHTTP: Bool

  /// Creates options.
  public init(
    timeout: Duration = .seconds(180),
    retry: RetryPolicy = .default,
    connectTimeout: Duration = .seconds(5),
    totalTimeout: Duration? = nil,
    maximumResponseSize: Int = 256 << 20,
    maximumEventSize: Int = 64 << 20,
    allowsInsecureHTTP: Bool = false
  ) {
    self.timeout = timeout
    self.retry = retry
    self.connectTimeout = connectTimeout
    self.totalTimeout = totalTimeout
    self.maximumResponseSize = maximumResponseSize
    self.maximumEventSize = maximumEventSize
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }
}
