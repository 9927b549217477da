import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct AVIFOutputTests {
  private static let size = PixelSize(width: 16, height: 12)

  private func made(
    _ pictures: [[UInt32]], _ size: PixelSize = AVIFOutputTests.size, delays: [Delay]? = nil,
    plays: LoopCount = .forever, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    try ArraySource(pictures, size: size, delays: delays, plays: plays, kind: .webp)
      .written(as: "out.avif") {
        $0.image.effort = 2
        change(&$0)
      }
  }

  /// Noise that differs from frame to frame.
  private static func noise(
    _ count: Int, _ size: PixelSize = AVIFOutputTests.size, alpha: Bool = false
  ) -> [[UInt32]] {
    var generator = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in
      (0..<size.area).map { _ in
        let pixel = UInt32(truncatingIfNeeded: generator.next())
        return !alpha ? pixel | 0xFF00_0000 : pixel >> 24 == 0 ? 0 : pixel
      }
    }
  }

  /// A moving square of one colour, on transparency or on another colour.
  private static func drawing(
    _ count: Int, on background: UInt32, of color: UInt32 = 0xFF20_60E0
  ) -> [[UInt32]] {
    (0..<count).map { frame in
      (0..<(64 * 48)).map { place in
        let (x, y) = (place % 64 - 3 * frame, place / 64)
        return (4..<30).contains(x) && (8..<40).contains(y) ? color : background
      }
    }
  }

  private static let drawingSize = PixelSize(width: 64, height: 48)

  /// The bytes of one track, as FFmpeg reads it.
  private func decoded(_ file: [UInt8], track: Int, _ format: String) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      try folder.write(file, to: "a.avif")
      return try FFprobe.decode(
        folder.appending("a.avif").string, pixelFormat: format, track: track)
    }
  }

  @Test(arguments: [PixelSize(width: 16, height: 12), PixelSize(width: 7, height: 5)])
  func withoutLossEveryPixelStays(size: PixelSize) throws {
    let pictures = Self.noise(4, size, alpha: true)
    let file = try made(pictures, size) { $0.image.isLossless = true }
    let planes = try decoded(file, track: 0, "gbrp")
    let alphas = try decoded(file, track: 1, "gray")
    for (frame, picture) in pictures.enumerated() {
      let start = frame * size.area
      #expect(Array(alphas[start..<(start + size.area)]) == picture.map { UInt8($0 >> 24) })
      for (plane, shift) in [8, 16, 0].enumerated() {
        let found = planes[(3 * start + plane * size.area)...].prefix(size.area)
        #expect(Array(found) == picture.map { UInt8(truncatingIfNeeded: $0 >> UInt32(shift)) })
      }
    }
  }

  /// Still images, and animations with large unchanged areas, at every speed of libaom.
  @Test(arguments: [1, 6], [0, 1, 3, 6])
  func nothingIsLostAtAnySpeed(count: Int, effort: Int) throws {
    let size = PixelSize(width: 48, height: 32)
    let ground = Self.noise(1, size)[0]
    let pictures = (0..<count).map { frame in
      ground.indices.map { place in
        let isMoving = place / size.width < 8 && place % size.width / 8 == frame
        return isMoving ? 0xFF20_80F0 : ground[place]
      }
    }
    let file = try made(pictures, size) {
      $0.image.isLossless = true
      $0.image.effort = effort
    }
    #expect(try openBytes(file, name: "a.avif").allPixels() == pictures)
  }

  /// Times from the boxes, read independently of our code, and from FFmpeg.
  @Test func randomTimelinesAreExact() throws {
    var generator = SeededGenerator(seed: 99)
    let units: [Int64] = [50, 100, 600, 1000, 30_000, 90_000, 1_000_003]
    for round in 0..<120 {
      let unit = units[round % units.count]
      let count = 2 + Int(generator.next() % 7)
      let least = (unit * 11 + 999) / 1000
      let ticks = (0..<count).map { _ in least + Int64(generator.next() % UInt64(unit)) }
      let plays = Int(generator.next() % 4)
      let file = try made(
        Array(Self.noise(count, PixelSize(width: 4, height: 4))), PixelSize(width: 4, height: 4),
        delays: ticks.map { .declared(ticks: $0, timebase: Timebase(1, unit)) },
        plays: LoopCount(totalPlays: plays)
      ) { $0.image.effort = 0 }
      let boxes = MovieBoxes(file)
      let media = try #require(boxes.media)
      let times = boxes.sampleDurations.map { RationalTime(Int64($0), Int64(media.timescale)) }
      #expect(times == ticks.map { RationalTime($0, unit) }, "round \(round)")
      #expect(media.duration == boxes.sampleDurations.reduce(0, +))
      #expect(boxes.edits == [.init(duration: media.duration, mediaTime: 0)])
      let movie = try #require(boxes.movie)
      #expect(movie.timescale == media.timescale)
      #expect(movie.duration == (plays == 0 ? .max : media.duration * UInt64(plays)))
      if round % 20 == 0 {
        try TemporaryFolder.with { folder in
          try folder.write(file, to: "a.avif")
          let probe = try FFprobe.read(folder.appending("a.avif").string)
          #expect(probe.packets.map(\.duration) == boxes.sampleDurations.map { Int64($0) })
        }
      }
    }
  }

  @Test func shortFramesAreLengthenedToWhatBrowsersShow() throws {
    let file = try made(
      Self.noise(3), delays: [.milliseconds(5), .milliseconds(200), .milliseconds(100)])
    let boxes = MovieBoxes(file)
    let media = try #require(boxes.media)
    let times = boxes.sampleDurations.map { RationalTime(Int64($0), Int64(media.timescale)) }
    #expect(times[0] >= RationalTime(11, 1000))
    #expect(
      RationalTime(Int64(media.duration), Int64(media.timescale)) == RationalTime(305, 1000))
  }

  @Test func drawingsKeepTheChromaOfEveryPixel() throws {
    func format(
      _ pictures: [[UInt32]], _ size: PixelSize, chroma: VideoOptions.Chroma? = nil
    ) throws -> FFprobe.Stream {
      try TemporaryFolder.with { folder in
        try folder.write(try made(pictures, size) { $0.video.chroma = chroma }, to: "a.avif")
        return try FFprobe.read(folder.appending("a.avif").string).streams[0]
      }
    }
    let drawn = try format(Self.drawing(3, on: 0xFFFF_FFFF), Self.drawingSize)
    #expect(drawn.pix_fmt == "yuv444p" && drawn.profile == "High")
    let natural = try format(Self.noise(3), Self.size)
    #expect(natural.pix_fmt == "yuv420p" && natural.profile == "Main")
    #expect(try format(Self.noise(3), Self.size, chroma: .yuv444).pix_fmt == "yuv444p")
    let halved = try format(Self.drawing(3, on: 0xFFFF_FFFF), Self.drawingSize, chroma: .yuv420)
    #expect(halved.pix_fmt == "yuv420p")
    for stream in [drawn, natural] {
      #expect(stream.color_range == "tv" && stream.color_space == "smpte170m")
      #expect(stream.color_transfer == "iec61966-2-1" && stream.color_primaries == "bt709")
    }
  }

  /// Four pixels share their chroma where that costs next to nothing, unless more is asked for.
  @Test func greyDrawingsShareTheirChroma() throws {
    func format(_ change: (inout Conversion) -> Void = { _ in }) throws -> String? {
      try TemporaryFolder.with { folder in
        let pictures = Self.drawing(3, on: 0xFFFF_FFFF, of: 0xFF50_5050)
        try folder.write(try made(pictures, Self.drawingSize, change), to: "a.avif")
        return try FFprobe.read(folder.appending("a.avif").string).streams[0].pix_fmt
      }
    }
    #expect(try format() == "yuv420p")
    #expect(try format { $0.image.quality = 60 } == "yuv420p")
    #expect(try format { $0.image.quality = 90 } == "yuv444p")
    #expect(try format { $0.qualityTarget = Conversion.QualityTarget(50) } == "yuv444p")
    #expect(try format { $0.video.chroma = .yuv444 } == "yuv444p")
  }

  /// The configuration describes the stream as FFmpeg reads it.
  @Test(arguments: [VideoOptions.Chroma.yuv420, .yuv444])
  func theConfigurationIsThatOfTheStream(chroma: VideoOptions.Chroma) throws {
    let file = try made(Self.drawing(3, on: 0), Self.drawingSize) { $0.video.chroma = chroma }
    let probe = try TemporaryFolder.with { folder in
      try folder.write(file, to: "a.avif")
      return try FFprobe.read(folder.appending("a.avif").string)
    }
    #expect(probe.streams.count == 2)
    var rest = file[...]
    var found: [[UInt8]] = []
    while let range = rest.firstRange(of: Array("av1C".utf8)) {
      found.append(Array(rest[range.upperBound...].prefix(4)))
      rest = rest[range.upperBound...]
    }
    // Each of the two streams is described as an item and as a track.
    try #require(found.count == 4)
    for (index, bytes) in [found[0], found[1], found[2], found[3]].enumerated() {
      let stream = probe.streams[index % 2]
      #expect(bytes[0] == 0x81)
      #expect(bytes[1] >> 5 == (stream.profile == "High" ? 1 : 0))
      #expect(Int(bytes[1] & 31) == stream.level)
      // Monochrome, and how often the sides of chroma are halved.
      let halved: UInt8 = chroma == .yuv420 ? 0x0C : 0
      #expect(bytes[2] & 0x7C == (stream.pix_fmt == "gray" ? 0x1C : halved))
    }
  }

  /// The edge between a colour and transparency shows no hidden colours.
  @Test func edgesOfTransparentDrawingsKeepTheirColours() throws {
    let pictures = Self.drawing(4, on: 0)
    let file = try made(pictures, Self.drawingSize)
    let source = try openBytes(file, name: "a.avif")
    for (shown, drawn) in zip(try source.allPixels(), pictures) {
      for (found, expected) in zip(shown, drawn) {
        #expect(abs(Int(found >> 24) - Int(expected >> 24)) <= 8)
        guard expected != 0 else { continue }
        for shift in [0, 8, 16] {
          let difference = Int(found >> UInt32(shift) & 255) - Int(expected >> UInt32(shift) & 255)
          #expect(abs(difference) <= 8)
        }
      }
    }
  }

  @Test func aStillHasNoMovie() throws {
    let file = try made(Self.noise(1, alpha: true))
    #expect(MovieBoxes(file).order == ["ftyp", "meta", "mdat"])
    #expect(file[8..<12].elementsEqual("avif".utf8))
    let source = try openBytes(file, name: "a.avif")
    #expect(source.info.frames.count == 1 && source.info.alpha == .possible)
    let animated = try made(Self.noise(2))
    #expect(MovieBoxes(animated).order == ["ftyp", "meta", "moov", "mdat"])
    #expect(animated[8..<12].elementsEqual("avis".utf8))
  }

  @Test func qualityAndEffortMakeADifference() throws {
    let pictures = Self.noise(3, Self.drawingSize)
    let sizes = try [20, 60, 95].map { quality in
      try made(pictures, Self.drawingSize) { $0.image.quality = quality }.count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
  }

  @Test func aLimitOfBytesIsKept() throws {
    let pictures = Self.noise(4, Self.drawingSize)
    let whole = try made(pictures, Self.drawingSize).count
    let limit = whole * 2 / 3
    let file = try made(pictures, Self.drawingSize) {
      $0.sizeTarget.maxBytes = Int64(limit)
      $0.sizeTarget.steps = [.quality]
    }
    #expect(file.count <= limit && file.count > limit * 9 / 10, "\(file.count) of \(limit)")
  }

  /// The number of threads does not affect the written bytes.
  @Test func anyNumberOfThreadsWritesTheSameBytes() throws {
    let pictures = Self.noise(5, Self.drawingSize, alpha: true)
    let source = ArraySource(pictures, size: Self.drawingSize)
    var frames: [CanvasFrame] = []
    while let frame = try source.next() { frames.append(frame) }
    let timeline = try AnimationTimeline(
      durations: frames.map { _ in Int64(40) }, timebase: .milliseconds)
    func bytes(threads: Int, effort: Int) throws -> [UInt8] {
      try TemporaryFolder.with { folder in
        var encoding = try AVIFEncoding(
          AVIFOptions(
            samples: .yuv420, hasAlpha: true, quality: 60, effort: effort, isFlat: false),
          size: Self.drawingSize, frames: frames.count, seconds: (1, 5), room: 1 << 30)
        encoding.threads = threads
        var file: [UInt8] = []
        let writer = try AVIFWriter(
          encoding, AVIFTimes(timeline, plays: .forever), beside: folder.appending("a.avif")
        ) { file += $0 }
        for frame in frames { try writer.append(frame) }
        try writer.finish()
        #expect(folder.names.isEmpty)
        return file
      }
    }
    for effort in [0, 4] {
      let one = try bytes(threads: 1, effort: effort)
      for threads in [2, 4] {
        #expect(try bytes(threads: threads, effort: effort) == one, "\(threads) threads")
      }
    }
  }

  /// Sizes that cause errors in encoders, with one plane and three, at fast and slow settings.
  @Test func smallAndOddPicturesAreEncoded() throws {
    for (width, height) in [(1, 1), (1, 5), (2, 2), (3, 7), (16, 1), (65, 33)] {
      let size = PixelSize(width: width, height: height)
      for (count, effort) in [(1, 0), (1, 4), (3, 0), (3, 1), (3, 4)] {
        let file = try made(Self.noise(count, size, alpha: true), size) { $0.image.effort = effort }
        #expect(try openBytes(file, name: "a.avif").info.size == size)
      }
    }
  }
}
