internal import AnimTiming
internal import CLibrary
internal import Libav
internal import Messages
internal import Raster
internal import Stages
internal import Threads

/// Yields the frames of a video at their exact times, upright and with square pixels.
///
/// FFmpeg's decoders run in this process on the file's data; ``VideoFileFormat`` lists the allowed
/// containers and decoders. Sound is passed on unchanged, as ``SourceInfo/StoredVideo/sound``.
///
/// ``VideoPosition`` decides the next step; this class runs it and reports failures.
final class VideoSource: SampleSource, WideSource, SparseSource, DecodingAhead {
  private(set) var info: SourceInfo

  private let bytes: ByteSource
  private let format: VideoFileFormat
  private let options: ReadingOptions.Video
  private var demuxer: ClipDemuxer
  private var decoder: Decoder
  /// nil if pictures are not cropped.
  private let crop: MatroskaCrop?
  private let packet: Packet
  private var picture: Picture
  /// The last decoded picture that was skipped on the way to a frame.
  private var passed: Picture
  private var hasPassed = false
  private var pictures: VideoPictures
  private var position: VideoPosition
  /// See ``VideoSurvey/decodingTimes``.
  private let decodingTimes: [Int64: Int64]
  /// The last returned picture; nil after seeking.
  private var last: PixelBuffer?
  /// The decoder's last error message about a packet.
  private var decodingFailure: LibavError?
  private var decodingWarnings: WarningList
  private var reported: Set<Int> = []
  private var reportedSizes: Set<PixelSize> = []
  private var hasReportedAlpha = false
  /// The first frame that can be decoded; known once an earlier frame was requested.
  private var firstDecoded: Int?
  private var alpha: Bool?

  var following: Int?
  /// Whether pictures may be skipped on the way to a frame.
  private var mayLeaveOut: Bool
  /// Whether a packet was sent whose picture may have been skipped.
  private var hasLeftOut = false
  /// Whether the packet of the next frame was sent.
  private var hasSentNext = false
  /// Whether packets are not decoded until the first key frame.
  private var awaitsKey = false
  /// Whether decoding may end before the end of the file.
  private var mayEndEarly: Bool
  /// Whether decoding has ended, so that the decoder takes no more packets.
  private var hasEndedEarly = false

  /// The data that a twin shares with this reader.
  private var shape: Shape?
  /// The second reader, created once it is worthwhile.
  private var twin: VideoTwin?
  /// The frame at which decoding continues elsewhere: the next frame, if the twin has it or had the
  /// previous one.
  private(set) var resumed: Int?
  var decodesAhead = false { didSet { if !decodesAhead { twin = nil } } }

  private struct Shape {
    let facts: ClipDemuxer.Facts
    let color: VideoColor
    /// The format of the first picture; nil if the headers are certain.
    var first: PictureShape?
    let limits: ReadingLimits
    let isStrict: Bool
  }

  /// Two threads decode ahead; their number does not change any pixel.
  ///
  /// In damaged data, FFmpeg's HEVC decoder leaves earlier memory contents, so pixels would depend
  /// on the timing of two threads. One thread decodes twice as fast as four threads encode H.264.
  private static func threads(_ facts: ClipDemuxer.Facts) -> Int { facts.codec == "hevc" ? 1 : 2 }

  init(
    _ source: ByteSource, format: VideoFileFormat, notes: [ConversionMessage] = [],
    options: ReadingOptions = ReadingOptions()
  ) throws {
    do {
      bytes = source
      self.format = format
      self.options = options.video
      demuxer = try Self.open(source, format, options.video)
      var facts = demuxer.facts
      crop = try MatroskaCrop(of: source, format, facts)
      if let crop { facts = crop.applied(to: facts) }
      try Self.checkEncryption(facts)
      try Self.checkDecoder(facts, of: demuxer)
      try Self.checkDolbyVision(facts)
      var color = try Self.color(facts, options)
      pictures = try VideoPictures(
        facts, color, options.video.deinterlace, limits: options.limits)
      let survey = try VideoSurvey(
        demuxer, source, format, limits: options.limits,
        keepsEqualTimes: options.video.keepsEqualTimes)
      position = VideoPosition(survey, facts.inventedPictures)
      decodingTimes = survey.decodingTimes
      decoder = try demuxer.makeDecoder(
        named: Self.decoder(facts), threads: Self.threads(facts))
      mayLeaveOut = demuxer.marksUnreferenced
      // The fields of a frame may be in two packets.
      mayEndEarly = !facts.isInterlaced
      packet = try Packet()
      picture = try Picture()
      passed = try Picture()
      decodingWarnings = WarningList(isStrict: options.isStrict, of: source)
      if options.isStrict, let warning = survey.warnings.first(where: { $0.kind == .truncated }) {
        throw ReadingError.damaged(warning)
      }
      info = SourceInfo(
        kind: .video, size: pictures.size, frames: [], plays: .plays(1), declaresPlays: false,
        alpha: .possible, defaultPolicy: .verbatim(zeroDelay: nil))
      try go(to: position.seek(to: 0))
      var first: PictureShape?
      if !demuxer.trustsHeaders {
        let picture = try firstPicture()
        first = PictureShape(picture)
        facts = facts.completed(by: picture)
        color = try Self.color(facts, options)
        pictures = try VideoPictures(
          facts, color, options.video.deinterlace, like: first, limits: options.limits)
      }
      info = try Self.info(facts, color, pictures, survey, source, format, options)
      if let end = survey.dataEnd,
        let warning = try source.trailingWarning(from: end, format == .avi ? "AVI" : "MP4")
      {
        var found = WarningList(isStrict: options.isStrict)
        try found.report(warning)
        info.warnings += found.warnings
      }
      info.notes = notes + info.notes
      if let crop { info.notes.append(crop.note) }
      if format == .mp4 {
        info.notes += try MovieShape.notes(
          of: source, facts, mostBytes: options.limits.maxMetadataBytes)
      }
      info.video?.contents = try MediaContents(
        of: demuxer, source, format, start: survey.startInNanoseconds)
      if survey.hasTimes {
        shape = Shape(
          facts: facts, color: color, first: first, limits: options.limits,
          isStrict: options.isStrict)
      }
      if color.isKept { try readLight(StoredLight(color, facts, pictures.orientation)) }
    } catch let error as LibavError {
      throw ReadingError(error)
    }
  }

  /// Another reader of the same video, which shares the survey only.
  private init(twinOf main: VideoSource, _ shape: Shape) throws {
    info = main.info
    bytes = main.bytes
    format = main.format
    options = main.options
    demuxer = try Self.open(bytes, format, options)
    crop = main.crop
    packet = try Packet()
    picture = try Picture()
    passed = try Picture()
    pictures = try VideoPictures(
      shape.facts, shape.color, options.deinterlace, like: shape.first, limits: shape.limits)
    position = main.position.unmoved
    decodingTimes = main.decodingTimes
    decodingWarnings = WarningList(isStrict: shape.isStrict, of: bytes)
    mayLeaveOut = main.mayLeaveOut
    mayEndEarly = main.mayEndEarly
    decoder = try demuxer.makeDecoder(
      named: Self.decoder(demuxer.facts), threads: Self.threads(demuxer.facts))
  }

  /// The facts about the video after its first picture has been decoded.
  private static func info(
    _ facts: ClipDemuxer.Facts, _ color: VideoColor, _ pictures: VideoPictures,
    _ survey: VideoSurvey, _ source: ByteSource, _ format: VideoFileFormat,
    _ options: ReadingOptions
  ) throws -> SourceInfo {
    var warnings = survey.warnings
    if let caveat = color.caveat {
      warnings.append(ReadingWarning(kind: .nonconforming, detail: caveat))
    }
    let size = pictures.size
    var info = SourceInfo(
      kind: .video, size: size,
      frames: zip(survey.delays, survey.byteCounts).map { delay, byteCount in
        var frame = SourceInfo.Frame(
          delay: delay, rect: PixelRect(size), disposal: .keep, blend: .source)
        frame.byteCount = byteCount
        return frame
      },
      plays: .plays(1), declaresPlays: false,
      alpha: pictures.mayHaveAlpha ? .possible : .absent,
      defaultPolicy: .verbatim(zeroDelay: nil), byteCount: source.byteCount, warnings: warnings)
    info.notes += [
      color.note, Self.note(onVideos: facts),
      facts.isInterlaced ? options.video.deinterlace.note : nil,
      survey.cut.map {
        "the file begins \($0.formatted(in: .milliseconds)) within a frame, which is left out: the next one is "
          + "shown from the start"
      },
    ].compactMap(\.self)
    info.video = SourceInfo.StoredVideo(
      container: try format.containerName(of: source), codec: facts.codec,
      pixelFormat: facts.pixelFormat, storesAlpha: VideoPictures.storesAlpha(facts),
      hasSound: facts.audioStreams > 0)
    info.video?.stored = StoredFrames(survey)
    info.sampleDepth = max(8, Picture.sampleDepth(ofFormat: facts.pixelFormat))
    if let sound = facts.sound {
      info.video?.sound = SoundInput(
        sound, firstPicture: survey.hasTimes ? survey.start : 0, facts.timebase
      ) { try openSound(source, format) }
    }
    return info
  }

  private static func color(
    _ facts: ClipDemuxer.Facts, _ options: ReadingOptions
  ) throws -> VideoColor {
    try VideoColor(
      facts.color, height: facts.height, isRGB: facts.isRGB, canKeep: true,
      options.highDynamicRange)
  }

  /// Decodes the first decodable picture, and keeps it for its frame.
  ///
  /// - Throws: ``ReadingError`` if there is none.
  private func firstPicture() throws -> Picture {
    while true {
      try CancellationFlag.betweenFrames?.check()
      switch position.step {
      case .receive: try receive()
      case .send: try send()
      case .startOver: try startOver()
      case .show: return picture
      case .holdLast:
        if position.following == nil { throw nothingDecodes() }
        return picture
      }
    }
  }

  private func nothingDecodes() -> ReadingError {
    let reason = decodingFailure.map { " (\($0.message))" } ?? ""
    return .malformed(
      detail: "none of its frames can be decoded\(reason)", frame: nil, byteOffset: nil)
  }

  /// Records the light levels stated by the container or, failing that, by the first picture.
  private func readLight(_ light: StoredLight) throws {
    _ = try next()
    var light = light
    light.metadata = LightMetadata(of: picture, or: light.metadata)
    info.video?.light = light
    try seek(to: 0)
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  var handsOnSamples: Bool {
    get { pictures.handsOnSamples }
    set {
      pictures.handsOnSamples = newValue
      last = nil
    }
  }

  var handsOnWide: Bool {
    get { pictures.handsOnWide }
    set {
      pictures.handsOnWide = newValue
      last = nil
    }
  }

  func samplesColor() throws -> StoredColor? {
    guard info.video?.pixelFormat == "yuv420p", info.video?.light == nil else { return nil }
    try seek(to: 0)
    _ = try next()
    let color: StoredColor?
    do { color = try pictures.samplesColor(of: picture) } catch let error as LibavError {
      throw ReadingError(error, frame: 0)
    }
    try seek(to: 0)
    return color
  }

  func next() throws -> CanvasFrame? {
    defer { following = nil }
    if let resumed {
      if let frame = try takeFromTwin(resumed) { return frame }
      self.resumed = nil
      try seek(to: resumed)
    }
    if position.isAtEnd { return nil }
    let index = position.next
    beginTwin()
    let pixels: PixelBuffer
    do { pixels = try decode() } catch let error as LibavError {
      throw ReadingError(error, frame: index)
    }
    position.advance()
    last = pixels
    hasPassed = false
    return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(info.size))
  }

  /// Decoding continues from here if no key frame lies between, otherwise from the previous key
  /// frame.
  func seek(to index: Int) throws {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    resumed = twin?.holds(index) == true ? index : nil
    if resumed != nil { return }
    let passesPicture = position.hasPassed(atHandBefore: index)
    let place = position.seek(to: index)
    if place == .here {
      if passesPicture { passPicture() }
      return
    }
    do {
      try go(to: place)
      try Self.check(demuxer)
    } catch let error as LibavError {
      throw ReadingError(error, frame: index)
    }
  }

  /// Lets the twin decode the frame after the next one, if no picture between them is needed.
  private func beginTwin() {
    guard decodesAhead, let shape, let following, following < info.frames.count,
      following > position.next + 1, position.restartPoint(for: following) > position.next
    else { return }
    if twin == nil {
      guard let other = try? VideoSource(twinOf: self, shape) else { return self.shape = nil }
      twin = VideoTwin(other)
    }
    twin?.begin(following) { twin in
      if twin.handsOnSamples != handsOnSamples { twin.handsOnSamples = handsOnSamples }
      if twin.handsOnWide != handsOnWide { twin.handsOnWide = handsOnWide }
      twin.copyReports(of: self)
    }
  }

  /// - Returns: nil if the frame was not requested from the twin.
  private func takeFromTwin(_ index: Int) throws -> CanvasFrame? {
    guard let (frame, reader) = try twin?.take(index) else { return nil }
    for warning in reader.warnings { try decodingWarnings.report(warning) }
    copyReports(of: reader)
    resumed = index + 1
    last = nil
    return frame
  }

  private func copyReports(of other: VideoSource) {
    reported = other.reported
    reportedSizes = other.reportedSizes
    hasReportedAlpha = other.hasReportedAlpha
    firstDecoded = other.firstDecoded
  }

  /// The previous key frame.
  func restartPoint(for index: Int) -> Int { position.restartPoint(for: index) }

  /// The memory of decoders: 16 reference pictures, one for each thread, and some that wait to be
  /// shown, with edges; and 8 MiB of tables.
  var decodingBytes: Int {
    let facts = demuxer.facts
    let isDeep = ["10", "12", "14", "16"].contains { facts.pixelFormat.contains($0) }
    let bytes = (pictures.mayHaveAlpha ? 4 : 3) * (isDeep ? 2 : 1)
    let coded = (facts.width + 128) * (facts.height + 128) * bytes
    let deep = info.video?.light == nil ? 0 : 4 * DeepPicture.byteCount(info.size)
    let wide = handsOnWide ? (3 + pictures.heldPictures) * WidePicture.byteCount(info.size) : 0
    let made = info.decodingBytes(pictures: 3 + pictures.heldPictures) + deep + wide
    return made + (20 + Self.threads(facts)) * coded + 8 << 20
  }

  func detectAlpha() throws -> Bool {
    if let alpha { return alpha }
    var found = false
    if pictures.mayHaveAlpha {
      try seek(to: 0)
      while !found, let frame = try next() {
        found = !frame.pixels.isOpaque(in: PixelRect(info.size))
      }
      try seek(to: 0)
    }
    alpha = found
    return found
  }

  /// The picture of the next frame. If the file has none, because data is damaged or a key frame is
  /// missing, the previous picture is used; if there is no previous one, the first picture is shown
  /// earlier.
  ///
  /// Pictures that cannot be decoded correctly from the middle are decoded from the start, so that
  /// a frame is the same however it was reached.
  private func decode() throws -> PixelBuffer {
    let index = position.next
    hasSentNext = false
    if hasEndedEarly { try go(to: position.seekAgain()) }
    while true {
      try CancellationFlag.betweenFrames?.check()
      switch position.step {
      case .receive: try receive()
      case .send: try send()
      case .startOver where hasEndedEarly: try decodeAgain()
      case .startOver: try startOver()
      // Only one field may have been decoded.
      case .show where hasEndedEarly && picture.isInterlaced: try decodeAgain()
      case .show: return try show(index)
      // A skipped picture may be the one to show.
      case .holdLast where hasLeftOut || hasEndedEarly: try decodeAgain()
      case .holdLast:
        if hasPassed || last != nil {
          try reportHeld(index)
          if let last, !hasPassed { return last }
          return try pictures.pixels(of: passed)
        }
        guard let first = position.following else { throw nothingDecodes() }
        firstDecoded = first
        try reportHeld(index)
        return try pictures.pixels(of: picture)
      }
    }
  }

  /// Decodes every picture on the way to the next frame, because the file's statements about them
  /// are wrong.
  private func decodeAgain() throws {
    mayLeaveOut = false
    mayEndEarly = false
    try go(to: position.seekAgain())
  }

  /// The pixels of the current picture; new facts that it shows are recorded.
  private func show(_ index: Int) throws -> PixelBuffer {
    decodingFailure = nil
    if picture.isDamaged { try report(index, "frame \(index) is damaged") }
    if let other = pictures.otherSize(of: picture), reportedSizes.insert(other).inserted {
      try decodingWarnings.report(
        ReadingWarning(
          kind: .nonconforming, frame: index,
          detail:
            "the size changes to \(other) at frame \(index); pictures of several sizes are scaled "
            + "to fit \(pictures.size)"))
    }
    let pixels = try pictures.pixels(of: picture)
    if picture.hasAlpha, !pictures.mayHaveAlpha, !hasReportedAlpha,
      !pixels.isOpaque(in: PixelRect(info.size))
    {
      hasReportedAlpha = true
      try decodingWarnings.report(
        ReadingWarning(
          kind: .nonconforming, frame: index,
          detail: "frame \(index) is transparent, but the headers declare no alpha"))
    }
    return pixels
  }

  /// Gets a picture from the decoder.
  private func receive() throws {
    do {
      switch try decoder.receive(into: picture) {
      case .picture:
        try crop?.apply(to: picture)
        if position.received(at: picture.bestTime, isDamaged: picture.isDamaged) { passPicture() }
      case .needsInput: position.askedForPacket()
      case .end: position.drained()
      }
    } catch {
      try note(error)
      position.failedToReceive()
    }
  }

  /// Records damage of a packet.
  ///
  /// - Throws: ``ReadingError/system(operation:errno:)`` if there was not enough memory; this is
  ///   not damage, because the frame can be decoded with more memory.
  private func note(_ error: LibavError) throws {
    if error.systemErrno == ENOMEM {
      throw ReadingError.system(operation: error.operation, errno: ENOMEM)
    }
    decodingFailure = error
  }

  /// Keeps the current picture for frames that have none.
  private func passPicture() {
    swap(&picture, &passed)
    hasPassed = true
  }

  /// Sends the next packet. Damage in that picture is recorded, and reported if its frame is
  /// missing.
  private func send() throws {
    if mayEndEarly, hasSentNext, let following, position.leaves(for: following) {
      hasEndedEarly = true
      do { try decoder.sendEnd() } catch { try note(error) }
      position.sent(isEnd: true)
      return
    }
    // Damage ends the file here as it did in the survey, which has reported it.
    let hasPacket = (try? demuxer.read(into: packet)) ?? false
    try Self.check(demuxer)
    do {
      if hasPacket {
        defer { packet.clear() }
        if awaitsKey, !packet.isKey { return position.sent(isEnd: false) }
        awaitsKey = false
        let isPassed =
          mayLeaveOut && !packet.isKey && position.passes(packetAt: packet.presentationTime)
        if isPassed { hasLeftOut = true }
        if position.isNext(packetAt: packet.presentationTime) { hasSentNext = true }
        try decoder.send(packet, leavingOutUnreferenced: isPassed)
      } else {
        try decoder.sendEnd()
      }
    } catch {
      try note(error)
    }
    position.sent(isEnd: !hasPacket)
  }

  /// Continues decoding at another position.
  private func go(to place: VideoPosition.Place) throws {
    decoder.flush()
    forget()
    guard case .keyFrame(let time) = place else { return try startOver() }
    // A file that cannot seek is read from the start.
    do { try demuxer.seek(to: decodingTimes[time] ?? time) } catch { try startOver() }
  }

  private func forget() {
    last = nil
    hasPassed = false
    hasLeftOut = false
    hasSentNext = false
    hasEndedEarly = false
    awaitsKey = false
  }

  /// Restarts the decoder at the first packet.
  private func startOver() throws {
    forget()
    if !demuxer.rewind() { demuxer = try Self.open(bytes, format, options) }
    // After such packets, some releases of FFmpeg's HEVC decoder take the frames that follow the key
    // frame and need earlier ones for complete.
    awaitsKey =
      position.firstPicture > 0 && demuxer.facts.inventedPictures == .storedBeforeKey
    decoder = try demuxer.makeDecoder(
      named: Self.decoder(demuxer.facts), threads: Self.threads(demuxer.facts))
    position.startedOver()
  }

  /// Reports that a frame has no picture, and which one is shown instead.
  private func reportHeld(_ index: Int) throws {
    let reason = decodingFailure.map { " (\($0.message))" } ?? ""
    guard let first = firstDecoded, index < first else {
      return try report(
        index,
        "frame \(index) cannot be decoded\(reason); the previous picture is shown instead")
    }
    guard !position.isKey[0] else {
      return try report(
        index,
        "frame \(index) cannot be decoded\(reason); the picture of frame \(first), the first that can, "
          + "is shown instead")
    }
    try report(
      0,
      "the video begins before its first key frame: \(first == 1 ? "1 frame" : "\(first) frames") cannot "
        + "be decoded, for which the picture of frame \(first) is shown")
  }

  private func report(_ index: Int, _ detail: String) throws {
    guard reported.insert(index).inserted else { return }
    try decodingWarnings.report(
      ReadingWarning(kind: .damagedFrame, frame: index, detail: detail))
  }

  private static func open(
    _ source: ByteSource, _ format: VideoFileFormat, _ options: ReadingOptions.Video
  ) throws -> ClipDemuxer {
    let stream = try ByteStream(byteCount: source.byteCount) { offset, buffer in
      try source.read(at: offset, into: buffer)
    }
    do {
      let demuxer = try ClipDemuxer(
        stream, format: format.demuxerName, decoders: VideoFileFormat.decoders)
      try check(demuxer)
      guard let number = options.stream, number != demuxer.facts.number else { return demuxer }
      return try open(source, format, number, of: demuxer.facts)
    } catch {
      throw stream.failure ?? error
    }
  }

  /// Only listed decoders may run.
  private static func checkDecoder(_ facts: ClipDemuxer.Facts, of demuxer: ClipDemuxer) throws {
    let name = demuxer.decoderName(decoder(facts))
    if let name, VideoFileFormat.decoders.contains(name) { return }
    throw ReadingError.unsupported(
      detail: name == nil
        ? "this FFmpeg cannot decode \(facts.codec)"
        : "a video in the codec \(facts.codec) is not read",
      remedy: "make a copy in another codec first: ffmpeg -i IN -c:v ffv1 OUT.mkv")
  }

  private static func checkEncryption(_ facts: ClipDemuxer.Facts) throws {
    if facts.isEncrypted { throw VideoSurvey.encryptionError }
  }

  /// Profiles without a base layer use their own colours.
  private static func checkDolbyVision(_ facts: ClipDemuxer.Facts) throws {
    guard let vision = facts.dolbyVision, vision.baseLayer == 0,
      [5, 10, 20].contains(vision.profile)
    else { return }
    throw ReadingError.unsupported(
      detail: "the video is Dolby Vision of profile \(vision.profile), whose colours only decoders "
        + "of Dolby Vision show",
      remedy: "export it as HDR10, HLG or SDR first")
  }

  /// Selects a video of the file other than the one that players show.
  private static func open(
    _ source: ByteSource, _ format: VideoFileFormat, _ number: Int, of facts: ClipDemuxer.Facts
  ) throws -> ClipDemuxer {
    guard facts.videos.indices.contains(number) else {
      let count = facts.videos.count
      throw ReadingError.unsuitedOptions(
        detail: "the file has no video \(number): it has \(count == 1 ? "one" : "\(count)"), "
          + "counted from 0",
        remedy: "leave out \(.stream)")
    }
    let stream = try ByteStream(byteCount: source.byteCount) { offset, buffer in
      try source.read(at: offset, into: buffer)
    }
    return try ClipDemuxer(
      stream, format: format.demuxerName, decoders: VideoFileFormat.decoders, video: number)
  }

  /// The index of the selected video; nil if there is only one.
  private static func note(onVideos facts: ClipDemuxer.Facts) -> ConversionMessage? {
    guard facts.videos.count > 1 else { return nil }
    let sizes = facts.videos.enumerated().map {
      "\($0.offset) (\($0.element.width)x\($0.element.height))"
    }
    return
      "the file has several videos, \(sizes.joined(separator: ", ")): \(facts.number) is read; "
      + "\(.stream) chooses"
  }

  private static func openSound(
    _ source: ByteSource, _ format: VideoFileFormat
  ) throws -> SoundDemuxer {
    let stream = try ByteStream(byteCount: source.byteCount) { offset, buffer in
      try source.read(at: offset, into: buffer)
    }
    return try SoundDemuxer(
      stream, format: format.demuxerName, decoders: VideoFileFormat.decoders)
  }

  /// - Throws: the error of reading the file, which FFmpeg interpreted as damage or as the end.
  private static func check(_ demuxer: ClipDemuxer) throws {
    if let failure = demuxer.readingFailure { throw failure }
  }

  /// FFmpeg's own decoders of VP8 and VP9 discard alpha.
  private static func decoder(_ facts: ClipDemuxer.Facts) -> String? {
    guard facts.declaresAlpha else { return nil }
    switch facts.codec {
    case "vp9": return "libvpx-vp9"
    case "vp8": return "libvpx"
    default: return nil
    }
  }
}
