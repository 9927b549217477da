package import AnimTiming

/// The contents of a video container other than the frames: tags, chapters and other tracks.
package struct MediaContents: Hashable, Sendable {
  /// A name, such as `title`, and its value.
  package struct Tag: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the animation with a title.
  package struct Chapter: Hashable, Sendable {
    /// Its start, from the first frame.
    package var start: RationalTime
    package var end: RationalTime
    package var title: String

    package init(start: RationalTime, end: RationalTime, title: String) {
      self.start = start
      self.end = end
      self.title = title
    }
  }

  /// Sound, or subtitles.
  package struct Track: Hashable, Sendable {
    /// FFmpeg's name of the codec.
    package var codec: String
    /// ISO 639; nil if the file does not give it.
    package var language: String?
    /// The number of audio channels; 0 for subtitles.
    package var channels: Int

    package init(codec: String, language: String?, channels: Int) {
      self.codec = codec
      self.language = language
      self.channels = channels
    }
  }

  package var tags: [Tag] = []
  /// The number of tags that are not in ``tags``, because all tags together are too long.
  package var omittedTags = 0
  package var chapters: [Chapter] = []
  /// ISO 639 language of the video; nil if the file does not give it.
  package var language: String?
  /// ISO 639 of the sound that players play.
  package var soundLanguage: String?
  package var sound: [Track] = []
  package var subtitles: [Track] = []
  /// Fonts, covers and other files within the file.
  package var attachments = 0
  package var hasXMP = false
  /// Whether there is a C2PA manifest, a signed statement about the origin of the frames.
  package var hasCredentials = false

  package init() {}
}
