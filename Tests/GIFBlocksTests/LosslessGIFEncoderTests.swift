import Testing

@testable import GIFBlocks

@Suite struct LosslessGIFEncoderTests {
  private func expectSame(
    _ bytes: [UInt8], _ animation: TestAnimation, _ comment: Comment
  ) throws {
    let read = try GIFReference(bytes)
    #expect(read.width == animation.width && read.height == animation.height, comment)
    #expect(read.frames.map(\.canvas) == animation.frames.map(\.canvas), comment)
    #expect(read.frames.map { $0.delay ?? 0 } == animation.frames.map { $0.delay ?? 0 }, comment)
  }

  /// Like ``expectSame(_:_:_:)``, but a picture may be shown by several frames in a row.
  private func expectSameShown(
    _ bytes: [UInt8], _ animation: TestAnimation, _ comment: Comment
  ) throws {
    let read = try GIFReference(bytes)
    #expect(
      shown(read.frames.map { ($0.canvas, $0.delay ?? 0) })
        == shown(animation.frames.map { ($0.canvas, $0.delay ?? 0) }), comment)
  }

  /// Each picture once for every 1/100 s.
  private func shown(_ frames: [([UInt32], Int)]) -> [[UInt32]] {
    frames.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  @Test(arguments: 0...9)
  func everyFrameAndDelayComesBack(effort: Int) throws {
    for seed in 0..<12 as Range<UInt64> {
      let colors = [1, 2, 3, 4, 15, 16, 17, 100, 255, 256, 300, 600][Int(seed)]
      let animation = TestAnimation.rectangles(
        seed: seed, colors: colors, isOpaque: seed % 2 == UInt64(effort) % 2)
      let bytes = try animation.encoded(effort: effort)
      try expectSame(bytes, animation, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func animationsWithHolesComeBack(seed: UInt64) throws {
    let animation = TestAnimation.rectangles(seed: seed + 100, colors: 5, frames: 20, side: 12)
    try expectSame(animation.encoded(effort: Int(seed % 10)), animation, "seed \(seed)")
    try expectSameShown(
      animation.encoded(effort: Int(seed % 10), addsFrames: true), animation, "seed \(seed), split")
  }

  @Test func theSameFramesGiveTheSameBytes() throws {
    let animation = TestAnimation.rectangles(seed: 5, colors: 60)
    let bytes = try animation.encoded(effort: 9)
    for _ in 0..<3 { #expect(try animation.encoded(effort: 9) == bytes) }
  }

  @Test(arguments: [(0, 0), (1, nil), (7, 6)])
  func playsAreWritten(plays: Int, loopCount: Int?) throws {
    let bytes = try TestAnimation.rectangles(seed: 1, colors: 3).encoded(effort: 0, plays: plays)
    #expect(try GIFReference(bytes).loopCount == loopCount)
  }

  /// Pixels hidden by an object reappear without being painted again.
  @Test func disposalIsPlannedOverFrames() throws {
    let animation = TestAnimation.jumpingSquare()
    let planned = try animation.encoded(effort: 4)
    try expectSame(planned, animation, "planned")
    let disposals = try GIFReference(planned).frames.map(\.disposal)
    #expect(disposals.dropFirst().dropLast().allSatisfy { $0 == 3 })
    #expect(try planned.count * 10 < animation.encoded(effort: 1).count * 9)
  }

  /// Players differ in what lies below the first frame.
  @Test func theFirstFrameIsNeverRestored() throws {
    for seed in 0..<20 as Range<UInt64> {
      let animation = TestAnimation.rectangles(seed: seed, colors: 20)
      #expect(try GIFReference(animation.encoded(effort: 4)).frames[0].disposal != 3)
    }
  }

  /// Some players fill the rest of the canvas with a colour unless an index is transparent.
  @Test func aFirstFrameThatLeavesAPartNamesATransparentIndex() throws {
    var canvas = [UInt32](repeating: 0, count: 100)
    canvas[55] = 0xff12_3456
    let animation = TestAnimation(
      width: 10, height: 10, frames: [LosslessGIFFrame(canvas: canvas, delay: nil)])
    let frame = try GIFReference(animation.encoded(effort: 4)).frames[0]
    #expect(frame.rect == [5, 5, 1, 1])
    #expect(frame.transparentIndex != nil)
  }

  /// On the first frame, all delay policies treat a delay of 0 like a missing one; on later frames,
  /// one policy distinguishes them.
  @Test(arguments: [nil, 0])
  func anOpaqueFirstFrameWithoutDelayHasNoControl(delay: Int?) throws {
    let canvas: [UInt32] = [0xff00_0000, 0xff00_0001, 0xff00_0000, 0xff00_0001]
    var animation = TestAnimation(
      width: 2, height: 2, frames: [LosslessGIFFrame(canvas: canvas, delay: delay)])
    let still = try GIFReference(animation.encoded(effort: 9, plays: 1))
    #expect(still.frames.map(\.delay) == [nil])
    #expect(still.globalColors.count == 2)
    animation.frames.append(LosslessGIFFrame(canvas: canvas.reversed(), delay: 0))
    let moving = try GIFReference(animation.encoded(effort: 9))
    #expect(moving.frames.map(\.delay) == [nil, 0])
  }

  /// A picture stays while something small flies over transparent pixels next to it. Without an extra
  /// frame, clearing the vanished pixels also means painting everything between them again.
  @Test func whatVanishesMayBeClearedByAFrameOfItsOwn() throws {
    var random = TestPictures(seed: 5)
    let noise = random.noise(60 * 40, colors: 200).map { 0xff00_0000 | UInt32($0) * 0x01_0203 }
    func frame(_ step: Int, delay: Int) -> LosslessGIFFrame {
      let canvas = (0..<60 * 40).map { at -> UInt32 in
        let (x, y) = (at % 60, at / 60)
        if x < 30 { return (x + y + step) % 40 == 0 ? 0xff00_00ff : noise[at] }
        return x >= 35 && x < 38 && abs(y - step * 4) < 2 ? 0xffff_ffff : 0
      }
      return LosslessGIFFrame(canvas: canvas, delay: delay)
    }
    var animation = TestAnimation(width: 60, height: 40)
    animation.frames = (0..<10).map { frame($0, delay: 5) }
    for effort in [2, 4] {
      let usual = try animation.encoded(effort: effort)
      let split = try animation.encoded(effort: effort, addsFrames: true)
      #expect(split.count * 2 < usual.count)
      let shown = try GIFReference(split).frames
      #expect(shown.count > animation.frames.count)
      try expectSameShown(split, animation, "effort \(effort)")
    }
    // Durations that browsers would lengthen are not divided.
    animation.frames = (0..<10).map { frame($0, delay: 3) }
    try expectSame(animation.encoded(effort: 4, addsFrames: true), animation, "short")
  }

  @Test func aFrameOfTooManyColorsIsRefused() throws {
    let canvas = (0..<257).map { 0xff00_0000 | UInt32($0) }
    let animation = TestAnimation(
      width: 257, height: 1, frames: [LosslessGIFFrame(canvas: canvas, delay: 5)])
    #expect(throws: LosslessGIFEncoder.Failure.tooManyColors(frame: 0)) {
      try animation.encoded(effort: 4)
    }
  }

  /// More colours than one table holds, but never more in one frame than its own table holds.
  @Test func framesBringTheirOwnColorsWhenAllTogetherAreTooMany() throws {
    var frames: [LosslessGIFFrame] = []
    for frame in 0..<4 {
      let canvas = (0..<256).map { 0xff00_0000 | UInt32(frame * 200 + $0) }
      frames.append(LosslessGIFFrame(canvas: canvas, delay: 5))
    }
    let animation = TestAnimation(width: 16, height: 16, frames: frames)
    for effort in [0, 4, 9] {
      try expectSame(animation.encoded(effort: effort), animation, "effort \(effort)")
    }
  }

  /// The global table is full of colours that a frame paints, and lacks those of the pixels around
  /// it.
  @Test func aTableWithoutASpareIndexIsTakenOnlyWhereItHoldsWhatStays() throws {
    let (black, white) = (0xff00_0000 as UInt32, 0xffff_ffff as UInt32)
    let colorful = [0, 200].map { start in
      (0..<256).map { UInt32(truncatingIfNeeded: 0xff10_2030 + (start + $0) * 5) }
    }
    var last = colorful[1]
    for index in 0..<40 where index % 7 != 3 {
      last[index / 8 * 16 + index % 8] = index % 2 == 0 ? black : white
    }
    let animation = TestAnimation(
      width: 16, height: 16,
      frames: (colorful + [last]).map { LosslessGIFFrame(canvas: $0, delay: 5) })
    let plan = animation.plan(
      sourcePalette: GIFPalette([0, 0xff_ffff]), keepsSourcePalette: true)
    for effort in [0, 4, 9] {
      try expectSame(
        animation.encoded(effort: effort, plan: plan), animation, "effort \(effort)")
    }
  }

  /// If the survey considers a sequence possible, it is possible with any earlier disposals;
  /// otherwise one of the frames is impossible.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func theSurveySaysWhetherEveryFrameFits(seed: UInt64) throws {
    let colors = [250, 256, 257, 300, 600][Int(seed % 5)]
    let animation = TestAnimation.rectangles(
      seed: seed + 500, colors: colors, frames: 10, side: 40, isOpaque: seed % 3 == 0)
    var survey = LosslessGIFSurvey(
      width: animation.width, height: animation.height, sourcePalette: nil)
    for frame in animation.frames { survey.add(frame.canvas) }
    if let frame = survey.frameOfManyColors {
      #expect(Set(animation.frames[frame].canvas).count > 255)
    } else {
      try expectSame(animation.encoded(effort: 4), animation, "seed \(seed)")
    }
  }

  @Test func exactlyAsManyColorsAsATableHoldsFit() throws {
    func frameOfMany(_ canvases: [[UInt32]]) -> Int? {
      var survey = LosslessGIFSurvey(width: 20, height: 20, sourcePalette: nil)
      for canvas in canvases { survey.add(canvas) }
      return survey.frameOfManyColors
    }
    let full = (0..<400).map { 0xff00_0000 | UInt32($0 % 256) }
    #expect(frameOfMany([full]) == nil)
    #expect(frameOfMany([full, full.map { $0 + 0x0100_00 }]) == nil)
    // One additional frame, one that stays transparent, and one that stays unchanged.
    #expect(frameOfMany([full.map { $0 == 0xff00_0000 ? 0 : $0 }]) == nil)
    #expect(frameOfMany([[0] + full.dropFirst()]) == 0)
    #expect(frameOfMany([[0xff12_3456] + full.dropFirst()]) == 0)
    let other = full.map { $0 + 0x0100_00 }
    #expect(frameOfMany([full, Array(other[..<10]) + full[10..<11] + other[11...]]) == 1)
  }

  /// In an animation of any length, frames are written soon after they were passed in.
  @Test func fewFramesWait() throws {
    let animation = TestAnimation.rectangles(seed: 3, colors: 12, frames: 60)
    let file = TestAnimation.Bytes()
    var images = 0
    var encoder = try LosslessGIFEncoder(
      animation.plan(), plays: 0, effort: 4,
      writer: GIFBlockWriter { part in
        file.bytes += part
        images += 1
      })
    let header = images
    for (at, frame) in animation.frames.enumerated() {
      try encoder.append(frame)
      #expect(at + 1 - (images - header) <= LosslessGIFEncoder.maxWaiting + 1)
    }
    _ = try encoder.finish()
    try expectSame(file.bytes, animation, "waiting")
  }

  @Test func moreEffortGivesFewerBytes() throws {
    let animation = TestAnimation.jumpingSquare()
    #expect(try animation.encoded(effort: 9).count < animation.encoded(effort: 0).count)
  }
}
