internal import AnimTiming
internal import FileBoxes
internal import Libav
internal import Raster
internal import SystemPackage

extension VideoReadBack {
  /// Examines every sample of a file from ``MovieWriter``, and the stream's own headers.
  ///
  /// - Throws: ``ReadBackError``, ``FileBoxError``, `Errno`.
  static func checkSamples(
    _ path: FilePath, encoding: VideoEncoding, timing: VideoTiming
  ) throws -> VideoReadBack {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    let samples = try file.closeAfter {
      let samples = try StoredSamples(of: file, size: try file.seek(offset: 0, from: .end))
      try samples.check(in: file)
      return samples
    }
    for size in samples.sizes where size != encoding.codedSize {
      throw ReadBackError.differs(
        what: "the size", expected: encoding.codedSize.description, found: size.description)
    }
    let tags = encoding.colorTags.codePoints
    let color = H264Header.Color(
      isFullRange: tags.isFullRange == true, codes: [tags.primaries, tags.transfer, tags.matrix])
    guard samples.streamColor == color else {
      throw ReadBackError.differs(
        what: "the stream's colours", expected: "\(color)",
        found: samples.streamColor.map { "\($0)" } ?? "none")
    }
    let timeline = timing.timeline
    return VideoReadBack(
      frameCount: samples.count, total: timeline.total, timebase: timeline.timebase,
      size: encoding.codedSize, codec: encoding.codec.libraryName,
      byteCount: Int64(samples.byteCount), keyFrameCount: samples.keyCount)
  }
}
