internal import Libav
package import Raster
internal import Stages
package import SystemPackage

/// Writes an AVIF frame by frame: a still image for one frame, otherwise an animation with exact
/// durations and a loop count, and alpha in a separate track.
///
/// FFmpeg 5.1 and libavif 0.11 write no loop count, so the boxes are written here. Encoded images
/// wait on disk until all sizes are known; memory holds the encoders and 16 bytes per frame.
package final class AVIFWriter {
  private let encoding: AVIFEncoding
  private let times: AVIFTimes
  private let write: ([UInt8]) throws -> Void
  private let tracks: [AVIFTrackEncoder]
  /// Fills colours that alpha hides; nil if nothing is hidden or if pixels must not change.
  private let colors: BledColors?
  private var written = 0

  /// - Parameters:
  ///   - path: the path of the output; names next to it are used for a moment. Nil keeps encoded
  ///     data in memory, for a still picture.
  ///   - write: takes the next bytes of the file.
  /// - Throws: ``WritingError``.
  package init(
    _ encoding: AVIFEncoding, _ times: AVIFTimes, beside path: FilePath?,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.encoding = encoding
    self.times = times
    self.write = write
    colors =
      encoding.options.hasAlpha && encoding.crf != nil
      ? BledColors(ColorBleed(size: encoding.size)) : nil
    func converter(_ format: SampleFormat) -> PictureConverter {
      PictureConverter(
        size: encoding.size, codedSize: encoding.size, format: format, matrix: encoding.matrix,
        isFullRange: encoding.isFullRange,
        isSharp: encoding.options.isSharp && format == .yuv420(alpha: false))
    }
    let format: SampleFormat =
      switch encoding.options.samples {
      case .yuv420: .yuv420(alpha: false)
      case .yuv444: .yuv444
      case .rgb: .planarRGB
      }
    do {
      var tracks = [
        try AVIFTrackEncoder(
          encoding.colorSettings, converter(format),
          spool: Self.spool(path, suffix: ".color.tmp"))
      ]
      if encoding.options.hasAlpha {
        tracks.append(
          try AVIFTrackEncoder(
            encoding.alphaSettings, converter(.alpha),
            spool: Self.spool(path, suffix: ".alpha.tmp")))
      }
      self.tracks = tracks
    } catch {
      throw WritingError.telling(error, frame: nil)
    }
  }

  private static func spool(_ path: FilePath?, suffix: String) throws -> AVIFSampleSpool {
    guard let path else { return AVIFSampleSpool() }
    return try AVIFSampleSpool(besides: path, suffix: suffix)
  }

  /// Encodes the next frame.
  ///
  /// - Throws: ``WritingError``.
  package func append(_ frame: CanvasFrame) throws {
    do {
      try tracks[0].write(colors?.colors(of: frame) ?? frame)
      for alpha in tracks.dropFirst() { try alpha.write(frame) }
      written += 1
    } catch {
      throw WritingError.telling(error, frame: written)
    }
  }

  /// Writes the file.
  ///
  /// - Throws: ``WritingError``.
  package func finish() throws {
    do {
      for track in tracks { try track.finish() }
      var layout = AVIFLayout(encoding, times, try zip(tracks, [.color, .alpha]).map(Self.track))
      try write(layout.head())
      try layout.eachChunk { track, samples in
        let count = layout.tracks[track].sizes[samples].reduce(0) { $0 + Int($1) }
        try tracks[track].read(count, write)
      }
    } catch {
      throw WritingError.telling(error, frame: nil)
    }
  }

  /// Releases the encoders.
  package func cancel() {
    for track in tracks { track.cancel() }
  }

  private static func track(
    _ encoder: AVIFTrackEncoder, _ content: AVIFTrack.Content
  ) throws -> AVIFTrack {
    guard let header = encoder.header else {
      throw WritingError.library(
        operation: "encode", message: "the stream has no header", frame: nil)
    }
    return AVIFTrack(
      content, header: header, headerUnit: encoder.headerUnit, sizes: encoder.spool.sizes,
      keys: encoder.spool.keys)
  }
}
