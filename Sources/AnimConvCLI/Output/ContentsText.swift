internal import AnimConv

/// The contents of a video other than its frames, as text.
enum ContentsText {
  /// The number of listed chapters; JSON has all.
  private static let mostChapters = 100

  static func lines(_ contents: MediaContents) -> [String] {
    var lines = contents.tags.map {
      "\(Diagnostics.printable($0.name)): \(Diagnostics.printable($0.value))"
    }
    if contents.omittedTags > 0 {
      lines.append("tags that are too long: \(contents.omittedTags)")
    }
    if let language = contents.language { lines.append("language: \(language)") }
    lines += contents.chapters.prefix(mostChapters).map(chapter)
    let rest = contents.chapters.count - mostChapters
    if rest > 0 { lines.append("chapters that are not listed: \(rest)") }
    lines += contents.sound.map { track in
      "sound: " + track.description + ", \(counted(track.channels, "channel"))"
    }
    lines += contents.subtitles.map { "subtitles: \($0.description)" }
    if contents.attachments > 0 { lines.append("attached files: \(contents.attachments)") }
    if contents.hasXMP { lines.append("XMP: present") }
    if contents.hasCredentials { lines.append("content credentials (C2PA): present") }
    return lines
  }

  private static func chapter(_ chapter: MediaContents.Chapter) -> String {
    "chapter: \(chapter.start.formatted()) to \(chapter.end.formatted())"
      + (chapter.title.isEmpty ? "" : ", \(Diagnostics.printable(chapter.title))")
  }
}

extension MediaContents.Track {
  fileprivate var description: String { codec + (language.map { ", \($0)" } ?? "") }
}
