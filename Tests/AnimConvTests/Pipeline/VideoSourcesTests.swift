import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// The work saved when an animation becomes several videos.
@Suite struct VideoSourcesTests {
  /// Transparency is flattened; times are those of 25 frames per second.
  private func convert(
    to path: FilePath, crf: Int, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    let gif = SourceTree.root.appending("Tests/Fixtures/orbit.gif")
    var conversion = Conversion(input: .path(gif), output: .file(path))
    conversion.video.crf = Double(crf)
    conversion.shaping.alpha = .matte
    conversion.timing.schedule = .constant(FrameRate(25))
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  private func saving(_ reports: Conversion.Report...) -> String? {
    VideoSources(reports)?.saving?.text(.options)
  }

  @Test func aLineSaysWhatTheFirstCodecSaves() throws {
    try TemporaryFolder.with { folder in
      let small = try convert(to: folder.appending("a.webm"), crf: 63)
      let large = try convert(to: folder.appending("b.mp4"), crf: 1)
      let (few, many) = (small.outputs[0].byteCount, large.outputs[0].byteCount)
      #expect(few * 5 <= many * 4, "\(few) of \(many)")
      let share = 100 - few * 100 / many
      #expect(
        saving(large, small)
          == "VP9 has \(share) % fewer bytes than H.264, each at its own quality")
    }
  }

  @Test func whatIsNoChoiceBetweenCodecsIsNotCompared() throws {
    try TemporaryFolder.with { folder in
      let small = try convert(to: folder.appending("small.webm"), crf: 63)
      let best = try convert(to: folder.appending("best.webm"), crf: 4)
      let large = try convert(to: folder.appending("large.mp4"), crf: 1)
      #expect(saving(small, large) != nil)
      // Of one codec.
      #expect(small.outputs[0].byteCount * 5 <= best.outputs[0].byteCount * 4)
      #expect(saving(small, best) == nil)
      #expect(saving(small, best, large) == nil)
      #expect(VideoSources([small, best])?.sources.count == 2)
      // They differ in size, frames, range and transparency.
      let changes: [(String, (inout Conversion) -> Void)] = [
        ("size", { $0.shaping.scale = .pixelFactor(2) }),
        (
          "part",
          {
            $0.shaping.crop = PixelRect(x: 0, y: 0, width: 80, height: 60)
            $0.shaping.scale = .size(PixelSize(width: 99, height: 67))
            $0.shaping.fit = .exact
          }
        ),
        ("frames", { $0.timing.edits.every = 2 }),
        ("order", { $0.timing.edits.direction = .reverse }),
        ("alpha", { $0.shaping.alpha = .stacked }),
      ]
      for (name, change) in changes {
        let other = try convert(to: folder.appending("\(name).mp4"), crf: 1, change)
        #expect(small.outputs[0].byteCount * 5 <= other.outputs[0].byteCount * 4)
        #expect(saving(small, other) == nil, "\(name)")
      }
      let clear = try convert(to: folder.appending("clear.webm"), crf: 63) {
        $0.shaping.alpha = .keep
      }
      #expect(clear.outputs[0].byteCount * 5 <= large.outputs[0].byteCount * 4)
      #expect(saving(clear, large) == nil)
    }
  }

  @Test func ofAPairBothFilesCount() throws {
    try TemporaryFolder.with { folder in
      func pair(_ name: String, crf: Int, _ codec: VideoCodec) throws -> Conversion.Report {
        try convert(to: folder.appending(name), crf: crf) {
          $0.video.codec = codec
          $0.shaping.alpha = .pair
        }
      }
      let small = try pair("small.mp4", crf: 51, .hevc)
      let large = try pair("large.mp4", crf: 1, .h264)
      let bytes = [small, large].map { $0.outputs.reduce(0) { $0 + $1.byteCount } }
      #expect(small.outputs.count == 2)
      #expect(
        saving(small, large)
          == "HEVC has \(100 - bytes[0] * 100 / bytes[1]) % fewer bytes than H.264, each at its own "
          + "quality")
    }
  }
}
