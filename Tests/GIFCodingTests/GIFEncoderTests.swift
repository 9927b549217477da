import GIFBlocks
import Raster
import Testing

@testable import GIFCoding

@Suite struct GIFEncoderTests {
  @Test func showsNaturalFramesAboutAsTheyAre() throws {
    let clip = TestClip.natural(count: 6)
    var settings = GIFEncodingSettings()
    settings.quality = 98
    let gif = try GIFReference(clip.encode(settings))
    #expect(gif.frames.map(\.delay) == clip.durations)
    #expect(gif.loopCount == 0)
    // Without blurring, dither counts fully.
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(meanError(shown.canvas, frame) < 0.03)
    }
  }

  @Test func theSameFramesGiveTheSameBytes() throws {
    let clip = TestClip.natural(count: 6)
    #expect(try clip.encode() == clip.encode())
  }

  /// A window with gentle shades, in which a film starts. Shades that differ by one level must stay
  /// separate although the film has many colours.
  @Test func gentleShadesStayExactBeforeNaturalContent() throws {
    var numbers = TestPictures(seed: 9)
    let film = (0..<3 * 160 * 140).map { _ in numbers.number(below: 1 << 24) }
    let clip = TestClip(width: 160, height: 200, count: 3) { x, y, frame in
      if frame > 0, y >= 60 {
        return 0xff00_0000 | UInt32(film[x + (y - 60) * 160 + frame * 22400])
      }
      return TestClip.rgb(30 + y / 4, 30 + y / 4, 33 + y / 4)
    }
    #expect(!clip.survey().content(for: GIFEncodingSettings()).isFlat)
    let gif = try GIFReference(clip.encode(observed: true))
    let quiet = 0..<60 * 160
    let exact = quiet.count { gif.frames[0].canvas[$0] == clip.frames[0][$0] }
    #expect(exact > quiet.count * 99 / 100, "\(exact) of \(quiet.count)")
    #expect(largestDifference(gif.frames[0].canvas, clip.frames[0]) <= 4)
  }

  @Test func lowerQualityIsSmaller() throws {
    let clip = TestClip.natural(width: 48, height: 32, count: 3)
    let sizes = try [98, 85, 60, 20].map { quality in
      var settings = GIFEncodingSettings()
      settings.quality = quality
      return try clip.encode(settings).count
    }
    #expect(sizes == sizes.sorted(by: >))
    #expect(sizes[3] < sizes[0] * 2 / 3)
  }

  @Test func aStillFrameTakesAPixel() throws {
    var clip = TestClip.natural(count: 1)
    clip.frames += clip.frames
    clip.durations = [5, 7]
    let gif = try GIFReference(clip.encode())
    #expect(gif.frames[1].rect[2...] == [1, 1])
    #expect(gif.frames[1].canvas == gif.frames[0].canvas)
  }

  /// Each step is too small to be painted; the sum of them is not.
  @Test func slowChangesAreNotLost() throws {
    let clip = TestClip(width: 12, height: 8, count: 60) { x, _, frame in
      TestClip.rgb(60 + frame * 2, 90, 120 + x)
    }
    let gif = try GIFReference(clip.encode())
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(largestDifference(shown.canvas, frame) < 24)
    }
  }

  /// Where colours change slowly, repainted pixels keep their pattern. Otherwise, the mean change
  /// that the source does not have would be 0.0034.
  @Test func ditherStaysWhereItIs() throws {
    let clip = TestClip(width: 96, height: 64, count: 4) { x, y, frame in
      TestClip.rgb(
        (x * 4 + y + frame * 3) / 3, (500 - x * 2 - y + frame * 4) / 4,
        60 + (y * 5 + frame * 5) / 4)
    }
    let gif = try GIFReference(clip.encode())
    var sum: Float = 0
    for frame in 1..<clip.frames.count {
      sum += clip.flicker(to: frame, shown: gif.frames.map(\.canvas))
    }
    #expect(sum / Float(clip.frames.count - 1) < 0.0031)
  }

  @Test(arguments: [0, 1, 3, 10])
  func writesHowOftenItPlays(plays: Int) throws {
    var settings = GIFEncodingSettings()
    settings.plays = plays
    let gif = try GIFReference(TestClip.natural(count: 2).encode(settings))
    #expect(gif.loopCount == (plays == 1 ? nil : max(0, plays - 1)))
  }

  @Test(arguments: [false, true])
  func aLongFrameIsContinuedByFramesThatPaintNothing(observed: Bool) throws {
    var clip = TestClip(count: 2) { x, _, frame in TestClip.rgb(x * 3, frame * 90, 7) }
    clip.durations = [65_536, 140_000]
    let gif = try GIFReference(clip.encode(observed: observed))
    #expect(gif.frames.map(\.delay) == [65_534, 2, 65_535, 65_535, 8_930])
    #expect(gif.frames[1].canvas == gif.frames[0].canvas)
    #expect(gif.frames[4].canvas == gif.frames[2].canvas)
    #expect(gif.frames[1].rect[2...] == [1, 1])
  }

  @Test(arguments: [false, true])
  func pixelsBecomeTransparentAgain(observed: Bool) throws {
    // A moving disc of many colours on transparency.
    let clip = TestClip(width: 32, height: 18, count: 6) { x, y, frame in
      let (dx, dy) = (x - 8 - frame * 3, y - 8)
      return dx * dx + dy * dy < 40 ? TestClip.rgb(x * 6, y * 8, frame * 20) : 0
    }
    let gif = try GIFReference(clip.encode(observed: observed))
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(shown.canvas.map { $0 >> 24 } == frame.map { $0 >> 24 })
    }
  }

  @Test func oneTableServesTheWholeFileWhenAskedFor() throws {
    var settings = GIFEncodingSettings()
    settings.usesOnlyGlobalPalette = true
    let clip = TestClip.natural(count: 4)
    for observed in [false, true] {
      let gif = try GIFReference(clip.encode(settings, observed: observed))
      #expect(gif.frames.allSatisfy { $0.localColorCount == 0 })
    }
  }

  @Test(arguments: [2, 16, 256])
  func tablesHaveNoMoreColorsThanAskedFor(colors: Int) throws {
    var settings = GIFEncodingSettings()
    settings.colors = colors
    let gif = try GIFReference(TestClip.natural(count: 2).encode(settings))
    #expect(gif.globalColors.count <= colors)
    #expect(gif.frames.allSatisfy { $0.localColorCount <= colors })
  }

  @Test func plainFramesAreWhole() throws {
    var settings = GIFEncodingSettings()
    settings.isPlain = true
    let clip = TestClip.natural(count: 4)
    let gif = try GIFReference(clip.encode(settings))
    for frame in gif.frames {
      #expect(frame.rect == [0, 0, clip.width, clip.height])
      #expect(frame.lzw!.indices.allSatisfy { Int($0) != frame.transparentIndex })
    }
  }

  /// The first frame has no colours for a table.
  @Test(arguments: [false, true])
  func anEmptyFirstFrameDoesNotHideTheOthers(onlyGlobal: Bool) throws {
    var settings = GIFEncodingSettings()
    settings.usesOnlyGlobalPalette = onlyGlobal
    settings.quality = 98
    let clip = TestClip(count: 3) { x, y, frame in
      frame == 0 ? 0 : TestClip.rgb(x * 9, y * 12, frame * 30)
    }
    let gif = try GIFReference(clip.encode(settings))
    #expect(gif.frames[0].canvas.allSatisfy { $0 == 0 })
    #expect(gif.frames[2].canvas.allSatisfy { $0 >> 24 == 255 })
    #expect(meanError(gif.frames[2].canvas, clip.frames[2]) < 0.04)
  }

  @Test func framesAreWrittenWhileOthersStillCome() throws {
    let clip = TestClip.natural(count: 12)
    var count = 0
    let encoder = try GIFEncoder(
      width: clip.width, height: clip.height, settings: GIFEncodingSettings()
    ) { count += $0.count }
    var counts: [Int] = []
    for frame in clip.frames {
      try frame.withUnsafeBytes { try encoder.append(rgba: $0, duration: 5) }
      counts.append(count)
    }
    // The fifth frame releases the first, and each later frame another one.
    #expect(counts[3] == 0)
    #expect(zip(counts[4...], counts[5...]).allSatisfy { $0 < $1 })
  }

  @Test func onlyTheChangedRectangleIsLookedAt() throws {
    let clip = TestClip.natural(count: 2)
    var bytes: [UInt8] = []
    let encoder = try GIFEncoder(
      width: clip.width, height: clip.height, settings: GIFEncodingSettings()
    ) { bytes += $0 }
    for (number, frame) in clip.frames.enumerated() {
      let changed = number == 0 ? nil : PixelRect(x: 4, y: 5, width: 6, height: 7)
      try frame.withUnsafeBytes { try encoder.append(rgba: $0, changed: changed, duration: 5) }
    }
    try encoder.finish()
    let rect = try GIFReference(bytes).frames[1].rect
    #expect(
      PixelRect(x: 4, y: 5, width: 6, height: 7).contains(
        PixelRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3])))
  }

  @Test func whatTheOutputThrowsComesOut() throws {
    struct Full: Error {}
    let clip = TestClip.natural(count: 1)
    let encoder = try GIFEncoder(
      width: clip.width, height: clip.height, settings: GIFEncodingSettings()
    ) { _ in throw Full() }
    try clip.frames[0].withUnsafeBytes { try encoder.append(rgba: $0, duration: 5) }
    #expect(throws: Full.self) { try encoder.finish() }
  }
}
