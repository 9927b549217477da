import AnimTiming
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Files written by Pillow, avifenc and FFmpeg, see `Tests/Fixtures/AVIF/make.sh`.
@Suite struct AVIFSourceTests {
  private static let folder = SourceTree.root.appending("Tests/Fixtures/AVIF")

  private static func bytes(_ name: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(folder.appending(name), .readOnly)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return Array(bytes.prefix(count))
    }
  }

  private static func open(
    _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits(), isStrict: Bool = false
  ) throws -> any FrameSource {
    try openBytes(bytes, name: "test.avif", limits: limits, isStrict: isStrict)
  }

  private static func open(_ name: String) throws -> any FrameSource { try open(bytes(name)) }

  /// The pixels of a still picture in rows.
  private static func rows(_ name: String) throws -> [[UInt32]] {
    let source = try open(name)
    #expect(source.info.frames.count == 1 && source.info.frames[0].delay == .missing)
    let all = try source.allPixels()
    let width = source.info.size.width
    return (0..<source.info.size.height).map { Array(all[0][($0 * width)..<(($0 + 1) * width)]) }
  }

  /// The colours in the still fixtures: red at the left, green at the top, some blue.
  private static func drawn(_ x: Int, _ y: Int) -> UInt32 {
    0xFF64_0000 | (x < 6 ? 0xFF : 0) | (y < 4 ? 0xFF00 : 0)
  }

  private static let stored: [[UInt32]] = (0..<8).map { y in (0..<12).map { drawn($0, y) } }

  /// According to the specification's text: 90 degrees counterclockwise, so the last column becomes
  /// the first row.
  private static let turned: [[UInt32]] = (0..<12).map { row in
    (0..<8).map { stored[$0][11 - row] }
  }

  @Test func losslessStillsOfEightAndTenBitsAreExact() throws {
    #expect(try Self.rows("still.avif") == Self.stored)
    #expect(try Self.rows("deep.avif") == Self.stored)
  }

  @Test func picturesAreTurnedMirroredAndCropped() throws {
    #expect(try Self.rows("irot.avif") == Self.turned)
    #expect(try Self.rows("imir.avif") == Self.stored.reversed())
    #expect(try Self.rows("both.avif") == Self.turned.map { $0.reversed() })
    #expect(try Self.rows("clap.avif") == Self.stored[2..<6].map { Array($0[2..<8]) })
  }

  @Test func timesAlphaAndColoursOfAnAnimationAreRead() throws {
    let source = try Self.open("pillow.avif")
    let info = source.info
    #expect(info.kind == .avif && info.size == PixelSize(width: 12, height: 8))
    #expect(info.frames.map(\.delay.time) == [50, 70, 200].map { RationalTime($0, 1000) })
    #expect(info.plays == .forever)
    // As in browsers, without rounding to whole milliseconds.
    #expect(info.defaultPolicy == DelayPolicy("11:100"))
    #expect(try source.detectAlpha())
    for (frame, picture) in try source.allPixels().enumerated() {
      for (place, pixel) in picture.enumerated() {
        let (x, y) = (place % 12, place / 12)
        let alpha = x < 8 ? 255 : x < 10 ? 128 : 0
        #expect(Int(pixel >> 24) == alpha)
        guard alpha > 0 else { continue }
        let expected = [(x * 20 + frame * 40) % 256, y * 30, 200 - frame * 50]
        for (channel, value) in expected.enumerated() {
          let found = Int(pixel >> (8 * UInt32(channel)) & 0xFF)
          #expect(abs(found - value) <= 6, "frame \(frame) at \(x), \(y): \(found), not \(value)")
        }
      }
    }
  }

  @Test func coloursMultipliedByAlphaAreDivided() throws {
    let picture = try Self.open("prem.avif").allPixels()[0]
    for place in 0..<96 where place % 12 < 10 {
      let (x, y) = (place % 12, place / 12)
      for (channel, value) in [x * 20, y * 30, 200].enumerated() {
        let found = Int(picture[place] >> (8 * UInt32(channel)) & 0xFF)
        #expect(abs(found - value) <= 2, "at \(x), \(y): \(found), not \(value)")
      }
    }
    #expect(picture[11] == 0)
  }

  /// FFmpeg 5.1 writes no loop count, and browsers then play endlessly.
  @Test func aFileWithoutPlaysIsPlayedForEver() throws {
    let info = try Self.open("ffmpeg.avif").info
    #expect(info.plays == .forever && !info.declaresPlays && info.alpha == .absent)
    #expect(info.frames.map(\.delay.time) == Array(repeating: RationalTime(1, 10), count: 4))
  }

  /// Decoded and converted by the `ffmpeg` command.
  @Test func limitedRangeAndQuarterChromaAreConvertedAsFFmpegDoes() throws {
    let expected = try FFprobe.decode(
      Self.folder.appending("ffmpeg.avif").string, pixelFormat: "rgba")
    let found = try Self.open("ffmpeg.avif").allPixels().joined().flatMap { pixel in
      (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
    }
    #expect(found.count == expected.count)
    let far = zip(found, expected).count { abs(Int($0) - Int($1)) > 24 }
    #expect(far * 50 < found.count, "\(far) of \(found.count) samples are far off")
  }

  @Test func everyFrameIsTheSameInAnyOrder() throws {
    let inOrder = try Self.open("pillow.avif").allPixels()
    let source = try Self.open("pillow.avif")
    for index in [2, 0, 1, 1, 2, 0] {
      try source.seek(to: index)
      let frame = try #require(try source.next())
      #expect(frame.index == index)
      #expect(pixelWords(frame) == inOrder[index])
    }
    #expect(source.restartPoint(for: 2) <= 2)
  }

  private func pixelWords(_ frame: CanvasFrame) -> [UInt32] {
    frame.pixels.withBytes { Array($0.bindMemory(to: UInt32.self)) }
  }

  @Test func refusesUnsupportedFilesWithAReason() throws {
    let grid = #expect(throws: ReadingError.self) { try Self.open("grid.avif") }
    #expect(grid?.reason.description.contains("a grid") == true && grid?.remedy != nil)
    var other = try Self.bytes("still.avif")
    // The kind of the item, in its entry.
    let entry = try #require(other.firstRange(of: Array("av01Color".utf8)))
    other.replaceSubrange(entry.lowerBound..<(entry.lowerBound + 4), with: "hvc1".utf8)
    let coded = #expect(throws: ReadingError.self) { try Self.open(other) }
    #expect(coded?.reason.description.contains("hvc1") == true)
  }

  /// Boxes of unknown versions must not be read (ISO/IEC 14496-12, 4.2); Chromium refuses these, too.
  @Test(arguments: ["meta", "pitm", "iinf", "iloc", "ipma"], [UInt8(4), 64, 128])
  func boxesOfAnUnknownVersionAreNotRead(kind: String, version: UInt8) throws {
    var file = try Self.bytes("still.avif")
    let box = try #require(file.firstRange(of: Array(kind.utf8)))
    #expect(file[box.upperBound] < 2)
    file[box.upperBound] = version
    let error = #expect(throws: ReadingError.self) { try Self.open(file) }
    #expect(
      error?.reason.description.contains("the box \(kind) has the unknown version \(version)")
        == true)
  }

  @Test func aCutFileShowsWhatItHasOrFails() throws {
    let whole = try Self.bytes("pillow.avif")
    let all = try Self.open(whole).allPixels()
    var frames: Set<Int> = []
    for count in 0..<whole.count {
      do {
        let source = try Self.open(Array(whole.prefix(count)))
        let pictures = try source.allPixels()
        frames.insert(pictures.count)
        #expect(pictures.count < 3 && pictures == Array(all.prefix(pictures.count)))
        #expect(source.info.warnings.map(\.kind) == [.truncated])
        #expect(throws: ReadingError.self) {
          try Self.open(Array(whole.prefix(count)), isStrict: true)
        }
      } catch let error as ReadingError {
        #expect(!error.reason.description.isEmpty)
      }
    }
    #expect(frames.contains(1) || frames.contains(2))
  }

  @Test func changedBytesNeverDoHarm() throws {
    var generator = SeededGenerator(seed: 11)
    var limits = ReadingLimits()
    limits.maxPixels = 1 << 16
    limits.maxFrames = 100
    var opened = 0
    for name in ["pillow.avif", "still.avif", "clap.avif", "prem.avif", "ffmpeg.avif"] {
      let whole = try Self.bytes(name)
      for _ in 0..<100 {
        var bytes = whole
        for _ in 0..<(1 + Int(generator.next() % 4)) {
          bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
            truncatingIfNeeded: generator.next() >> 7)
        }
        do {
          let source = try Self.open(bytes, limits: limits)
          while try source.next() != nil {}
          opened += 1
        } catch is ReadingError {}
      }
    }
    #expect(opened > 50)
  }

  @Test func limitsAreCheckedBeforeAnythingIsDecoded() throws {
    let bytes = try Self.bytes("pillow.avif")
    func refusal(_ change: (inout ReadingLimits) -> Void) -> ReadingError? {
      var limits = ReadingLimits()
      change(&limits)
      return #expect(throws: ReadingError.self) { try Self.open(bytes, limits: limits) }
    }
    #expect(refusal { $0.maxFrames = 2 } == .limitExceeded(limit: .frames, value: 3, allowed: 2))
    #expect(refusal { $0.maxPixels = 95 } == .limitExceeded(limit: .pixels, value: 96, allowed: 95))
    #expect(refusal { $0.maxSide = 11 } == .limitExceeded(limit: .side, value: 12, allowed: 11))
    #expect(
      refusal { $0.maxTotalPixels = 287 }
        == .limitExceeded(limit: .totalPixels, value: 288, allowed: 287))
    guard case .limitExceeded(.metadataChunk, _, 100) = refusal({ $0.maxMetadataChunkBytes = 100 })
    else {
      Issue.record("the boxes are metadata")
      return
    }
  }

  /// Lists that declare more than the file contains take no memory.
  @Test func manySamplesOfOneSizeAreCountedFirst() throws {
    var bytes = try Self.bytes("pillow.avif")
    let sizes = try #require(bytes.firstRange(of: Array("stsz".utf8))).upperBound
    bytes.replaceSubrange((sizes + 4)..<(sizes + 12), with: [0, 0, 0, 1, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(
      throws: ReadingError.limitExceeded(limit: .frames, value: 0x7FFF_FFFF, allowed: 200_000)
    ) {
      try Self.open(bytes)
    }
  }

  /// A track without samples whose lists declare four billion chunks is refused at once.
  @Test(.timeLimit(.minutes(1))) func listsThatNothingFillsAreNotWalked() throws {
    var bytes = try Self.bytes("pillow.avif")
    func set(_ box: String, _ offset: Int, _ value: [UInt8]) throws {
      let start = try #require(bytes.firstRange(of: Array(box.utf8))).upperBound + offset
      bytes.replaceSubrange(start..<start + 4, with: value)
    }
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    try set("stsz", 8, [0, 0, 0, 0])
    for box in ["stsc", "stco", "stts"] { try set(box, 4, most) }
    #expect(throws: ReadingError.self) { try Self.open(bytes) }
  }

  /// A mirror under another name is a property that is not known.
  @Test func anUnknownPropertyThatIsEssentialIsRefused() throws {
    var bytes = try Self.bytes("both.avif")
    let name = try #require(bytes.firstRange(of: Array("imir".utf8)))
    bytes[name.lowerBound + 3] = UInt8(ascii: "x")
    let error = #expect(throws: ReadingError.self) { try Self.open(bytes) }
    #expect("\(try #require(error))".contains("imix"))
    // The six properties follow the numbers of the item and of its properties.
    let list = try #require(bytes.firstRange(of: Array("ipma".utf8))).upperBound + 11
    #expect(bytes[list + 5] == 0x86)
    bytes[list + 5] = 6
    #expect(try Self.open(bytes).info.frames.count == 1)
  }

  /// Changes each box of a kind in turn, in the track of colours and in that of alpha.
  private static func expectRefusal(
    of kind: String, saying part: String, _ change: (inout [UInt8], Range<Int>) -> Void
  ) throws {
    let whole = try bytes("pillow.avif")
    let boxes = whole.ranges(of: Array(kind.utf8))
    #expect(boxes.count == 2)
    for box in boxes {
      var bytes = whole
      change(&bytes, box)
      let error = #expect(throws: ReadingError.self) { try open(bytes) }
      #expect("\(try #require(error))".contains(part))
    }
  }

  /// An edit list that is longer than its parent.
  @Test func aBoxOfATrackThatDoesNotFitIsRefused() throws {
    try Self.expectRefusal(of: "elst", saying: "elst") { $0[$1.lowerBound - 3] = 8 }
  }

  @Test func theNumberOfATrackIsNotZero() throws {
    try Self.expectRefusal(of: "tkhd", saying: "number 0") { bytes, box in
      // Behind the version and two times of eight bytes.
      bytes.replaceSubrange(box.upperBound + 20..<box.upperBound + 24, with: [0, 0, 0, 0])
    }
  }
}
