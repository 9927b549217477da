package import Stages

extension VideoContainer {
  /// Whether FFmpeg's muxer writes a tag so that players find it.
  package func holds(_ tag: MediaContents.Tag) -> Bool {
    switch self {
    case .mp4: Self.tagsOfMP4.contains(tag.name)
    case .mov: Self.tagsOfMOV.contains(tag.name)
    // Names are free; Matroska stores these in its own elements.
    case .webm: !tag.name.hasPrefix("com.")
    }
  }

  private static let tagsOfMP4: Set<String> = [
    "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright",
    "grouping", "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords",
    "creation_time",
  ]
  private static let tagsOfMOV: Set<String> = [
    "title", "artist", "author", "album", "date", "comment", "genre", "copyright", "keywords",
    "make", "model", "creation_time",
  ]
}
