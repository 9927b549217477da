internal import AnimTiming
internal import Libav
internal import Messages
internal import Raster
internal import Stages

/// Yields the frames of a video at their exact times, upright and with square pixels.
///
/// Decoders of FFmpeg run in this process on the file's data; the containers and decoders that may
/// do so are listed in ``VideoFileFormat``. Sound is left out.
final class VideoSource: FrameSource {
  let info: SourceInfo

  private let bytes: ByteSource
  private let format: VideoFileFormat
  private var demuxer: ClipDemuxer
  private let survey: VideoSurvey
  private var decoder: Decoder
  private let converter: RGBAConverter
  private let orientation: PictureOrientation
  private let stored: PixelSize
  private let pool: PixelBufferPool
  /// Holds a picture before it is turned.
  private let scratch: PixelBufferPool
  private let packet: Packet
  private let picture: Picture
  private let hasAlphaPlane: Bool
  /// Whether the place that was sought is not yet known to lie before the frame that is wanted.
  private var mayBeTooLate = false

  /// The frame that ``next()`` hands out next.
  private var position = 0
  /// The frame that the decoder is expected to give next; nil after seeking.
  private var decoded: Int?
  private var hasSentEnd = false
  /// The picture at hand, with the frame it belongs to.
  private var pending: Int?
  private var last: PixelBuffer?
  /// What the decoder said last of a packet that it could not decode.
  private var decodingFailure: LibavError?
  private var decodingWarnings: WarningList
  private var reported: Set<Int> = []
  private var alpha: Bool?

  /// More packets than any decoder holds.
  private static let mostHeld = 256

  /// Two threads decode ahead; their number changes no pixel.
  private static let threads = 2

  init(
    _ source: ByteSource, format: VideoFileFormat, options: ReadingOptions = ReadingOptions()
  ) throws {
    do {
      bytes = source
      self.format = format
      demuxer = try Self.open(source, format)
      let facts = demuxer.facts
      let color = try VideoColor(facts.color, height: facts.height, isRGB: facts.isRGB)
      guard let turns = facts.quarterTurns else {
        throw ReadingError.unsupported(
          detail: "the video is rotated by an angle that is not a multiple of 90 degrees",
          remedy: "rotate it in a video editor first")
      }
      orientation = PictureOrientation(quarterTurns: turns, isMirrored: facts.isMirrored)
      stored = try Self.squarePixels(facts, limits: options.limits)
      survey = try VideoSurvey(
        demuxer, source, format, limits: options.limits)
      hasAlphaPlane =
        facts.hasAlphaFormat || (facts.declaresAlpha && ["vp8", "vp9"].contains(facts.codec))
      converter = RGBAConverter(
        width: stored.width, height: stored.height, matrix: color.matrix,
        isFullRange: color.isFullRange)
      decoder = try demuxer.makeDecoder(
        named: Self.decoder(facts), threads: Self.threads)
      packet = try Packet()
      picture = try Picture()

      let size = orientation.upright(stored)
      pool = PixelBufferPool(size: size)
      scratch = PixelBufferPool(size: stored)
      decodingWarnings = WarningList(isStrict: options.isStrict)
      if options.isStrict, let warning = survey.warnings.first(where: { $0.kind == .truncated }) {
        throw ReadingError.damaged(warning)
      }
      var warnings = survey.warnings
      if let caveat = color.caveat {
        warnings.append(ReadingWarning(kind: .nonconforming, detail: caveat))
      }
      if facts.audioStreams > 0 {
        warnings.append(ReadingWarning(kind: .nonconforming, detail: "the sound is left out"))
      }
      var info = SourceInfo(
        kind: .video, size: size,
        frames: survey.delays.map {
          SourceFrame(
            delay: $0, rect: PixelRect(size), disposal: .keep, blend: .source)
        },
        plays: .plays(1), declaresPlays: false, alpha: hasAlphaPlane ? .possible : .absent,
        defaultPolicy: .verbatim(zeroDelay: nil), byteCount: source.byteCount, warnings: warnings)
      info.video = StoredVideo(
        container: try format.containerName(of: source), codec: facts.codec,
        pixelFormat: facts.pixelFormat, storesAlpha: hasAlphaPlane,
        hasSound: facts.audioStreams > 0)
      self.info = info
      try rewind(to: 0)
    } catch let error as LibavError {
      throw ReadingError.malformed(detail: error.description, frame: nil, byteOffset: nil)
    }
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  func next() throws -> Frame? {
    guard position < survey.times.count else { return nil }
    let index = position
    let pixels: PixelBuffer
    do {
      pixels = try decode(index)
    } catch let error as LibavError {
      throw ReadingError.malformed(
        detail: error.description, frame: index, byteOffset: nil)
    }
    position += 1
    last = pixels
    return Frame(index: index, pixels: pixels, changed: PixelRect(info.size))
  }

  /// Decoding goes on from here when no key frame lies between, else from the key frame before.
  func seek(to index: Int) throws {
    precondition((0...survey.times.count).contains(index), "no frame \(index)")
    defer { position = index }
    guard index < survey.times.count else { return }
    if let decoded, decoded <= index,
      !survey.isKey[min(decoded + 1, index)...index].contains(true)
    {
      return
    }
    do {
      try rewind(to: index)
      try Self.check(demuxer)
    } catch let error as LibavError {
      throw ReadingError.malformed(detail: error.description, frame: index, byteOffset: nil)
    }
  }

  /// The key frame before.
  func restartPoint(for index: Int) -> Int {
    guard survey.hasTimes, index < survey.isKey.count else { return 0 }
    return survey.isKey[...index].lastIndex(of: true) ?? 0
  }

  /// What decoders hold: 16 pictures that others refer to, one for each thread and some that wait to
  /// be shown, with edges; and 8 MiB of tables.
  var decodingBytes: Int {
    let facts = demuxer.facts
    let isDeep = ["10", "12", "14", "16"].contains { facts.pixelFormat.contains($0) }
    let bytes = (hasAlphaPlane ? 4 : 3) * (isDeep ? 2 : 1)
    let coded = (facts.width + 128) * (facts.height + 128)
    return info.decodingBytes(pictures: 4) + (20 + Self.threads) * coded * bytes + 8 << 20
  }

  func detectAlpha() throws -> Bool {
    if let alpha { return alpha }
    var found = false
    if hasAlphaPlane {
      try seek(to: 0)
      while !found, let frame = try next() {
        found = !frame.pixels.isOpaque(in: PixelRect(info.size))
      }
      try seek(to: 0)
    }
    alpha = found
    return found
  }

  /// The picture of a frame. Where the file has none, because its data is damaged, the picture
  /// before goes on.
  private func decode(_ index: Int) throws -> PixelBuffer {
    while true {
      if let pending {
        if pending == index {
          self.pending = nil
          mayBeTooLate = false
          decoded = index + 1
          decodingFailure = nil
          if picture.isDamaged { try report(index, "frame \(index) is damaged") }
          return try convert()
        }
        if pending > index {
          guard mayBeTooLate else { break }
          // Containers without an index find places only roughly: begin at the beginning.
          try reopen()
          continue
        }
        self.pending = nil
        mayBeTooLate = false
      }
      guard let found = try receive() else {
        guard mayBeTooLate else { break }
        try reopen()
        continue
      }
      pending = found
    }
    decoded = index + 1
    let reason = decodingFailure.map { " (\($0.message))" } ?? ""
    try report(
      index,
      "frame \(index) cannot be decoded\(reason); the previous picture is shown instead")
    if let last { return last }
    let blank = pool.take()
    blank.contents = nil
    blank.clear(PixelRect(info.size))
    for pixel in 0..<info.size.area { blank.base[pixel * 4 + 3] = 255 }
    return blank
  }

  /// Decodes until there is a picture that belongs to a frame of the survey.
  ///
  /// - Returns: that frame; nil at the end.
  private func receive() throws -> Int? {
    var failuresAtEnd = 0
    while true {
      do {
        switch try decoder.receive(into: picture) {
        case .picture:
          if let index = frame(at: picture.bestTime) { return index }
          continue
        case .end: return nil
        case .needsInput where hasSentEnd: return nil
        case .needsInput: break
        }
      } catch {
        decodingFailure = error
        // At the end there is one failure for each damaged packet that the decoder holds.
        if hasSentEnd {
          failuresAtEnd += 1
          if failuresAtEnd > Self.mostHeld { return nil }
          continue
        }
      }
      try feed()
    }
  }

  /// Sends the next packet. Damage in it is noted, and told of when its frame is missing.
  private func feed() throws {
    // Damage ends the file here as it did in the survey, which has told of it.
    let hasPacket = (try? demuxer.read(into: packet)) ?? false
    try Self.check(demuxer)
    do {
      if hasPacket {
        defer { packet.clear() }
        try decoder.send(packet)
      } else {
        hasSentEnd = true
        try decoder.sendEnd()
      }
    } catch {
      decodingFailure = error
    }
  }

  /// - Throws: what reading the file has thrown: FFmpeg took it for damage, or for the end.
  private static func check(_ demuxer: ClipDemuxer) throws {
    if let failure = demuxer.readingFailure { throw failure }
  }

  /// The frame that shows at a time; without times, the next one.
  private func frame(at time: Int64?) -> Int? {
    guard survey.hasTimes else { return decoded.map { max($0, pending ?? 0) } ?? position }
    guard let time else { return nil }
    var low = 0
    var high = survey.times.count
    while low < high {
      let middle = (low + high) / 2
      if survey.times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < survey.times.count && survey.times[low] == time ? low : nil
  }

  private func convert() throws -> PixelBuffer {
    let target = pool.take()
    target.contents = nil
    if orientation.isIdentity {
      try converter.convert(picture, into: target.base)
    } else {
      let flat = scratch.take()
      try converter.convert(picture, into: flat.base)
      flat.base.withMemoryRebound(to: UInt32.self, capacity: stored.area) { from in
        target.base.withMemoryRebound(to: UInt32.self, capacity: stored.area) { to in
          orientation.turn(from, stored, into: to)
        }
      }
    }
    if hasAlphaPlane { target.clearTransparentColors() }
    return target
  }

  private func report(_ index: Int, _ detail: String) throws {
    guard reported.insert(index).inserted else { return }
    try decodingWarnings.report(
      ReadingWarning(kind: .damagedFrame, frame: index, detail: detail))
  }

  /// Makes the decoder start at the key frame before a frame.
  private func rewind(to index: Int) throws {
    decoder.flush()
    hasSentEnd = false
    pending = nil
    decoded = nil
    last = nil
    // Without times there is no place to go to but the start.
    let start = survey.hasTimes ? survey.isKey[...index].lastIndex(of: true) ?? 0 : 0
    if start == 0 { return try reopen() }
    mayBeTooLate = true
    // What cannot be sought can be read from the start.
    do { try demuxer.seek(to: survey.times[start]) } catch { try reopen() }
  }

  /// Makes the decoder start at the first packet.
  private func reopen() throws {
    demuxer = try Self.open(bytes, format)
    decoder = try demuxer.makeDecoder(named: Self.decoder(demuxer.facts), threads: Self.threads)
    hasSentEnd = false
    pending = nil
    mayBeTooLate = false
    if !survey.hasTimes { decoded = 0 }
  }

  private static func open(_ source: ByteSource, _ format: VideoFileFormat) throws -> ClipDemuxer {
    let stream = try ByteStream(byteCount: source.byteCount) { offset, buffer in
      try source.read(at: offset, into: buffer)
    }
    do {
      let demuxer = try ClipDemuxer(
        stream, format: format.demuxerName, decoders: VideoFileFormat.decoders)
      try check(demuxer)
      return demuxer
    } catch {
      throw stream.failure ?? error
    }
  }

  /// FFmpeg's own decoders of VP8 and VP9 drop alpha.
  private static func decoder(_ facts: ClipDemuxer.Facts) -> String? {
    guard facts.declaresAlpha else { return nil }
    switch facts.codec {
    case "vp9": return "libvpx-vp9"
    case "vp8": return "libvpx"
    default: return nil
    }
  }

  /// The size with square pixels: the height stays.
  private static func squarePixels(
    _ facts: ClipDemuxer.Facts, limits: ReadingLimits
  ) throws -> PixelSize {
    guard facts.width > 0, facts.height > 0 else {
      throw ReadingError.malformed(detail: "the video has no size", frame: nil, byteOffset: nil)
    }
    let aspect = facts.pixelAspect
    let product = facts.width.multipliedReportingOverflow(by: Int(aspect.numerator))
    let width =
      product.overflow
      ? Int.max
      : max(1, (product.partialValue + Int(aspect.denominator) / 2) / Int(aspect.denominator))
    let size = PixelSize(width: width, height: facts.height)
    try limits.check(canvas: size)
    return size
  }
}
