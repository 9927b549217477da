internal import FileBoxes
internal import Libav
internal import Messages

/// Shapes of pictures that an MP4 or MOV declares and browsers ignore, so that they are reported
/// instead of applied: a clean aperture (ISO/IEC 14496-12, 12.1.4), and a display matrix that
/// scales.
enum MovieShape {
  /// - Parameters:
  ///   - facts: of the selected video.
  ///   - mostBytes: the largest index size that is read.
  /// - Throws: what reading throws.
  static func notes(
    of source: ByteSource, _ facts: ClipDemuxer.Facts, mostBytes: Int
  ) throws -> [ConversionMessage] {
    [try aperture(of: source, facts, mostBytes: mostBytes), scale(facts)].compactMap(\.self)
  }

  private static func aperture(
    of source: ByteSource, _ facts: ClipDemuxer.Facts, mostBytes: Int
  ) throws -> ConversionMessage? {
    do {
      let movie = try FileBox.movie(
        fileBytes: source.byteCount, mostBytes: mostBytes, read: source.bytes)
      guard let size = try movie.cleanAperture(ofVideo: facts.number),
        size.width != Int64(facts.width) || size.height != Int64(facts.height)
      else { return nil }
      return
        "the clean aperture of \(size.width)x\(size.height), which the file names (clap), is not applied, "
        + "as in browsers: all \(facts.width)x\(facts.height) stored pixels are kept; \(.crop) "
        + "cuts them"
    } catch is FileBoxError {
      return nil
    }
  }

  private static func scale(_ facts: ClipDemuxer.Facts) -> ConversionMessage? {
    guard let scale = facts.matrixScale else { return nil }
    let stretch = scale.x / scale.y
    let aspect = Double(facts.pixelAspect.numerator) / Double(facts.pixelAspect.denominator)
    let isApplied = abs(stretch - 1) < 0.01 || abs(aspect / stretch - 1) < 0.01
    let factors = "\(text(scale.x)) x \(text(scale.y))"
    return isApplied
      ? "the display matrix scales the video by \(factors), which changes no stored pixel; "
        + "\(.scale) makes pictures of another size"
      : "the display matrix stretches the video by \(factors), which is not applied, as in browsers; "
        + "\(.scale) makes pictures of another size"
  }

  /// To a thousandth.
  private static func text(_ factor: Double) -> String {
    let rounded = (factor * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension FileBox {
  /// The clean aperture of a movie's video, in whole pixels; nil if it has none.
  fileprivate func cleanAperture(ofVideo number: Int) throws -> (width: Int64, height: Int64)? {
    let videos = try children.filter { box in
      try box.kind == "trak" && box.find("mdia", "hdlr")?.number(at: 8, bytes: 4) == 0x7669_6465
    }
    guard videos.indices.contains(number),
      let description = try videos[number].find("mdia", "minf", "stbl", "stsd"),
      let entry = try FileBox.list(in: description.content.dropFirst(8)).first
    else { return nil }
    // The boxes follow the 78 bytes of every visual sample entry.
    let boxes = try FileBox.list(in: entry.content.dropFirst(78))
    guard let clap = boxes.first(where: { $0.kind == "clap" }) else { return nil }
    let numbers = try (0..<4).map { try clap.count(at: 4 * $0) }
    guard numbers[1] > 0, numbers[3] > 0 else { return nil }
    return (numbers[0] / numbers[1], numbers[2] / numbers[3])
  }
}
