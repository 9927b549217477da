package import AnimTiming

/// What a container of video has besides the frames that are read: text for people, chapters and
/// other tracks.
package struct MediaContents: Hashable, Sendable {
  /// A name, such as `title`, and what it stands for.
  package struct Tag: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the animation that has a title.
  package struct Chapter: Hashable, Sendable {
    /// From the first frame on.
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
    /// ISO 639; nil when the file does not say.
    package var language: String?
    /// Of sound; 0 of subtitles.
    package var channels: Int

    package init(codec: String, language: String?, channels: Int) {
      self.codec = codec
      self.language = language
      self.channels = channels
    }
  }

  package var tags: [Tag] = []
  /// Tags that are not among ``tags``, because all of them together are too long.
  package var omittedTags = 0
  package var chapters: [Chapter] = []
  /// ISO 639 of the video that is read; nil when the file does not say.
  package var language: String?
  /// ISO 639 of the sound that players play.
  package var soundLanguage: String?
  package var sound: [Track] = []
  package var subtitles: [Track] = []
  /// Fonts, covers and other files within the file.
  package var attachments = 0
  package var hasXMP = false
  /// Whether there is a manifest of C2PA, which says where the frames come from and is signed.
  package var hasCredentials = false

  package init() {}
}
