internal import AnimTiming
internal import CJXL
internal import Raster
internal import Stages

/// All facts in the headers of a JPEG XL, without decoding a pixel (ISO/IEC 18181-1).
struct JXLSurvey {
  /// The size of the upright picture.
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var frames: [SourceInfo.Frame] = []
  /// Whether decoding can start at each frame.
  private(set) var startsDecoding: [Bool] = []
  private(set) var hasAlpha = false
  private(set) var isGray = false
  private(set) var plays = LoopCount.plays(1)
  private(set) var isAnimated = false
  /// Bits of a sample, at least 8; 16 for floating point.
  private(set) var bits = 8
  private(set) var description: ColorDescription?
  private(set) var warnings: WarningList

  private let limits: ReadingLimits
  private var timebase = Timebase.milliseconds
  private var isUpright = true
  /// Collected from the layers since the last shown frame.
  private var rect: PixelRect?
  private var startsOver = false

  /// Whether bytes start like a codestream or its container (ISO/IEC 18181-2).
  static func starts(_ signature: some Collection<UInt8>) -> Bool {
    signature.starts(with: [0xFF, 0x0A])
      || signature.starts(
        with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
  }

  /// - Throws: ``ReadingError``.
  /// - Complexity: reads the whole file once; decodes nothing.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    limits = options.limits
    warnings = WarningList(isStrict: options.isStrict, of: source)
    let decoder = try JXLDecoder(source, pixels: false)
    var event = try decoder.next()
    while event != .end, event != .cut, event != .failed {
      if event == .info { try takeHeader(decoder) }
      if event == .colors { try takeColors(decoder, options.highDynamicRange) }
      if event == .layer { try takeLayer(decoder) }
      event = try decoder.next()
    }
    if event != .end { try takeDamage(event, byteCount: source.byteCount) }
    if frames.isEmpty { throw ReadingError.noFrames }
  }

  private mutating func takeHeader(_ decoder: JXLDecoder) throws {
    guard let info = decoder.info else { throw Self.headless }
    size = PixelSize(width: Int(info.width), height: Int(info.height))
    try limits.check(canvas: size)
    hasAlpha = info.alpha_bits > 0
    isGray = info.color_channels == 1
    isAnimated = info.animated != 0
    isUpright = info.orientation == 1
    bits = info.exponent_bits > 0 ? 16 : max(8, min(16, Int(info.bits)))
    guard isAnimated else { return }
    plays = info.plays == 0 ? .forever : .plays(Int(info.plays))
    guard info.tick_numerator > 0, info.tick_denominator > 0 else { throw Self.headless }
    timebase = Timebase(Int64(info.tick_denominator), Int64(info.tick_numerator))
  }

  private mutating func takeColors(
    _ decoder: JXLDecoder, _ range: ReadingOptions.HighDynamicRange
  ) throws {
    description = decoder.colors()
    guard let transfer = description?.highDynamicRange?.transfer else { return }
    try range.check(transfer, of: "the picture")
    try warnings.report(
      ReadingWarning(
        kind: .colorProfile, detail: ReadingOptions.HighDynamicRange.note(on: transfer)))
  }

  private mutating func takeLayer(_ decoder: JXLDecoder) throws {
    guard let layer = decoder.layer else { throw Self.headless }
    let canvas = PixelRect(size)
    let whole = layer.is_cropped == 0 || !isUpright
    let drawn = whole ? canvas : canvas.intersection(PixelRect(layer))
    if rect == nil { startsOver = whole && layer.blend == UInt32(CJXL_REPLACE) }
    rect = rect?.union(drawn) ?? drawn
    // A layer without a duration is part of the next frame.
    if layer.ticks == 0, layer.is_last == 0 { return }
    try limits.check(frames: frames.count + 1, on: size)
    frames.append(
      SourceInfo.Frame(
        delay: isAnimated ? .declared(ticks: Int64(layer.ticks), timebase: timebase) : .missing,
        rect: rect ?? canvas, disposal: .keep, blend: .source))
    startsDecoding.append(startsOver)
    rect = nil
  }

  private mutating func takeDamage(_ event: JXLDecoder.Event, byteCount: Int64) throws {
    let isCut = event == .cut
    guard !frames.isEmpty else {
      throw isCut
        ? ReadingError.truncated(
          detail: "the file ends before its first frame", frame: nil, byteOffset: byteCount)
        : .malformed(detail: "its header is damaged", frame: nil, byteOffset: nil)
    }
    let last = frames.count - 1
    try warnings.report(
      ReadingWarning(
        kind: isCut ? .truncated : .damagedFrame, frame: last, byteOffset: isCut ? byteCount : nil,
        detail: (isCut ? "the file ends in frame \(last)" : "frame \(last) is damaged")
          + "; what follows is missing"))
  }

  private static let headless = ReadingError.malformed(
    detail: "its header is damaged", frame: nil, byteOffset: nil)
}

extension PixelRect {
  /// The position of a layer; libjxl limits the numbers to below 2^31.
  fileprivate init(_ layer: cjxl_layer) {
    let (left, top) = (max(0, Int(layer.x)), max(0, Int(layer.y)))
    self.init(
      x: left, y: top, width: max(0, Int(layer.x) + Int(layer.width) - left),
      height: max(0, Int(layer.y) + Int(layer.height) - top))
  }
}
