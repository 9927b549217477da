import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Reading
@testable import Writing

/// The messages at the end of a conversion.
@Suite struct ReportNotesTests {
  private func convert(
    _ bytes: [UInt8], to path: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .bytes(bytes, name: "test.gif"), output: .file(path))
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  @Test func anOutputLargerThanTheInputNamesASettingThatHelps() throws {
    try TemporaryFolder.with { folder in
      let input = ConverterTests.animation(transparent: false)
      let report = try convert(input, to: folder.appending("a.mp4"))
      let size = report.outputs[0].byteCount
      #expect(size > input.count)
      let crf = try #require(report.outputs[0].planned.encoding?.crf)
      #expect(
        report.notes.map { $0.text(.options) } == [
          "\(size) bytes are more than the \(input.count) of the input; a higher --crf saves bytes, "
            + "such as --crf \(crf + 8), and a .webp is exact and usually smaller than the input"
        ])
      let smaller = try convert(input, to: folder.appending("b.mp4")) {
        $0.video.crf = Double(crf + 8)
      }
      #expect(smaller.outputs[0].byteCount < size)
    }
  }

  @Test func anOutputNoLargerThanTheInputNeedsNoNote() throws {
    try TemporaryFolder.with { folder in
      var gif = GIFBuilder(64, 64)
      for index in 0..<3 { gif.frame(.init(w: 64, h: 64, fill: UInt8(index), delay: 10)) }
      for _ in 0..<200 { gif.comment([UInt8](repeating: 0x78, count: 200)) }
      gif.end()
      let report = try convert(gif.bytes, to: folder.appending("a.mp4"))
      #expect(report.notes.isEmpty)
    }
  }

  /// In WebM, transparency depends on the codec, not on the container.
  @Test func theNoteOfAFlattenedVideoNamesWhatKeepsTransparency() throws {
    let keepers: [(VideoContainer, VideoCodec, String)] = [
      (.webm, .av1, "VP9"), (.mov, .h264, "ProRes 4444"), (.mp4, .h264, "WebM"),
    ]
    for (container, codec, keeper) in keepers {
      var conversion = Conversion(
        input: .bytes(ConverterTests.animation(), name: "test.gif"),
        output: .file(FilePath("out.\(container.rawValue)")))
      conversion.video.codec = codec
      let notes = try ConversionJob(conversion).plan().notes.map(\.description)
      #expect(notes.contains { $0.hasSuffix(", \(keeper) keeps transparency") }, "\(notes)")
    }
  }

  @Test func everyPageOfASheetCountsItsOwnFrames() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        ConverterTests.animation(transparent: false), to: folder.appending("a.png")
      ) {
        $0.sheet.maxSize = 50
        $0.sheet.layout = .grid
      }
      let plan = try #require(report.plan.content as? SheetPlan)
      let atlas = plan.sheets[0].atlas
      let expected = atlas.pages.indices.map { page in atlas.frames.count { $0.page == page } }
      #expect(expected.count > 1)
      let counts = report.outputs.filter { $0.planned.content == .page }.map(\.frameCount)
      #expect(counts == expected)
      #expect(counts.reduce(0, +) == 4)
    }
  }
}
