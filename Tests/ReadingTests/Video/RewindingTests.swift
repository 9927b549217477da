import Foundation
import Libav
import SystemPackage
import TestSupport
import Testing

@testable import Reading

/// Returning to the first packet without opening the file again.
@Suite struct RewindingTests {
  static let files: [(name: String, options: [String], rewinds: Bool)] = [
    ("a.mp4", ["-bf", "3"], true),
    ("b.mov", ["-bf", "0", "-g", "3"], true),
    ("c.mp4", ["-bf", "2", "-g", "4", "-movflags", "frag_keyframe+empty_moov"], true),
    ("d.mkv", ["-bf", "2"], false),
    // Its first packets are decoded and not shown.
    ("e.mp4", ["-bf", "2", "-g", "100"], false),
  ]

  @Test(arguments: files)
  func thePacketsAreThoseOfAFreshOpening(
    name: String, options: [String], rewinds: Bool
  ) throws {
    try TemporaryFolder.with { folder in
      var path = try MadeVideo.make(name, in: folder, ["-c:v", "libx264"] + options)
      if name == "e.mp4" {
        let whole = path
        path = folder.appending("cut.mp4")
        _ = try Command.run(
          ["ffmpeg", "-v", "error", "-ss", "0.5", "-i", whole.string, "-c", "copy", path.string])
      }
      let fresh = try ClipSight.packets(try ClipSight.open(path))
      #expect(fresh.count >= 7 && fresh[0].isKey)
      #expect(fresh[0].isDiscarded == (name == "e.mp4"))
      for count in [0, 1, 5, Int.max] {
        let demuxer = try ClipSight.open(path)
        _ = try ClipSight.packets(demuxer, atMost: count)
        #expect(demuxer.rewind() == rewinds)
        if rewinds { #expect(try ClipSight.packets(demuxer) == fresh, "after \(count) packets") }
      }
    }
  }

  /// If a second packet has the time of the first, the result of seeking is ambiguous.
  @Test func aFileWhoseSamplesTakeNoTimeIsOpenedAgain() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make("a.mp4", in: folder, ["-c:v", "libx264", "-bf", "0"])
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
      let name = Array("stts".utf8)
      let box = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
      // Version and flags, the number of entries, then the count and the duration of the first.
      bytes.replaceSubrange(box + 16..<box + 20, with: [0, 0, 0, 0])
      let changed = folder.appending("changed.mp4")
      try Data(bytes).write(to: URL(fileURLWithPath: changed.string))
      #expect(try !ClipSight.open(changed).rewind())
    }
  }
}
