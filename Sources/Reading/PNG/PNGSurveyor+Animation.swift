internal import AnimTiming
internal import Raster
internal import Stages

/// The chunks of an animation (PNG specification, third edition, section 11.3.2).
extension PNGSurveyor {
  /// The image's own data. Its chunks are consecutive; a later one does not belong to it.
  mutating func readData(_ chunk: PNGChunkWalker.Chunk) throws {
    switch dataState {
    case .before: try startData()
    case .inside: break
    case .after:
      try warnings.report(
        ReadingWarning(
          kind: .nonconforming, byteOffset: chunk.offset,
          detail: "an IDAT chunk does not follow the others and is not read"))
      return
    }
    dataState = .inside
    let isSound = try walker.check(chunk).isSound
    still.append(chunk, isSound: isSound)
    if current != nil {
      let isReported = current?.isReported == true
      current?.append(chunk, isSound: isSound)
      if !isSound, !isReported { try reportDamage(chunk) }
    }
  }

  private mutating func startData() throws {
    if survey.header.colorType == .palette, survey.palette.isEmpty {
      throw Self.refusal("there is no palette (PLTE) before the picture", at: nil)
    }
    guard current != nil else { return }
    if case .none = animation {
      current = nil
    } else if current?.rect != PixelRect(survey.header.size) {
      try endAnimation("the still picture is its first frame but has another size")
    }
  }

  mutating func readAnimationControl(_ chunk: PNGChunkWalker.Chunk) throws {
    guard dataState == .before, case .none = animation else {
      try warnings.report(
        ReadingWarning(
          kind: .nonconforming, byteOffset: chunk.offset,
          detail: "an acTL chunk is not the first before the picture and is not read"))
      return
    }
    animation = .over
    guard chunk.byteCount == 8, let content = try walker.content(of: chunk) else {
      return try endAnimation("its acTL chunk is damaged")
    }
    let frames = content.bigEndianWord32(at: 0)
    let plays = content.bigEndianWord32(at: 4)
    guard 1...0x7fff_ffff ~= frames, plays <= 0x7fff_ffff else {
      return try endAnimation("its acTL chunk announces \(frames) frames and \(plays) plays")
    }
    animation = .running(frames: Int(frames))
    // A single frame is not repeated: browsers show it once for any loop count.
    let isForever = plays == 0 && frames > 1
    survey.declaredPlays = isForever ? .forever : .plays(frames > 1 ? Int(plays) : 1)
  }

  mutating func readFrameControl(_ chunk: PNGChunkWalker.Chunk) throws {
    guard acceptsFrames else { return try ignoreFrame(chunk) }
    try closeFrame()
    if case .running(let frames) = animation, survey.records.count == frames {
      animation = .over
      return try ignoreFrame(chunk)
    }
    guard chunk.byteCount == PNGFrameControl.byteCount,
      let content = try walker.content(of: chunk),
      let control = PNGFrameControl(content, canvas: survey.header.size)
    else { return try endAnimation("the fcTL chunk at byte \(chunk.offset) is damaged") }
    guard takeSequenceNumber(control.sequenceNumber) else {
      return try endAnimation("the fcTL chunk at byte \(chunk.offset) is out of sequence")
    }
    try limits.check(frames: survey.records.count + 1, on: survey.header.size)
    current = PNGFrameRecord(control)
  }

  mutating func readFrameData(_ chunk: PNGChunkWalker.Chunk) throws {
    guard acceptsFrames else { return try ignoreFrame(chunk) }
    guard var frame = current, dataState == .after, chunk.byteCount >= 4,
      !frame.hasData || frame.usesFrameData
    else { return try endAnimation("the fdAT chunk at byte \(chunk.offset) has no fcTL chunk") }
    let (prefix, isSound) = try walker.check(chunk, prefix: 4)
    // The number in a damaged chunk is unreliable, so the next number counts as used.
    if !takeSequenceNumber(isSound ? prefix.bigEndianWord32(at: 0) : nextSequenceNumber) {
      if survey.records.isEmpty { current = nil } else { current?.append(chunk, isSound: false) }
      return try endAnimation("the fdAT chunk at byte \(chunk.offset) is out of sequence")
    }
    let wasReported = frame.isReported
    frame.usesFrameData = true
    frame.append(chunk, isSound: isSound)
    current = frame
    if !isSound, !wasReported { try reportDamage(chunk) }
  }

  /// Adds the frame whose data ended here.
  mutating func closeFrame() throws {
    guard let frame = current else { return }
    current = nil
    if frame.hasData {
      survey.records.append(frame)
    } else {
      try warnings.report(
        ReadingWarning(
          kind: .damagedFrame,
          detail: "a frame after \(survey.records.count) others has no data and is left out"))
    }
  }

  /// Compares with the number in `acTL`, at the end of a complete file.
  mutating func reportMissingFrames() throws {
    let count = survey.records.count
    guard case .running(let frames) = animation, count > 0, count < frames else { return }
    try warnings.report(
      ReadingWarning(
        kind: .nonconforming, detail: "acTL announces \(frames) frames, but there are \(count)"))
  }

  /// Keeps the frames so far and skips later ones without further warnings.
  private mutating func endAnimation(_ fault: String) throws {
    animation = .over
    hasIgnoredFrames = true
    if current?.hasData == true { try closeFrame() }
    current = nil
    if survey.records.isEmpty {
      animationFault = animationFault ?? fault
    } else {
      try warnings.report(
        ReadingWarning(
          kind: .unknownData, frame: survey.records.count - 1,
          detail: "the animation ends here: \(fault)"))
    }
  }

  /// Whether frame chunks are valid here: an `fcTL` may precede the `acTL`, but not replace it.
  private var acceptsFrames: Bool {
    switch animation {
    case .none: dataState == .before
    case .running: true
    case .over: false
    }
  }

  private mutating func ignoreFrame(_ chunk: PNGChunkWalker.Chunk) throws {
    guard !hasIgnoredFrames else { return }
    hasIgnoredFrames = true
    try warnings.report(
      ReadingWarning(
        kind: .nonconforming, byteOffset: chunk.offset,
        detail: "frames that no acTL chunk announces are not read"))
  }

  private mutating func takeSequenceNumber(_ number: UInt32) -> Bool {
    guard number == nextSequenceNumber else { return false }
    nextSequenceNumber &+= 1
    return true
  }

  private mutating func reportDamage(_ chunk: PNGChunkWalker.Chunk) throws {
    try warnings.report(
      ReadingWarning(
        kind: .damagedFrame, frame: survey.records.count, byteOffset: chunk.offset,
        detail: "the data of frame \(survey.records.count) is damaged; pixels are missing"))
  }
}
