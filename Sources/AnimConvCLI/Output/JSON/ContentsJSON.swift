internal import AnimConv

/// The contents of a video other than its frames, as JSON.
struct ContentsJSON: Encodable {
  let tags: [TagJSON]
  let chapters: [ChapterJSON]
  /// ISO 639 code of the video; nil if the file has none.
  let language: String?
  let sound: [TrackJSON]
  let subtitles: [TrackJSON]
  let attachments: Int
  let hasXMP: Bool

  struct TagJSON: Encodable {
    let name: String
    let value: String
  }

  struct ChapterJSON: Encodable {
    let start: TimeJSON
    let end: TimeJSON
    let title: String
  }

  struct TrackJSON: Encodable {
    /// FFmpeg's name.
    let codec: String
    let language: String?
    /// Of sound.
    let channels: Int?

    init(_ track: MediaContents.Track) {
      codec = track.codec
      language = track.language
      channels = track.channels > 0 ? track.channels : nil
    }
  }

  init(_ contents: MediaContents) {
    tags = contents.tags.map { TagJSON(name: $0.name, value: $0.value) }
    chapters = contents.chapters.map {
      ChapterJSON(start: TimeJSON($0.start), end: TimeJSON($0.end), title: $0.title)
    }
    language = contents.language
    sound = contents.sound.map(TrackJSON.init)
    subtitles = contents.subtitles.map(TrackJSON.init)
    attachments = contents.attachments
    hasXMP = contents.hasXMP
  }
}
