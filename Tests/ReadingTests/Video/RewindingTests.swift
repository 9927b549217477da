import Foundation
import Libav
import SystemPackage
import TestSupport
import Testing

@testable import Reading

/// Going back to the first packet without opening the file again.
@Suite struct RewindingTests {
  /// What is known of a packet before it is decoded.
  private struct Sight: Equatable {
    var start: Int64?
    var decoding: Int64?
    var duration: Int64
    var bytes: [UInt8]
    var isKey: Bool
    var isDiscarded: Bool
  }

  private static func open(_ path: FilePath) throws -> ClipDemuxer {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
    let stream = try ByteStream(byteCount: Int64(bytes.count)) { offset, buffer in
      let part = bytes[min(Int(offset), bytes.count)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return try ClipDemuxer(
      stream, format: path.extension == "mkv" ? "matroska" : "mov",
      decoders: VideoFileFormat.decoders)
  }

  private static func packets(_ demuxer: ClipDemuxer, atMost count: Int = .max) throws -> [Sight] {
    let packet = try Packet()
    var seen: [Sight] = []
    while seen.count < count, try demuxer.read(into: packet) {
      seen.append(
        Sight(
          start: packet.presentationTime, decoding: packet.decodingTime, duration: packet.duration,
          bytes: packet.withBytes { Array($0) }, isKey: packet.isKey,
          isDiscarded: packet.isDiscarded))
      packet.clear()
    }
    return seen
  }

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
      let fresh = try Self.packets(try Self.open(path))
      #expect(fresh.count >= 7 && fresh[0].isKey)
      #expect(fresh[0].isDiscarded == (name == "e.mp4"))
      for count in [0, 1, 5, Int.max] {
        let demuxer = try Self.open(path)
        _ = try Self.packets(demuxer, atMost: count)
        #expect(demuxer.rewind() == rewinds)
        if rewinds { #expect(try Self.packets(demuxer) == fresh, "after \(count) packets") }
      }
    }
  }

  /// A second packet with the time of the first leaves it open where seeking leads.
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
      #expect(try !Self.open(changed).rewind())
    }
  }
}
