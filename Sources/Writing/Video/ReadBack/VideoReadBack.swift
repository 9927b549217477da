package import AnimTiming
internal import Libav
internal import Messages
package import Raster
package import Stages
package import SystemPackage

/// The result of opening a written video again.
///
/// Returned by ``check(_:encoding:timing:expectsTransparency:)``, so it always agrees with the
/// plan.
package struct VideoReadBack: Sendable, Hashable {
  package let frameCount: Int
  /// The end of the last frame, in ticks of ``timebase``.
  package let total: Int64
  package let timebase: Timebase
  /// The end of the last frame.
  package var totalTime: RationalTime {
    // Cannot fail, because the time comes from a timeline.
    try! RationalTime(ticks: total, timebase: timebase)
  }
  package let size: PixelSize
  /// FFmpeg's name of the codec.
  package let codec: String
  /// Bytes of all packets.
  package let byteCount: Int64
  package let keyFrameCount: Int

  /// Opens a written file and compares codec, size, colour tags, number of frames, every start and
  /// every stored end with the plan. It uses animconv's own reader and, if FFmpeg wrote the
  /// container, also FFmpeg's. If alpha is kept, it decodes until a pixel is transparent.
  ///
  /// - Parameters:
  ///   - expectsTransparency: whether some pixel is known to be below 255. Otherwise streams with
  ///     alpha may be opaque.
  ///   - sound: the written audio; nil if there must be none.
  ///   - contents: the written tags and chapters.
  /// - Throws: ``ReadBackError``.
  /// - Complexity: reads the file once for each stream; memory holds the container's index and a
  ///   byte per frame.
  package static func check(
    _ path: FilePath, encoding: VideoEncoding, timing: VideoTiming,
    expectsTransparency: Bool = true, sound: WrittenSound? = nil,
    contents: MediaContents = MediaContents()
  ) throws(ReadBackError) -> VideoReadBack {
    do {
      let bytes = path.withPlatformString { name in
        UnsafeBufferPointer(start: name, count: path.length).map { UInt8(bitPattern: $0) }
      }
      let result =
        MovieWriter.canWrite(encoding, hasSound: sound != nil, hasText: contents.hasText)
        ? try checkSamples(path, encoding: encoding, timing: timing)
        : try checkPackets(bytes, encoding: encoding, timing: timing)
      if let sound { try checkSound(bytes, encoding.container, sound) }
      try compare(
        StoredTrack(
          of: path, encoding.container, hasSound: sound != nil,
          hasChapters: !contents.chapters.isEmpty), encoding: encoding,
        timeline: timing.timeline)
      if encoding.hasAlpha, expectsTransparency {
        guard try hasTransparency(bytes, encoding) else { throw ReadBackError.alphaLost }
      }
      return result
    } catch let error as ReadBackError {
      throw error
    } catch let error as LibavError {
      throw .unreadable(reason: ConversionMessage(error.description))
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }

  private static func checkPackets(
    _ path: [UInt8], encoding: VideoEncoding, timing: VideoTiming
  ) throws -> VideoReadBack {
    let demuxer = try Demuxer(path: path, format: encoding.container.demuxerName)
    let facts = demuxer.facts
    try checkHeaders(facts, encoding: encoding)

    let timeline = timing.timeline
    let clock = Clock(stored: facts.timebase, planned: timeline.timebase)
    let packet = try Packet()
    var isFound = [Bool](repeating: false, count: timeline.count)
    var count = 0
    var keyFrames = 0
    var bytes: Int64 = 0
    while try demuxer.read(into: packet) {
      if packet.isDiscarded { continue }
      guard !packet.isCorrupt else {
        throw ReadBackError.unreadable(reason: "frame \(count) is cut off")
      }
      guard count < timeline.count else {
        throw ReadBackError.differs(
          what: "frames", expected: "\(timeline.count)", found: "more")
      }
      let start = packet.presentationTime ?? .min
      // Frames are stored in any order; each must occur once.
      guard let frame = clock.planned(start).flatMap({ timeline.frame(startingAt: $0) }),
        !isFound[frame], packet.decodingTime ?? start <= start
      else {
        let missing = isFound.firstIndex(of: false)!
        throw ReadBackError.wrongTime(
          frame: missing, expected: clock.text(planned: timeline.start(of: missing)),
          found: clock.text(stored: start))
      }
      isFound[frame] = true
      count += 1
      keyFrames += packet.isKey ? 1 : 0
      bytes += Int64(packet.byteCount)
      packet.clear()
    }
    guard count == timeline.count else {
      throw ReadBackError.differs(
        what: "frames", expected: "\(timeline.count)", found: "\(count)")
    }
    return VideoReadBack(
      frameCount: count, total: timeline.total, timebase: timeline.timebase,
      size: PixelSize(width: facts.width, height: facts.height), codec: facts.codec,
      byteCount: bytes, keyFrameCount: keyFrames)
  }

  private static func checkHeaders(
    _ facts: Demuxer.StreamFacts, encoding: VideoEncoding
  ) throws(ReadBackError) {
    func compare(_ what: String, _ expected: String, _ found: String) throws(ReadBackError) {
      guard expected == found else {
        throw .differs(what: what, expected: expected, found: found)
      }
    }
    try compare("the codec", encoding.codec.libraryName, facts.codec)
    let size = PixelSize(width: facts.width, height: facts.height)
    try compare("the size", encoding.codedSize.description, size.description)
    var color = encoding.colorTags.names
    // A MOV file's colour box has no field for the range (QuickTime File Format, "nclc").
    if encoding.container == .mov, facts.color.range == "unknown" { color.range = "unknown" }
    try compare("the colour tags", color.description, facts.color.description)
    if encoding.container == .webm {
      try compare("the alpha mode", encoding.hasAlpha ? "1" : "0", facts.declaresAlpha ? "1" : "0")
    }
  }

  /// Decodes until a pixel is not opaque.
  private static func hasTransparency(_ path: [UInt8], _ encoding: VideoEncoding) throws -> Bool {
    let demuxer = try Demuxer(path: path, format: encoding.container.demuxerName)
    // FFmpeg's own decoders of VP8 and VP9 drop alpha.
    let decoder = try demuxer.makeDecoder(named: encoding.recipe.alphaDecoder)
    let packet = try Packet()
    let picture = try Picture()
    var ended = false
    while !ended {
      if try demuxer.read(into: packet) {
        try decoder.send(packet)
        packet.clear()
      } else {
        try decoder.sendEnd()
        ended = true
      }
      while try decoder.receive(into: picture) == .picture {
        if picture.hasTransparency { return true }
      }
    }
    return false
  }
}

/// Compares times in two units without rounding.
private struct Clock {
  var stored: Rational
  var planned: Timebase

  /// A stored time in the plan's unit; nil if it is not a whole number there.
  func planned(_ time: Int64) -> Int64? {
    let (product, overflow) = (Int128(time) * Int128(stored.numerator))
      .multipliedReportingOverflow(by: Int128(planned.denominator))
    let unit = Int128(stored.denominator) * Int128(planned.numerator)
    guard !overflow, product % unit == 0 else { return nil }
    return Int64(exactly: product / unit)
  }

  func text(stored time: Int64) -> String {
    time == .min ? "none" : "\(time) x \(stored) s"
  }

  func text(planned time: Int64) -> String {
    "\(time) x \(planned.numerator)/\(planned.denominator) s"
  }
}
