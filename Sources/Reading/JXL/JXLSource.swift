internal import AnimTiming
internal import Raster
internal import Stages
internal import Threads

/// Yields the frames of a JPEG XL, decoded and turned upright by libjxl.
final class JXLSource: WideSource {
  let info: SourceInfo

  private let source: ByteSource
  private let survey: JXLSurvey
  private let decoder: JXLDecoder
  private let pool: PixelBuffer.Pool
  private let colors: PictureColors
  private var decodingWarnings: WarningList
  private var reported: Set<Int> = []
  /// The frame that ``next()`` returns.
  private var position = 0
  /// The frame that the decoder returns next; nil if it must start again.
  private var decoderPosition: Int? = 0
  /// The first frame that cannot be decoded; no later frame can be decoded either.
  private var firstDamaged = Int.max
  private var last: PixelBuffer?
  private var hasAlpha: Bool?
  private var hasLookedBehind = false
  /// Whether the only frame ends early; its intact part is then shown.
  private var isCut = false
  var handsOnWide = false {
    didSet { if handsOnWide != oldValue { decoderPosition = nil } }
  }

  init(_ source: ByteSource, options: ReadingOptions) throws {
    self.source = source
    survey = try JXLSurvey(source, options: options)
    decoder = try JXLDecoder(source, pixels: true)
    pool = PixelBuffer.Pool(size: survey.size)
    colors = PictureColors(survey.description, for: survey.isGray ? .gray : .rgb)
    decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
    info = try survey.info(source, colors)
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    let index = position
    let pixels = try picture(index)
    last = pixels
    position = index + 1
    return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(info.size))
  }

  /// Decoding happens in the next call of ``next()``.
  func seek(to index: Int) {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    if index != position { last = nil }
    position = index
  }

  func restartPoint(for index: Int) -> Int {
    survey.startsDecoding[...min(index, info.frames.count - 1)].lastIndex(of: true) ?? 0
  }

  func detectAlpha() throws -> Bool {
    if let hasAlpha { return hasAlpha }
    seek(to: 0)
    var found = false
    while survey.hasAlpha, !found, let frame = try next() {
      try CancellationFlag.betweenFrames?.check()
      found = !frame.pixels.isOpaque(in: frame.changed)
    }
    hasAlpha = found
    seek(to: 0)
    return found
  }

  /// Measured with libjxl 0.7: 35 bytes a pixel of the canvas.
  var decodingBytes: Int {
    let wide = takesWide ? 2 * WidePicture.byteCount(survey.size) : 0
    return info.decodingBytes(pictures: 4) + 36 * survey.size.area + wide + 4 << 20
  }

  /// Pictures of more than 8 bits are decoded with all bits: since release 0.10, libjxl dithers
  /// where it rounds to 8, and high dynamic range would get visible steps in dark areas.
  private var takesWide: Bool { survey.bits > 8 }

  private func picture(_ index: Int) throws -> PixelBuffer {
    if index < firstDamaged, let pixels = try decode(index) {
      if isCut {
        if reported.insert(index).inserted {
          try decodingWarnings.report(
            ReadingWarning(
              kind: .truncated, frame: index,
              detail: "the file ends early; the picture is shown as far as it goes"))
        }
      } else if index == info.frames.count - 1 {
        try lookBehind()
      }
      return pixels
    }
    firstDamaged = min(firstDamaged, index)
    decoderPosition = nil
    let held = try heldPicture(before: index)
    if reported.insert(index).inserted {
      try decodingWarnings.report(
        ReadingWarning(
          kind: .damagedFrame, frame: index,
          detail: "frame \(index) cannot be decoded; the previous picture is shown instead"))
    }
    return held
  }

  /// A bare codestream must end here; a container may have further boxes.
  private func lookBehind() throws {
    guard !hasLookedBehind, try source.prefix(1) == [0xFF], try decoder.next() == .end else {
      return
    }
    hasLookedBehind = true
    if let warning = try source.trailingWarning(from: decoder.end(), "JPEG XL") {
      try decodingWarnings.report(warning)
    }
  }

  /// The substitute for a damaged frame: the last frame before the damage, because no later one can
  /// be decoded.
  private func heldPicture(before index: Int) throws -> PixelBuffer {
    if let last { return last }
    var held: PixelBuffer?
    for frame in 0..<index {
      try CancellationFlag.betweenFrames?.check()
      guard let pixels = try decode(frame) else { break }
      held = pixels
    }
    if let held { return held }
    throw ReadingError.malformed(
      detail: info.frames.count == 1
        ? "the only frame cannot be decoded" : "none of its frames can be decoded",
      frame: index, byteOffset: nil)
  }

  /// - Returns: nil if the frame is damaged or truncated.
  private func decode(_ index: Int) throws -> PixelBuffer? {
    if !canGoOn(to: index) {
      decoder.rewind(skipping: index)
      decoderPosition = index
    }
    let pixels = pool.take()
    pixels.contents = nil
    let depth = takesWide ? 16 : 8
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: depth == 16 ? WidePicture.byteCount(survey.size) : 0, alignment: 16)
    defer { bytes.deallocate() }
    let target =
      depth == 16
      ? bytes : UnsafeMutableRawBufferPointer(start: pixels.base, count: pixels.byteCount)
    while let at = decoderPosition, at <= index {
      guard try decodeNext(into: target, depth: depth) else {
        decoderPosition = nil
        return nil
      }
      decoderPosition = at + 1
    }
    if depth == 16 {
      finish(Array(bytes.bindMemory(to: WidePicture.Pixel.self)), into: pixels)
    } else {
      finish(pixels)
    }
    return pixels
  }

  /// Frames in order skip the search for a restart point, which walks the survey.
  private func canGoOn(to index: Int) -> Bool {
    guard let decoderPosition else { return false }
    if decoderPosition == index { return true }
    return decoderPosition < index && restartPoint(for: index) <= decoderPosition
  }

  private func decodeNext(into target: UnsafeMutableRawBufferPointer, depth: Int) throws -> Bool {
    var hasBuffer = false
    while true {
      switch try decoder.next() {
      // The file may have been replaced in the meantime.
      case .info: guard decoder.size == survey.size else { return false }
      case .colors: _ = decoder.colors()
      case .layer: continue
      case .needsBuffer:
        // Missing pixels of a picture that ends early are transparent.
        if !survey.isAnimated { target.initializeMemory(as: UInt8.self, repeating: 0) }
        guard decoder.setOutput(target, depth: depth) else { return false }
        hasBuffer = true
      case .picture: return true
      case .cut:
        // Frames of an animation have a previous picture that can be held.
        guard hasBuffer, !survey.isAnimated else { return false }
        isCut = decoder.drawRest()
        return isCut
      case .end, .failed: return false
      }
    }
  }

  private func finish(_ wide: [WidePicture.Pixel], into pixels: PixelBuffer) {
    var wide = wide
    colors.conversion?.convert(&wide)
    let picture = WidePicture(size: survey.size, pixels: wide).withoutHiddenColors()
    picture.narrow(into: pixels)
    pixels.wide = handsOnWide ? picture : nil
  }

  private func finish(_ pixels: PixelBuffer) {
    pixels.clearTransparentColors()
    guard let conversion = colors.conversion else { return }
    let plane = PixelPlane(pixels)
    for y in 0..<survey.size.height {
      conversion.convert(plane.row(y, from: 0), survey.size.width)
    }
  }
}

extension JXLSurvey {
  /// Reports the same problem as other formats.
  func info(_ source: ByteSource, _ colors: PictureColors) throws -> SourceInfo {
    let marks = try BoxMarks(source)
    var metadata = SourceInfo.Metadata()
    if case .profile(let profile) = description { metadata.profileName = profile.name }
    metadata.hasOtherXMP = marks.hasXMP
    metadata.hasCredentials = marks.hasCredentials
    var info = SourceInfo(
      kind: .jxl, size: size, frames: frames, plays: plays, declaresPlays: isAnimated,
      alpha: hasAlpha ? .possible : .absent, defaultPolicy: Self.policy, metadata: metadata,
      byteCount: source.byteCount, warnings: warnings.warnings + [colors.warning].compactMap(\.self)
    )
    info.sampleDepth = bits
    return info
  }

  /// Delays are handled as in browsers, but exactly: ticks may be any fraction of a second.
  private static let policy = DelayPolicy.minimum(
    RationalTime(11, 1000), replacement: RationalTime(100, 1000))
}
