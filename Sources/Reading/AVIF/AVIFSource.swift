internal import Libav
internal import Raster
internal import Stages
internal import Threads

/// Yields the frames of an AVIF.
///
/// FFmpeg's AV1 decoder runs in this process on the images' data; boxes are read here. Colours and
/// alpha are decoded in parallel.
final class AVIFSource: WideSource {
  let info: SourceInfo
  /// The rotation that makes its images upright.
  let orientation: PictureOrientation

  private let survey: AVIFSurvey
  private let colors: AVIFDecoder
  private let alpha: AVIFDecoder?
  private let pictures: AVIFPictures
  private var decodingWarnings: WarningList
  private var reported: Set<Int> = []
  /// The frame that ``next()`` returns.
  private var position = 0
  /// The frame that the decoders are prepared for.
  private var decoderPosition = 0
  private var last: PixelBuffer?
  /// The first image that can be decoded, with its frame, once an earlier frame was requested.
  private var first: (frame: Int, pixels: PixelBuffer)?
  private var hasAlpha: Bool?

  init(_ source: ByteSource, options: ReadingOptions) throws {
    survey = try AVIFSurveyor.survey(source, options: options)
    orientation = survey.orientation
    pictures = try AVIFPictures(survey, options.highDynamicRange)
    var info = survey.info(byteCount: source.byteCount)
    if let note = pictures.note { info.notes.append(note) }
    self.info = info
    decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
    let size = survey.size
    do {
      colors = try AVIFDecoder(survey.colors, source, size: size)
      alpha = try survey.alpha.map { try AVIFDecoder($0, source, size: size) }
    } catch let error as LibavError {
      throw ReadingError(error)
    }
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  var handsOnWide: Bool {
    get { pictures.handsOnWide }
    set {
      pictures.handsOnWide = newValue
      // Pictures that were decoded earlier have no more bits than were requested then.
      (last, first) = (nil, nil)
      decoderPosition = 0
    }
  }

  func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    let index = position
    try moveDecoders(to: index)
    let pixels: PixelBuffer
    switch try decode(index, converts: true) {
    case .success(nil): preconditionFailure("pixels were asked for")
    case .success(let decoded?): pixels = decoded
    case .failure(let failure):
      pixels = try last ?? lastPicture(before: index) ?? firstPicture(after: index, failure)
      try report(index, failure)
    }
    last = pixels
    position = index + 1
    return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(info.size))
  }

  /// The next call of ``next()`` decodes up to there.
  func seek(to index: Int) {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    position = index
  }

  func restartPoint(for index: Int) -> Int {
    guard index > 0 else { return 0 }
    return (0...min(index, info.frames.count - 1)).last { startsDecoding($0) } ?? 0
  }

  func detectAlpha() throws -> Bool {
    if let hasAlpha { return hasAlpha }
    var found = false
    if alpha != nil {
      seek(to: 0)
      while !found, let frame = try next() {
        try CancellationFlag.betweenFrames?.check()
        found = !frame.pixels.isOpaque(in: frame.changed)
      }
    }
    hasAlpha = found
    seek(to: 0)
    return found
  }

  /// Memory of decoders: eight reference images and two in progress, with borders, for colours and
  /// alpha in up to 16 bits; and 8 MiB of tables each.
  var decodingBytes: Int {
    let coded = (survey.size.width + 128) * (survey.size.height + 128)
    let one = 10 * coded * 6 + 8 << 20
    return info.decodingBytes(pictures: 4) + one * (alpha == nil ? 1 : 2)
  }

  private func startsDecoding(_ index: Int) -> Bool {
    survey.colors.startsDecoding(index) && survey.alpha?.startsDecoding(index) != false
  }

  /// Decodes up to a frame, without its predecessors.
  private func moveDecoders(to index: Int) throws {
    if decoderPosition == index { return }
    let start = restartPoint(for: index)
    if decoderPosition > index || start > decoderPosition { decoderPosition = start }
    last = nil
    while decoderPosition < index { _ = try decode(decoderPosition, converts: false) }
  }

  /// Decodes the frame that the decoders are prepared for.
  ///
  /// They are reset wherever decoding can start, so that a frame of a damaged file is the same on
  /// every path.
  ///
  /// - Parameter converts: whether pixels are needed.
  private func decode(
    _ index: Int, converts: Bool
  ) throws -> Result<PixelBuffer?, AVIFDecoder.Failure> {
    if startsDecoding(index) {
      colors.startOver()
      alpha?.startOver()
    }
    decoderPosition = index + 1
    let color = try colors.decode(index)
    let transparency = try alpha?.decode(index)
    switch (color, transparency) {
    case (.failure(let failure), _), (_, .failure(let failure)?): return .failure(failure)
    case (.success(let color), let transparency):
      return .success(
        converts
          ? try pictures.pixels(of: color, alpha: transparency.map { try $0.get() }) : nil)
    }
  }

  /// The substitute for a frame that cannot be decoded and was not reached in order: the last image
  /// before it.
  private func lastPicture(before index: Int) throws -> PixelBuffer? {
    if let first, index < first.frame { return first.pixels }
    var found: PixelBuffer?
    decoderPosition = 0
    while decoderPosition < index {
      if case .success(let pixels?) = try decode(decoderPosition, converts: true) { found = pixels }
    }
    _ = try decode(index, converts: false)
    return found
  }

  /// The substitute for frames without an earlier image: the first image.
  ///
  /// - Throws: ``ReadingError`` if there is no image at all.
  private func firstPicture(
    after index: Int, _ failure: AVIFDecoder.Failure
  ) throws -> PixelBuffer {
    for frame in index + 1..<max(info.frames.count, index + 1) {
      try CancellationFlag.betweenFrames?.check()
      guard case .success(let pixels?) = try decode(frame, converts: true) else { continue }
      first = (frame, pixels)
      return pixels
    }
    throw ReadingError.malformed(
      detail: info.frames.count == 1
        ? "the only frame cannot be decoded: \(failure.reason)"
        : "none of its frames can be decoded (\(failure.reason))",
      frame: info.frames.count == 1 ? index : nil, byteOffset: nil)
  }

  private func report(_ index: Int, _ failure: AVIFDecoder.Failure) throws {
    guard reported.insert(index).inserted else { return }
    try decodingWarnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: index,
        detail: "frame \(index) cannot be decoded (\(failure.reason)); the "
          + (first.flatMap {
            index < $0.frame ? "picture of frame \($0.frame), the first that can, is " : nil
          }
            ?? "previous picture is ") + "shown instead"))
  }
}
