internal import Libav
internal import OutputFiles
internal import Stages
internal import SystemPackage

/// Writes the packets of a video: with animconv's own boxes if possible, otherwise with FFmpeg's
/// muxer.
final class VideoFileWriter {
  private let movie: MovieWriter?
  private let muxer: Muxer?
  private let path: FilePath
  private let container: VideoContainer
  /// The muxer's output; nil for animconv's own boxes.
  private let file: FileDescriptor?
  private var lastDuration: Int64 = 0

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: will be overwritten. Any bytes.
  ///   - sound: the audio; nil for none.
  ///   - contents: tags, chapters and languages.
  init(
    path: FilePath, encoding: VideoEncoding, encoder: borrowing Encoder, sound: SoundPlan?,
    contents: MediaContents
  ) throws {
    self.path = path
    container = encoding.container
    if MovieWriter.canWrite(encoding, hasSound: sound != nil, hasText: contents.hasText) {
      movie = try MovieWriter(
        path: path, encoding: encoding, header: encoder.header, language: contents.language)
      muxer = nil
      file = nil
      return
    }
    movie = nil
    let file = try openTemporary(path)
    self.file = file
    muxer = try Muxer(
      descriptor: file.rawValue,
      path: path.withPlatformString { name in
        UnsafeBufferPointer(start: name, count: path.length).map { UInt8(bitPattern: $0) }
      },
      format: encoding.container.muxerName, encoder: encoder,
      timebase: Rational(1, Int32(encoding.timescale)), declaresAlpha: encoding.codesAlphaApart,
      light: encoding.light?.metadata,
      options: Self.containerOptions(encoding), sound: sound?.open(encoding.container),
      text: ContainerText(contents))
  }

  deinit { try? file?.close() }

  /// MP4 and MOV get one time unit for the track and the movie, so that no time is rounded (FFmpeg
  /// would multiply one and use milliseconds for the other), and the index at the front, so that
  /// players can start before they have the whole file.
  private static func containerOptions(_ encoding: VideoEncoding) -> [Encoder.Option] {
    guard encoding.container != .webm else { return [] }
    let timescale = String(encoding.timescale)
    return [
      Encoder.Option("video_track_timescale", timescale),
      Encoder.Option("movie_timescale", timescale),
      Encoder.Option("movflags", "+faststart"),
    ]
  }

  /// Appends a packet with times in the container's unit. Takes its contents.
  func write(_ packet: borrowing Packet) throws {
    guard let movie else {
      lastDuration = packet.duration
      return try muxer!.write(packet)
    }
    try movie.write(packet)
    packet.clear()
  }

  /// Completes the file. Called once, after the last packet.
  ///
  /// - Returns: start and end of the audio, with their unit; nil without audio.
  func finish() throws -> (span: Range<Int64>, timebase: Rational)? {
    guard let movie else {
      let sound = try muxer!.finish()
      if container == .webm {
        try LastBlock.tellDuration(lastDuration, in: path)
      } else {
        try MediaHeader.tellDuration(in: path)
      }
      return sound
    }
    try movie.finish()
    return nil
  }
}
