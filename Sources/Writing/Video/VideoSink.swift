internal import AnimTiming
internal import Libav
package import Raster
package import Stages
package import SystemPackage
internal import Threads

/// Writes frames as a video, each with its exact time.
///
/// Colours are used as they are: if ``VideoEncoding/hasAlpha`` is false, alpha is ignored and the
/// caller has flattened the frames.
package final class VideoSink: FrameSink {
  private let encoding: VideoEncoding
  private let timing: VideoTiming
  private let recipe: EncoderRecipe
  private let pool: PicturePool
  private let packet: Packet

  /// Nil after ``finish()``, ``cancel()`` or an error.
  private var encoder: OpenEncoder?
  /// Replaces ``encoder`` for segmented encoding.
  private var segmented: SegmentedEncoder?
  private var file: VideoFileWriter?
  private var alpha: AlphaEncoder?
  private var spool: PacketSpool?

  /// The audio that ``finish()`` has written; nil before, and without audio.
  package private(set) var writtenSound: WrittenSound?
  private let sound: SoundPlan?

  /// Frames taken by ``write(_:)``.
  private var framesIn = 0
  /// Packets written to the container.
  private var packetsOut = 0
  private let tick: () throws -> Void
  /// The start of each frame so far, and the end of the last one, if the timing is not fixed.
  private var openBoundaries: [Int64]?
  /// Frames inside the encoder, by their time stamps.
  private var awaited: [Int64: Int] = [:]
  private var decoding: DecodingTimes
  /// Gives hidden pixels the colours of their neighbours; nil unless alpha is encoded separately.
  private let bled: BledColors?

  /// Whether ``finish()`` writes all plays of the timing by repeating the packets of the first one.
  /// The caller may still pass every play; if this is false, it must.
  ///
  /// Packets can be repeated because every play starts with a key frame. H.264 requires consecutive
  /// key frames to differ in a header field (`idr_pic_id`, ITU-T H.264, 7.4.3), so the last frame
  /// of a play must not be one, and plays of a single frame are encoded rather than repeated.
  /// Groups of pictures are closed: no frame is predicted from another play.
  package let repeatsPlays: Bool

  /// Creates the file and opens the encoder.
  ///
  /// - Parameters:
  ///   - path: a temporary file, which is overwritten. Any bytes.
  ///   - timing: the timing for which `encoding` was resolved.
  ///   - isOpenEnded: whether the number and times of frames are not known yet, for one play;
  ///     `timing` is then only an expectation.
  ///   - sound: the audio; nil for none.
  ///   - contents: tags, chapters and languages for the container.
  ///   - statistics: from the ``FirstPass``, if the encoding has two.
  ///   - tick: called for each packet that ``finish()`` waits for; throws to stop.
  package init(
    path: FilePath, encoding: VideoEncoding, timing: VideoTiming, isOpenEnded: Bool = false,
    sound: SoundPlan? = nil, contents: MediaContents = MediaContents(),
    statistics: FirstPass.Statistics? = nil,
    tick: @escaping () throws -> Void = {}
  ) throws {
    precondition(encoding.passes == (statistics == nil ? 1 : 2), "the passes that were planned")
    precondition(encoding.timebase == timing.timeline.timebase, "one unit of time")
    self.encoding = encoding
    self.timing = timing
    self.sound = sound
    self.tick = tick
    recipe = encoding.recipe
    pool = PicturePool(encoding)
    openBoundaries = isOpenEnded ? [0] : nil
    precondition(
      !isOpenEnded || timing.plays == 1 && encoding.bFrames == 0,
      "an open-ended video has one play and no B-frames")
    bled = encoding.codesAlphaApart ? BledColors(.near(size: encoding.size)) : nil
    repeatsPlays = encoding.codec != .h264 || timing.framesPerPlay > 1
    do {
      packet = try Packet()
      let settings = recipe.settings(
        for: encoding, pass: statistics.map { .second(statistics: $0.colors) } ?? .only)
      let encoder = try OpenEncoder(settings)
      decoding = DecodingTimes(timing.timeline, bFrames: encoding.bFrames)
      // Opening an encoder for large images takes time; after a cancellation no file should be
      // created.
      try CancellationFlag.betweenFrames?.check()
      file = try VideoFileWriter(
        path: path, encoding: encoding, encoder: encoder.encoder, sound: sound,
        contents: contents)
      if let segments = encoding.segments {
        segmented = SegmentedEncoder(settings, segments, first: encoder)
      } else {
        self.encoder = encoder
      }
      if encoding.codesAlphaApart {
        alpha = try AlphaEncoder(encoding, statistics: statistics?.alpha)
      }
      if timing.plays > 1, repeatsPlays { spool = try PacketSpool(besides: path) }
    } catch {
      throw WritingError.telling(error, frame: nil)
    }
  }

  deinit { segmented?.cancel() }

  package func write(_ frame: TimedFrame) throws {
    precondition(file != nil, "write after the end")
    precondition(
      openBoundaries != nil || framesIn < timing.timeline.count,
      "more frames than the timing has")
    openBoundaries?.append(frame.start + frame.duration)
    precondition(
      frame.start == start(of: framesIn) && frame.duration == duration(of: framesIn),
      "the frame's time is the timing's")
    do {
      let colors = bled?.colors(of: frame.frame) ?? frame.frame
      let picture = try pool.picture(of: colors.pixels, changed: colors.changed)
      let told = recipe.takesTrueTimes ? frame.start : Int64(framesIn)
      picture.presentationTime = told
      awaited[told] = framesIn
      picture.forbidKeyFrame(
        encoding.codec == .h264 && comesBeforeOwnKeyFrame(framesIn)
          || comesBeforeHeldFrame(framesIn))
      if isKeptFromLateKeyFrame(framesIn) { picture.requestKeyFrame() }
      if let alpha {
        // The encoder would choose the same key frame itself; here it is set for both streams.
        let isKey = framesIn % EncoderRecipe.maxKeyFrameDistance == 0
        if isKey { picture.requestKeyFrame() }
        try alpha.write(frame.frame, time: told, isKey: isKey)
      }
      if let segmented {
        try segmented.send(
          picture,
          beginsSegment: encoding.segments!.segmentBegins(
            at: framesIn, framesPerPlay: timing.framesPerPlay))
      } else {
        try encoder!.encoder.send(picture)
      }
      framesIn += 1
      _ = try drain()
    } catch {
      // An encoder of a segment may have failed at an earlier frame.
      let frame = segmented == nil ? framesIn : nil
      cancel()
      throw WritingError.telling(error, frame: frame)
    }
  }

  /// Frames that were taken but not encoded: an encoder keeps many for look-ahead. With segments,
  /// which are encoded in parallel and stored in order, only those that no encoder has started.
  package var framesWaiting: Int { segmented?.picturesWaiting ?? max(0, framesIn - packetsOut) }

  package func finish() throws {
    precondition(file != nil, "finish after the end")
    let repeatsPackets = timing.plays > 1 && framesIn == timing.framesPerPlay
    precondition(
      framesIn == timing.timeline.count || repeatsPackets && repeatsPlays
        || openBoundaries != nil,
      "the timing has \(timing.timeline.count) frames but got \(framesIn)")
    do {
      segmented?.complete()
      try encoder?.encoder.send(nil)
      guard try drain(waits: true) == .end, packetsOut == framesIn else {
        throw WritingError.library(
          operation: "encode with \(encoding.encoder)",
          message: "\(framesIn) frames went in and \(packetsOut) came out", frame: nil)
      }
      // The encoder's memory is freed before the container is completed.
      encoder = nil
      segmented?.cancel()
      segmented = nil
      alpha = nil
      if repeatsPackets { try repeatPackets() }
      if let written = try file!.finish(), let sound {
        writtenSound = WrittenSound(
          codec: sound.codec, span: written.span, timebase: written.timebase)
      }
      file = nil
      spool = nil
    } catch {
      cancel()
      throw WritingError.telling(error, frame: nil)
    }
  }

  package func cancel() {
    encoder = nil
    segmented?.cancel()
    segmented = nil
    alpha = nil
    file = nil
    spool = nil
  }

  /// Whether the next frame is a key frame because a play or a segment starts with it.
  private func comesBeforeOwnKeyFrame(_ frame: Int) -> Bool {
    if spool != nil, frame == timing.framesPerPlay - 1 { return true }
    return encoding.segments?.segmentBegins(at: frame + 1, framesPerPlay: timing.framesPerPlay)
      ?? false
  }

  /// Whether a frame must not be a B-frame, because the next one must not be stored before it.
  private func comesBeforeHeldFrame(_ frame: Int) -> Bool {
    // The first frame of the video and of a segment is a key frame.
    let begins =
      frame == 0
      || encoding.segments?.segmentBegins(at: frame, framesPerPlay: timing.framesPerPlay) ?? false
    guard encoding.bFrames > 0, !begins, frame + 1 < timing.timeline.count else { return false }
    return DecodingTimes.isHeldInOrder(
      duration(of: frame + 1), in: timing.timeline.timebase)
  }

  /// Whether a frame must be a key frame so that the next one, the last of a play, is not forced to
  /// be one by the key frame distance.
  private func isKeptFromLateKeyFrame(_ frame: Int) -> Bool {
    spool != nil && encoding.codec == .h264 && frame == timing.framesPerPlay - 2
      && frame >= EncoderRecipe.maxKeyFrameDistance - 1
  }

  /// Writes all packets that the encoder has ready.
  ///
  /// - Parameter waits: whether to wait for segments that are still being encoded.
  private func drain(waits: Bool = false) throws -> Encoder.Outcome {
    while true {
      // At the end an encoder still has many images to encode, one for each packet.
      try CancellationFlag.betweenFrames?.check()
      let outcome =
        try segmented?.receive(into: packet, waits: waits) ?? encoder!.encoder.receive(into: packet)
      guard outcome == .packet else { return outcome }
      try accept()
      if waits { try tick() }
    }
  }

  /// Sets the times of the current packet's frame.
  private func accept() throws {
    let told = packet.presentationTime
    guard let frame = told.flatMap({ awaited.removeValue(forKey: $0) }) else {
      throw failure("packet \(packetsOut) has the time \(told.map(String.init) ?? "none")")
    }
    guard packetsOut > 0 || frame == 0 && packet.isKey else {
      throw failure("the first frame is not a key frame")
    }
    try alpha?.attach(to: packet)
    if frame < timing.framesPerPlay { try spool?.append(packet, of: frame) }
    try mux(frame)
  }

  /// - Parameter frame: the timeline index of the current packet's frame.
  private func mux(_ frame: Int) throws {
    let (start, duration) = (start(of: frame), duration(of: frame))
    guard decoding.next <= start else {
      throw failure("frame \(frame) comes \(decoding.next - start) ticks after it must be shown")
    }
    // Containers use a fraction of a second as unit; a tick is a whole multiple of it.
    let timebase = timing.timeline.timebase
    let factor = timebase.numerator * (encoding.timescale / timebase.denominator)
    packet.setTimes(
      start: start * factor, decoding: decoding.next * factor, duration: duration * factor)
    try file!.write(packet)
    decoding.take(duration: duration)
    packetsOut += 1
  }

  private func start(of index: Int) -> Int64 {
    openBoundaries?[index] ?? timing.timeline.start(of: index)
  }

  private func duration(of index: Int) -> Int64 {
    openBoundaries.map { $0[index + 1] - $0[index] } ?? timing.timeline.duration(of: index)
  }

  private func repeatPackets() throws {
    for play in 1..<timing.plays {
      try spool!.rewind()
      for _ in 0..<timing.framesPerPlay {
        let frame = try spool!.next(into: packet)
        try mux(play * timing.framesPerPlay + frame)
      }
    }
  }

  private func failure(_ message: String) -> WritingError {
    .library(
      operation: "encode with \(encoding.encoder)", message: message, frame: packetsOut)
  }
}
