import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Real, damaged and hostile PNGs.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct PNGCorpusTests {
  /// Browsers show no frame of these files, because the animation's chunks break the rules before the
  /// first frame is complete. The default image is shown, as the specification recommends.
  static let stillInstead: Set<String> = [
    "pillow/apng/chunk_no_fctl.png", "pillow/apng/chunk_repeat_fctl.png",
    "pillow/apng/sequence_fdat_fctl.png", "pillow/apng/sequence_start.png",
  ]

  /// The hash over all frames of our straight pixels, for files whose pixels the browser changed by
  /// premultiplying them. If our pixels are premultiplied as well, every frame is equal.
  static let premultiplied: [String: String] = [
    "apngasm/apngasm.png": "2cb28a3d692699e52c318d1da869fcfc8eecd8ae41e2a2818510c7c1f0b93a14"
  ]

  @Test func animationsAreThoseOfTheBrowser() throws {
    let records = try BrowserRecord.all(suffix: "png")
    #expect(records.count == 56)
    for record in records {
      if record.error != nil || (record.frames ?? []).isEmpty,
        !Self.stillInstead.contains(record.file)
      {
        #expect(throws: ReadingError.self, "\(record.file)") { try source(record.file) }
      } else if Self.stillInstead.contains(record.file) {
        let shown = try source(record.file)
        #expect(shown.info.kind == .png, "\(record.file)")
        #expect(shown.info.warnings.contains { $0.kind == .damagedFrame }, "\(record.file)")
        #expect(try shown.allPixels().count == 1)
      } else {
        try compare(record, with: source(record.file))
      }
    }
  }

  private func compare(_ record: BrowserRecord, with source: any FrameSource) throws {
    let expected = try #require(record.frames)
    #expect(source.info.frames.count == expected.count, "\(record.file)")
    switch record.plays {
    case .count(let count): #expect(source.info.plays == .plays(count), "\(record.file)")
    case .forever: #expect(source.info.plays == .forever, "\(record.file)")
    case nil: break
    }
    var all: [UInt8] = []
    for (index, frame) in try remaining(source).enumerated() {
      // The browser reports no delay for a still image, even if the file has one.
      if let delay = expected[index].delay,
        case .declared(ticks: let ticks, timebase: let base) =
          source.info.frames[index].delay
      {
        #expect(ticks * base.numerator * 1_000_000 / base.denominator == delay, "\(record.file)")
      }
      all += pixels(frame)
      // A frame that the browser reports as damaged is shown as far as it is intact.
      if Self.premultiplied[record.file] == nil, let hash = expected[index].sha256 {
        #expect(frame.pixels.withBytes(sha256) == hash, "\(record.file) frame \(index)")
      }
    }
    if let hash = Self.premultiplied[record.file] {
      #expect(all.withUnsafeBytes(sha256) == hash, "\(record.file)")
    }
  }

  /// The decoder ignores colour spaces, so the chunks that describe them are omitted.
  @Test func stillPicturesAreThoseOfAPlainDecoder() throws {
    let file = SourceTree.root.appending("Tests/Goldens/still-png.sha256")
    let lines = try String(contentsOfFile: file.string, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 167)
    for line in lines {
      let (hash, name) = (line.prefix(64), String(line.dropFirst(66)))
      let bytes = Self.withoutColors(try Corpus.bytes(of: name))
      let frames = try remaining(openSource(.bytes(bytes, name: name)))
      #expect(frames.count == 1, "\(name)")
      #expect(frames[0].pixels.withBytes(sha256) == hash, "\(name)")
    }
  }

  private static func withoutColors(_ png: [UInt8]) -> [UInt8] {
    var rest = Array(png.prefix(8))
    var offset = 8
    while offset + 12 <= png.count {
      let count = 12 + Int(png[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
      let type = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
      if !["gAMA", "cHRM", "iCCP", "sRGB", "cICP"].contains(type) {
        rest += png[offset..<min(offset + count, png.count)]
      }
      offset += count
    }
    return rest
  }

  @Test(arguments: ["swift-png/Invalid", "swift-png/iOS"])
  func corruptFilesAreRefused(folder: String) throws {
    let files = Corpus.files(under: folder, suffix: ".png")
    #expect(!files.isEmpty)
    for file in files {
      #expect(throws: ReadingError.self, "\(file)") { try remaining(source(file)) }
    }
  }

  @Test func everyOtherFileIsReadOrRefused() throws {
    for folder in ["hostile", "mutants", "pillow", "pixijs", "apngasm", "avanimator"] {
      for file in Corpus.files(under: folder, suffix: "png") {
        do {
          let source = try source(file)
          #expect(try remaining(source).count == source.info.frames.count)
        } catch is any StageFailure {}
      }
    }
  }

  @Test func bombsAreRefusedOrDoNotGrow() throws {
    #expect(
      throws: ReadingError.limitExceeded(
        limit: .pixels, value: 3_600_000_000, allowed: 268_435_456)
    ) { try source("hostile/bomb/idat.png") }
    #expect(throws: ReadingError.self) { try source("hostile/bomb/dims.png") }
    // Texts and profiles are not inflated, so these are small pictures.
    for file in ["text", "iccp", "actl", "fctl"] {
      #expect(try remaining(source("hostile/bomb/\(file).png")).count == 1, "\(file)")
    }
  }

  private func source(_ file: String) throws -> any FrameSource {
    try openSource(.path(Corpus.path(file)))
  }
}
