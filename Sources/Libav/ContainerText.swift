/// The readable texts of a container, apart from its streams, as read or to be written.
package struct ContainerText: Hashable, Sendable {
  /// A name and its value, with FFmpeg's names.
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the video that has a title.
  package struct Chapter: Hashable, Sendable {
    /// In nanoseconds.
    package var start: Int64
    package var end: Int64
    package var title: String

    package init(start: Int64, end: Int64, title: String) {
      self.start = start
      self.end = end
      self.title = title
    }
  }

  package var entries: [Entry]
  package var chapters: [Chapter]
  /// ISO 639-2 of the video and of the sound; nil for none.
  package var videoLanguage: String?
  package var soundLanguage: String?

  package init(
    entries: [Entry] = [], chapters: [Chapter] = [], videoLanguage: String? = nil,
    soundLanguage: String? = nil
  ) {
    self.entries = entries
    self.chapters = chapters
    self.videoLanguage = videoLanguage
    self.soundLanguage = soundLanguage
  }

  /// The largest number of chapters to read.
  static let mostChapters = 10_000
  /// The largest number of entries to read.
  static let mostEntries = 1000
  /// The largest number of bytes to read of one entry.
  static let mostBytes = 1 << 16
}
