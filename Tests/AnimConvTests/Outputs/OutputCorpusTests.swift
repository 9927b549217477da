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

/// Converts every animated GIF, APNG and WebP of the corpus to sheets and folders and back: frames,
/// times and plays stay the same.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct OutputCorpusTests {
  /// Pixels of all frames together; larger files would take minutes in a debug build.
  private static let largest = 4_000_000

  /// The result of the first reading.
  private struct Reading {
    var file: String
    var pictures: [[UInt32]]
    var durations: [RationalTime?]
    var size: PixelSize
    var plays: LoopCount
  }

  private static func readings() throws -> [Reading] {
    var readings: [Reading] = []
    for suffix in [".gif", ".png", ".apng", ".webp"] {
      for file in Corpus.files(suffix: suffix) {
        if file.hasPrefix("hostile") || file.hasPrefix("mutants") { continue }
        guard let source = try? openSource(.path(Corpus.path(file))),
          [.gif, .apng, .webp].contains(source.info.kind),
          source.info.size.area * source.info.frames.count <= largest,
          let pictures = try? source.allPixels(), source.warnings.isEmpty
        else { continue }
        let info = source.info
        guard let timeline = try? info.defaultPolicy.resolve(info.frames.map(\.delay)).timeline
        else { continue }
        readings.append(
          Reading(
            file: file, pictures: pictures,
            durations: (0..<timeline.count).map { timeline.durationTime(of: $0) },
            size: info.size, plays: info.plays))
      }
    }
    return readings
  }

  private func convert(
    _ reading: Reading, to path: FilePath, _ change: (inout Conversion) -> Void
  ) throws {
    var conversion = Conversion(
      input: .path(Corpus.path(reading.file)), output: .file(path))
    change(&conversion)
    _ = try ConversionJob(conversion).run()
  }

  private func expect(_ path: FilePath, shows reading: Reading, checksPlays: Bool = true) throws {
    let source = try openSource(.path(path))
    #expect(source.info.size == reading.size, "\(reading.file)")
    #expect(source.info.frames.map(\.delay.time) == reading.durations, "\(reading.file)")
    #expect(try source.allPixels() == reading.pictures, "\(reading.file)")
    if checksPlays { #expect(source.info.plays == reading.plays, "\(reading.file)") }
  }

  @Test func sheetsOfEveryLayoutHoldEveryFrameAndItsTime() throws {
    let readings = try Self.readings()
    #expect(readings.count > 60)
    for (index, reading) in readings.enumerated() {
      try TemporaryFolder.with { folder in
        for layout in SheetWritingOptions.Layout.allCases {
          let name = layout.rawValue
          try convert(reading, to: folder.appending("\(name).png")) {
            $0.sheet.layout = layout
            $0.sheet.maxSize = 16_384
            $0.sheet.padding = index % 3
            $0.sheet.allowsRotation = layout == .packed
            $0.sheet.mergesDuplicates = index % 2 == 0
          }
          if folder.names.contains("\(name).json") {
            try expect(folder.appending("\(name).json"), shows: reading, checksPlays: false)
          } else {
            try expect(folder.appending("\(name)-0.json"), shows: reading, checksPlays: false)
          }
        }
      }
    }
  }

  @Test func foldersAndArchivesHoldEveryFrameAndItsTime() throws {
    for reading in try Self.readings() {
      try TemporaryFolder.with { folder in
        try convert(reading, to: folder.appending("frames")) { $0.kind = .frameFolder }
        try expect(folder.appending("frames"), shows: reading)
        try convert(reading, to: folder.appending("u.zip")) { _ in }
        try expect(folder.appending("u.zip"), shows: reading, checksPlays: false)
      }
    }
  }
}
