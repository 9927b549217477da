import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Files written by libheif's `heif-enc`.
@Suite(.enabled(if: HEIFTools.isAvailable, Comment(rawValue: HEIFTools.hint)))
struct HEIFTests {
  /// A HEIC, and the PNG that it was made from. A picture of 66 x 46 becomes one tile of a grid.
  private static func made(
    _ layout: String, _ options: [String], in folder: TemporaryFolder, size: String = "66x46"
  ) throws -> (heic: FilePath, png: FilePath) {
    let (png, heic) = (folder.appending("a.png"), folder.appending("a.heic"))
    let picture =
      "testsrc2=s=\(size),format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='2*X+20'"
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", picture, "-frames:v", "1", "-pix_fmt", layout,
      "-y", png.string)
    try HEIFTools.encode(png.string, heic.string, options)
    return (heic, png)
  }

  private static func bytes(_ path: FilePath) throws -> [UInt8] {
    try pixels(#require(try openSource(.path(path)).next()))
  }

  private static func largestDifference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    one.count == other.count
      ? zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 : 256
  }

  /// Grey needs no conversion to YCbCr, so nothing is rounded.
  @Test func grayWithoutLossIsExact() throws {
    try TemporaryFolder.with { folder in
      let (heic, png) = try Self.made("gray", ["-L"], in: folder)
      let source = try openSource(.path(heic))
      #expect(source.info.kind == .heif && source.info.size == PixelSize(width: 66, height: 46))
      #expect(source.info.alpha == .absent && source.info.sampleDepth == 8)
      #expect(try source.allPixels() == openSource(.path(png)).allPixels())
      #expect(source.info.warnings + source.warnings == [])
    }
  }

  /// The same picture as libheif's own program returns.
  @Test(
    arguments: [
      ("rgb24", ["-q", "60"]), ("rgb24", ["-L", "-p", "chroma=444"]), ("rgba", ["-q", "80"]),
      ("rgba", ["-L", "-p", "chroma=444"]),
    ], ["66x46", "96x64"])
  func colorsAreThoseOfLibheif(_ made: (layout: String, options: [String]), size: String) throws {
    let (layout, options) = made
    try TemporaryFolder.with { folder in
      let (heic, png) = try Self.made(layout, options, in: folder, size: size)
      let shown = folder.appending("shown.png")
      try HEIFTools.decode(heic.string, shown.string)
      let ours = try Self.bytes(heic)
      #expect(try ours == Self.bytes(shown))
      if options[0] == "-L" {
        #expect(Self.largestDifference(ours, try Self.bytes(png)) <= 2)
      }
      #expect(try openSource(.path(heic)).info.alpha == (layout == "rgba" ? .possible : .absent))
    }
  }

  /// 10 bits are kept on request, and otherwise rounded to 8.
  @Test func tenBitsArriveWhole() throws {
    try TemporaryFolder.with { folder in
      let (heic, png) = try Self.made("gray16be", ["-L", "-b", "10"], in: folder)
      let source = try openSource(.path(heic))
      #expect(source.info.sampleDepth == 10)
      (source as? any WideSource)?.handsOnWide = true
      let frame = try #require(try source.next())
      let wide = try #require(frame.pixels.wide)
      let original = try openSource(.path(png))
      (original as? any WideSource)?.handsOnWide = true
      let originalFrame = try #require(try original.next())
      let deep = try #require(originalFrame.pixels.wide)
      for (ours, theirs) in zip(wide.pixels, deep.pixels) {
        // A step of 10 bits is 64 of 16 bits; the encoder drops the lower six.
        #expect(abs(Int(ours.x) - Int(theirs.x)) <= 64)
        // Every value is one of 1,024.
        let tenBits = (Int(ours.x) * 1023 + 32_767) / 65_535
        #expect(Int(ours.x) == (tenBits * 65_535 + 511) / 1023)
      }
      #expect(Set(wide.pixels.map(\.x)).count > 256 || Set(deep.pixels.map(\.x)).count <= 256)
    }
  }

  /// The boxes of a file with a picture of 66 x 46, changed.
  private static func file(
    _ folder: TemporaryFolder, _ layout: String = "rgb24", _ options: [String] = ["-q", "50"]
  ) throws -> [UInt8] {
    let (heic, _) = try made(layout, options, in: folder)
    return try folder.bytes(of: heic.lastComponent!.string)
  }

  /// `irot` and `imir` (ISO/IEC 23008-12, 6.5.10 and 6.5.12) take the place of a box that is not needed.
  @Test func turnedAndMirroredPicturesAreUpright() throws {
    try TemporaryFolder.with { folder in
      let file = try Self.file(folder)
      let upright = try openBytes(file, name: "a.heic").allPixels()[0]
      let (width, height) = (66, 46)
      for turns in 1...3 {
        let turned = try openBytes(
          HEIFBoxes.adding("irot", [UInt8(turns)], toItem: HEIFBoxes.primary(in: file), of: file),
          name: "a.heic")
        #expect(turned.info.size.width == (turns == 2 ? width : height))
        let found = try turned.allPixels()[0]
        for y in stride(from: 0, to: height, by: 7) {
          for x in stride(from: 0, to: width, by: 5) {
            // Counterclockwise.
            let place =
              switch turns {
              case 1: (width - 1 - x) * height + y
              case 2: (height - 1 - y) * width + width - 1 - x
              default: x * height + height - 1 - y
              }
            #expect(found[place] == upright[y * width + x])
          }
        }
      }
      let mirrored = try openBytes(
        HEIFBoxes.adding("imir", [1], toItem: HEIFBoxes.primary(in: file), of: file), name: "a.heic"
      )
      .allPixels()[0]
      #expect((0..<width).allSatisfy { mirrored[$0] == upright[width - 1 - $0] })
    }
  }

  @Test func inFoldersPatternsArchivesAndPipes() throws {
    try TemporaryFolder.with { folder in
      _ = try Self.made("rgb24", ["-q", "50"], in: folder)
      let bytes = try folder.bytes(of: "a.heic")
      let alone = try openBytes(bytes, name: "a.heic").allPixels()[0]
      try FileManager.default.createDirectory(
        atPath: folder.appending("f").string, withIntermediateDirectories: false)
      for name in ["f/1.heic", "f/2.HEIC", "f/3.hif"] { try folder.write(bytes, to: name) }
      let frames = try openSource(.path(folder.appending("f")))
      #expect(try frames.allPixels() == [alone, alone, alone])
      #expect(try openSource(.path(folder.appending("f/*.h*"))).info.frames.count >= 2)
      let reader = try FileDescriptor.open(folder.appending("a.heic"), .readOnly)
      defer { try? reader.close() }
      #expect(try openSource(.descriptor(reader, name: "a.heic")).allPixels() == [alone])
      // A folder of two formats.
      try folder.write(PictureFiles.png(66, 46), to: "f/4.png")
      #expect(try openSource(.path(folder.appending("f"))).info.frames.count == 4)
    }
  }

  // MARK: Refusals

  private static func error(_ file: [UInt8], _ limits: ReadingLimits = .init()) -> ReadingError? {
    var options = ReadingOptions()
    options.limits = limits
    do {
      let source = try openSource(.bytes(file, name: "a.heic"), options: options)
      _ = try source.next()
      return nil
    } catch { return error as? ReadingError }
  }

  /// The boxes state a size that no decoder is asked to allocate.
  @Test func sizesAreLimitedBeforeDecoding() throws {
    try TemporaryFolder.with { folder in
      // Sides that need no crop.
      let (heic, _) = try Self.made("rgb24", ["-q", "50"], in: folder, size: "64x64")
      let file = try folder.bytes(of: heic.lastComponent!.string)
      let huge = HEIFBoxes.replacing("ispe", at: 4, [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF], in: file)
      guard case .limitExceeded(.pixels, 65_535 * 65_535, _)? = Self.error(huge) else {
        Issue.record("\(String(describing: Self.error(huge)))")
        return
      }
      let none = HEIFBoxes.replacing("ispe", at: 4, Array(repeating: 0xFF, count: 8), in: file)
      #expect(Self.error(none) != nil)
    }
  }

  /// The coded picture is 8,000 x 8,000, but the boxes say 66 x 46.
  @Test func aPictureThatIsLargerThanItSaysIsRefused() throws {
    try TemporaryFolder.with { folder in
      let large = folder.appending("large.png").string
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=8000x4800", "-frames:v", "1",
        large)
      try HEIFTools.encode(large, folder.appending("large.heic").string)
      let file = try folder.bytes(of: "large.heic")
      #expect(Self.error(file) == nil)
      let lying = HEIFBoxes.replacing("ispe", at: 4, [0, 0, 0, 66, 0, 0, 0, 46], in: file)
      guard case .malformed(let detail, _, _)? = Self.error(lying) else {
        Issue.record("\(String(describing: Self.error(lying)))")
        return
      }
      #expect(detail == "the picture is 66x46, and its data holds a picture 8000x4800")
    }
  }

  @Test func everyCutFileIsRefusedOrShown() throws {
    try TemporaryFolder.with { folder in
      let file = try Self.file(folder)
      for count in stride(from: 12, to: file.count, by: 37) {
        _ = Self.error(Array(file.prefix(count)))
      }
      var random = SeededGenerator(seed: 46)
      for _ in 0..<60 {
        var mutant = file
        for _ in 0..<3 {
          mutant[Int.random(in: 12..<file.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = Self.error(mutant)
      }
    }
  }

  /// The base picture is used, and a note says so.
  @Test func aGainMapIsNamed() throws {
    try TemporaryFolder.with { folder in
      let (heic, _) = try Self.made("rgba", ["-q", "50"], in: folder, size: "96x64")
      let file = try folder.bytes(of: heic.lastComponent!.string)
      // The alpha picture, item 2, becomes a gain map.
      let property = [0, 0, 0, 0] + Array("\(GainMap.apple)\0".utf8)
      var changed = HEIFBoxes.adding("auxC", property, toItem: 2, of: file)
      let name = try #require(changed.firstRange(of: Array("hevc:2015:auxid:1".utf8)))
      changed[name.upperBound - 1] = UInt8(ascii: "7")
      let source = try openBytes(changed, name: "a.heic")
      #expect(source.info.alpha == .absent)
      let opaque = try openBytes(file, name: "a.heic").allPixels().map { frame in
        frame.map { $0 | 0xFF00_0000 }
      }
      #expect(try source.allPixels() == opaque)
      #expect(source.warnings.map(\.detail) == [GainMap.note("Apple's")])
    }
  }
}
