import AnimTiming
import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats

@Suite struct FrameFolderSourceTests {
  private func open(
    _ path: FilePath, _ change: (inout ReadingOptions.FrameFolder) -> Void = { _ in }
  ) throws -> any FrameSource {
    var options = ReadingOptions()
    change(&options.folder)
    return try openSource(.path(path), options: options)
  }

  private func numbers(_ source: any FrameSource) throws -> [Int] {
    try remaining(source).map(PictureFiles.number)
  }

  private func failure(
    _ path: FilePath, _ change: (inout ReadingOptions.FrameFolder) -> Void = { _ in }
  )
    -> FrameFolderError?
  {
    do {
      _ = try open(path, change)
      return nil
    } catch {
      return error as? FrameFolderError
    }
  }

  @Test func stillWebPsAreFramesAndAnimatedOnesAreNot() throws {
    try TemporaryFolder.with { folder in
      for number in 1...2 {
        let pixels = Array(repeating: PictureFiles.pixel(number), count: 16)
        try folder.write(
          WebPBuilder.file(WebPBuilder.chunk("VP8L", WebPBuilder.lossless(4, 4, pixels))),
          to: "f\(number).webp")
      }
      let source = try openSource(.path(folder.path))
      #expect(try remaining(source).map(PictureFiles.number) == [1, 2])
      var animation = WebPBuilder(4, 4)
      for _ in 0..<2 {
        animation.frame(
          .init(w: 4, h: 4, pixels: Array(repeating: WebPBuilder.red, count: 16), delay: 10))
      }
      try folder.write(animation.bytes, to: "f3.webp")
      #expect(throws: FrameFolderError.animated(name: "f3.webp", frames: 2)) {
        try openSource(.path(folder.path))
      }
    }
  }

  @Test func framesComeInNaturalOrder() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...12)
      try folder.write("no picture", to: "README.txt")
      try folder.write("hidden", to: ".DS_Store")
      try FileManager.default.createDirectory(
        atPath: folder.appending("more").string, withIntermediateDirectories: false)
      #expect(mkfifo(folder.appending("pipe").string, 0o600) == 0)
      let source = try open(folder.path)
      #expect(source.info.kind == .frameFolder)
      #expect(source.info.size == PixelSize(width: 8, height: 8))
      #expect(source.info.alpha == .absent)
      #expect(try numbers(source) == Array(1...12))
      try source.seek(to: 9)
      #expect(try numbers(source) == [10, 11, 12])
    }
  }

  @Test func patternsChooseFiles() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.writePictures([7, 8, 9, 10]) { "g00\($0 < 10 ? "0" : "")\($0).png" }
      #expect(try numbers(open(folder.appending("f*.png"))) == [1, 2, 3])
      #expect(try numbers(open(folder.appending("[f]?.png"))) == [1, 2, 3])
      #expect(try numbers(open(folder.appending("g%04d.png"))) == [7, 8, 9, 10])
      #expect(
        try numbers(open(folder.appending("g%04d.png")) { $0.startNumber = 9 }) == [9, 10])
      #expect(throws: ReadingError.notFound) { try open(folder.appending("h*.png")) }
      #expect(throws: ReadingError.notFound) { try open(folder.appending("h%d.png")) }
      #expect(throws: ReadingError.notFound) {
        try open(folder.appending("none").appending("*.png"))
      }
      #expect(
        failure(folder.appending("f%d.png")) { $0.startNumber = 0 }
          == .gaps(missing: "0", count: 1))
    }
  }

  @Test func aFileWithAPatternsNameIsAFile() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([5]) { _ in "f%d[1]*.png" }
      #expect(try open(folder.appending("f%d[1]*.png")).info.kind == .png)
    }
  }

  @Test func missingNumbersAreNamed() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([1, 2, 4, 5, 8])
      #expect(failure(folder.path) == .gaps(missing: "3, 6-7", count: 3))
      let held = try open(folder.path) { $0.gaps = .hold }
      let frames = try remaining(held)
      #expect(frames.map(PictureFiles.number) == [1, 2, 2, 4, 5, 5, 5, 8])
      #expect(
        frames.map(\.changed.isEmpty) == [false, false, true, false, false, true, true, false])
      #expect(try numbers(open(folder.path) { $0.gaps = .skip }) == [1, 2, 4, 5, 8])
    }
  }

  @Test func aStrideIsNoGap() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([0, 5, 10, 15])
      #expect(try numbers(open(folder.path)) == [0, 5, 10, 15])
    }
  }

  @Test func oneNumberTwiceIsRefused() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([1, 2])
      try folder.writePictures([1]) { _ in "f01.png" }
      guard case .repeatedNumber(1, _, _)? = failure(folder.path) else {
        Issue.record("accepted")
        return
      }
    }
  }

  @Test func twinsAreNotFrames() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.writePictures(1...3, size: 16) { "f\($0)@2x.png" }
      #expect(try open(folder.path).info.size.width == 8)
      #expect(try numbers(open(folder.path)) == [1, 2, 3])
      let twins = try open(folder.path) { $0.inputScale = ExactDecimal(2) }
      #expect(twins.info.size.width == 16)
      #expect(try numbers(twins) == [1, 2, 3])
      #expect(
        failure(folder.path) { $0.inputScale = ExactDecimal(3) }
          == .noScale("3", available: ["1", "2"]))
    }
  }

  @Test func mixedSizesArePaddedContainedOrCut() throws {
    try TemporaryFolder.with { folder in
      try folder.write(PictureFiles.png(4, 2, 0xFF00_00FF), to: "1.png")
      try folder.write(PictureFiles.png(2, 6, 0xFF00_FF00), to: "2.png")
      let padded = try open(folder.path)
      #expect(padded.info.size == PixelSize(width: 4, height: 6))
      #expect(padded.info.alpha == .present)
      #expect(
        try remaining(padded).map(drawing) == [
          ["....", "....", "rrrr", "rrrr", "....", "...."],
          [".gg.", ".gg.", ".gg.", ".gg.", ".gg.", ".gg."],
        ])
      let contained = try open(folder.path) { $0.sizes = .contain }
      #expect(try remaining(contained).map(drawing)[1] == Array(repeating: ".gg.", count: 6))
      let cut = try open(folder.path) { $0.sizes = .crop }
      #expect(cut.info.alpha == .absent)
      #expect(try remaining(cut).map(drawing) == [["rr", "rr"], ["gg", "gg"]])
      guard case .mixedSizes? = failure(folder.path, { $0.sizes = .error }) else {
        Issue.record("accepted")
        return
      }
    }
  }

  @Test func smallerPicturesAreEnlargedToFit() throws {
    try TemporaryFolder.with { folder in
      try folder.write(PictureFiles.png(8, 4, 0xFF00_00FF), to: "1.png")
      try folder.write(PictureFiles.png(2, 2, 0xFF00_FF00), to: "2.png")
      let contained = try open(folder.path) { $0.sizes = .contain }
      #expect(
        try remaining(contained).map(drawing)[1] == Array(repeating: "..gggg..", count: 4))
    }
  }

  @Test func transparencyIsLookedFor() throws {
    try TemporaryFolder.with { folder in
      try folder.write(PictureFiles.png(4, 4), to: "1.png")
      try folder.write(PictureFiles.png(4, 4, 0x8000_00FF), to: "2.png")
      let source = try open(folder.path)
      #expect(source.info.alpha == .possible)
      #expect(try source.detectAlpha())
      #expect(try remaining(source).count == 2)
    }
  }

  @Test func animationsAreNotFrames() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures([1])
      try folder.write(GIFBuilder.random(seed: 1, frames: 3), to: "f2.gif")
      #expect(failure(folder.path) == .animated(name: "f2.gif", frames: 3))
      try folder.write(GIFBuilder.random(seed: 1, frames: 1), to: "f2.gif")
      #expect(try open(folder.path).info.frames.count == 2)
    }
  }

  @Test func aPictureThatCannotBeReadIsNamed() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...3)
      try folder.write([], to: "f2.png")
      guard case .picture("f2.png", _, _, _, _)? = failure(folder.path) else {
        Issue.record("accepted")
        return
      }
      // Complete headers with truncated data: found during decoding.
      let png = PictureFiles.png(64, 64, 0xFF12_3456)
      try folder.write(Array(png.dropLast(40)), to: "f2.png")
      let source = try open(folder.path)
      #expect(throws: FrameFolderError.self) { try remaining(source) }
    }
  }

  @Test func anEmptyFolderHasNoFrames() throws {
    try TemporaryFolder.with { folder in
      #expect(throws: ReadingError.noFrames) { try open(folder.path) }
      try folder.write("words", to: "words.txt")
      #expect(throws: ReadingError.noFrames) { try open(folder.path) }
    }
  }

  @Test func limitsAreCheckedBeforeDecoding() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(1...4)
      var options = ReadingOptions()
      options.limits.maxFrames = 3
      #expect(throws: ReadingError.self) {
        try openSource(.path(folder.path), options: options)
      }
      // A short list can request one large picture any number of times.
      try folder.write(String(repeating: "f1.png\n", count: 100), to: "list.txt")
      options.limits.maxFrames = 100
      options.limits.maxTotalPixels = 6400
      _ = try openSource(.path(folder.appending("list.txt")), options: options)
      options.limits.maxTotalPixels = 6399
      #expect(
        throws: ReadingError.limitExceeded(limit: .totalPixels, value: 6400, allowed: 6399)
      ) { try openSource(.path(folder.appending("list.txt")), options: options) }
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func foldersOfTheCorpusAreJudged() throws {
    #expect(failure(Corpus.path("hostile/frames-gap")) == .gaps(missing: "4, 6-7", count: 3))
    let mixed = try open(Corpus.path("hostile/frames-mixed")) { $0.gaps = .skip }
    #expect(mixed.info.notes.contains { $0.description.hasPrefix("pictures of several sizes") })
  }
}
