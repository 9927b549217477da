import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// The decoders that may run on untrusted files.
@Suite struct VideoDecoderTests {
  @Test func aCodecThatIsNotListedIsRefusedByItsNameWithAWayOut() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mov", in: folder, count: 2, ["-c:v", "avrp", "-pix_fmt", "gbrp10"])
      #expect {
        _ = try openSource(.path(path))
      } throws: { error in
        guard case ReadingError.unsupported(let detail, let remedy?) = error else { return false }
        return "\(detail)".contains("the codec avrp is not read")
          && "\(remedy)".contains("-c:v ffv1")
      }
    }
  }

  /// The contents of such files are known only after decoding.
  @Test(arguments: [
    ("a.flv", "flashsv", "bgr24"), ("b.avi", "zmbv", "bgr0"), ("c.ts", "dirac", "yuv420p"),
    ("d.mov", "png", "rgba"), ("e.mov", "r210", "gbrp10le"), ("f.avi", "asv1", "yuv420p"),
  ])
  func codecsOfRecordersAndOfEditingAreRead(name: String, codec: String, layout: String) throws {
    try TemporaryFolder.with { folder in
      let encoder = codec == "dirac" ? "vc2" : codec
      let path = try MadeVideo.make(
        name, in: folder, count: 3, ["-c:v", encoder, "-pix_fmt", layout])
      let source = try openSource(.path(path))
      #expect(source.info.video?.codec == codec)
      #expect(try remaining(source).count == 3)
    }
  }
}
