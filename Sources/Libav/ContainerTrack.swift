internal import CFFmpeg

/// A stream of a file, as its headers describe it.
package struct ContainerTrack: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case video, sound, subtitles
    /// A font, a cover or another file within the file.
    case attachment
  }

  package var kind: Kind
  /// FFmpeg's name of the codec.
  package var codec: String
  /// The value in the file; nil if the file has none.
  package var language: String?
  /// The number of audio channels; 0 for other tracks.
  package var channels: Int
  /// Whether it is the video or the sound that is read.
  package var isRead: Bool
}

extension ContainerTrack {
  /// - Returns: nil for data of other kinds.
  init?(_ stream: UnsafeMutablePointer<AVStream>, isRead: Bool) {
    let parameters = stream.codecpar!
    switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO:
      let isCover = stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
      kind = isCover && !isRead ? .attachment : .video
    case AVMEDIA_TYPE_AUDIO: kind = .sound
    case AVMEDIA_TYPE_SUBTITLE: kind = .subtitles
    case AVMEDIA_TYPE_ATTACHMENT: kind = .attachment
    default: return nil
    }
    codec = parameters.codec_id.name
    language = ContainerText.value("language", in: stream.metadata)
    channels = kind == .sound ? max(0, Int(parameters.ch_layout.nb_channels)) : 0
    self.isRead = isRead
  }
}
