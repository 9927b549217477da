import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Data after the end of a container is reported.
@Suite struct ContainerEndTests {
  private static let kinds: [(name: String, format: String, options: [String])] = [
    ("a.mp4", "MP4", ["-c:v", "libx264"]), ("b.mov", "MP4", ["-c:v", "png"]),
    ("c.mp4", "MP4", ["-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov"]),
    ("d.avi", "AVI", ["-c:v", "mjpeg"]),
    ("e.avif", "AVIF", ["-c:v", "libaom-av1", "-cpu-used", "8"]),
  ]

  private static let gif: [UInt8] = {
    var gif = GIFBuilder(2, 2)
    gif.frame(.init(w: 2, h: 2, fill: 1, delay: 5))
    gif.end()
    return gif.bytes
  }()

  @Test(arguments: kinds.indices)
  func reportsTrailingData(index: Int) throws {
    let kind = Self.kinds[index]
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(kind.name, in: folder, count: 4, kind.options)
      let bytes = try TemporaryFolder.bytes(of: path)
      func warnings(_ bytes: [UInt8], isStrict: Bool = false) throws -> [String] {
        var options = ReadingOptions()
        options.isStrict = isStrict
        let source = try openSource(.bytes(bytes, name: kind.name), options: options)
        return source.info.warnings.map(\.detail)
      }
      let own = try warnings(bytes)
      #expect(!own.contains { $0.contains("before the file does") })
      let foreign = Self.gif + Self.gif
      for (rest, what) in [
        (Self.gif, "what follows, a GIF, is not read"), ([1, 2, 3], "the rest is not read"),
        (Array("a note at the end".utf8), "the rest is not read"),
      ] {
        let count = rest.count
        #expect(
          try warnings(bytes + rest) == own + [
            "the \(kind.format) ends \(count) bytes before the file does; \(what)"
          ], "\(kind.name)")
      }
      if kind.format != "AVI" {
        let second = try warnings(bytes + bytes)
        #expect(
          second.last?.hasPrefix("the \(kind.format) ends \(bytes.count) bytes before") == true)
      }
      #expect(throws: ReadingError.self) { try warnings(bytes + foreign, isStrict: true) }
    }
  }
}
