/// How a cloud model speaks, where the answer may hold audio.
public struct SpeechConfig: Sendable, Hashable {
  /// The voice of one of several speakers.
  public struct SpeakerVoice: Sendable, Hashable {
    /// The speaker, by the name that the prompt gives.
    public var speaker: String
    /// The name of the speaker's voice.
    public var voiceName: String

    /// Creates a speaker's voice.
    public init(speaker: String, voiceName: String) {
      self.speaker = speaker
      self.voiceName = voiceName
    }
  }

  /// The name of the voice, for example `Kore`; `nil` leaves it to the model.
  public var voiceName: String?
  /// The voices of several speakers, instead of one voice.
  public var speakerVoices: [SpeakerVoice]?
  /// The language, for example `en-US`; `nil` leaves it to the model.
  public var languageCode: String?

  /// Speaks with one voice.
  public init(voiceName: String? = nil, languageCode: String? = nil) {
    self.voiceName = voiceName
    self.languageCode = languageCode
  }

  /// Speaks with a voice for each speaker.
  public init(speakerVoices: [SpeakerVoice], languageCode: String? = nil) {
    self.speakerVoices = speakerVoices
    self.languageCode = languageCode
  }
}
