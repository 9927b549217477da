import Foundation
import Libav
import SystemPackage
import TestSupport
import Testing

@testable import Reading

/// Complete headers are trusted, and agree with the facts that FFmpeg finds by decoding.
@Suite struct HeaderTrustTests {
  private static let colors = [
    "-color_range", "tv", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace",
    "bt709",
  ]
  private static let square = ["-vf", "setsar=1"]

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var options: [String]
    var isTrusted: Bool
    var testDescription: String { "\(name) \(options.joined(separator: " "))" }
  }

  static let cases: [Case] = [
    Case(name: "a.mp4", options: colors + square + ["-bf", "3"], isTrusted: true),
    // The colour tags of a MOV do not include the range.
    Case(name: "b.mov", options: colors + square + ["-bf", "0", "-g", "3"], isTrusted: false),
    Case(
      name: "c.mp4", options: colors + ["-vf", "setsar=4/3", "-profile:v", "main"],
      isTrusted: true),
    Case(
      name: "d.mp4", options: colors + square + ["-profile:v", "baseline", "-refs", "4"],
      isTrusted: true),
    Case(
      name: "e.mp4", options: colors + square + ["-movflags", "frag_keyframe+empty_moov"],
      isTrusted: false),
    Case(name: "f.mp4", options: square, isTrusted: false),
    Case(
      name: "g.mp4", options: colors + square + ["-pix_fmt", "yuv444p"], isTrusted: false),
    Case(
      name: "h.mp4", options: colors + square + ["-pix_fmt", "yuv420p10le"], isTrusted: false),
    Case(
      name: "i.mp4", options: colors + ["-vf", "setsar=1,setfield=tff", "-flags", "+ilme+ildct"],
      isTrusted: false),
    Case(name: "j.mkv", options: colors + square, isTrusted: false),
  ]

  @Test(arguments: cases)
  func headersAgreeWithDecoding(_ made: Case) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(made.name, in: folder, ["-c:v", "libx264"] + made.options)
      try Self.compare(path, isTrusted: made.isTrusted)
    }
  }

  @Test(arguments: ["h264", "hevc"])
  func fullRangeIsFoundOut(codec: String) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mp4", in: folder,
        ["-c:v", codec == "h264" ? "libx264" : "libx265", "-pix_fmt", "yuvj420p"] + Self.square)
      try Self.compare(path, isTrusted: false)
    }
  }

  /// The stream's size and colours take precedence over the file's headers.
  @Test(arguments: [
    ("avc1", 24, [0, 16, 0, 16]), ("avc1", 24, [0, 64, 0, 60]), ("nclx", 0, [0, 6, 0, 6, 0, 6]),
    ("pasp", 0, [0, 0, 0, 3, 0, 0, 0, 2]),
  ])
  func headersThatDisagreeAreNotTrusted(box: String, offset: Int, value: [UInt8]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mp4", in: folder, ["-c:v", "libx264"] + Self.colors + Self.square)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
      let name = Array(box.utf8)
      // Names of formats at the start of the file look like boxes.
      let start = try #require(
        bytes.indices.first { bytes[$0...].starts(with: name) && $0 > 64 })
      let place = start + 4 + offset
      bytes.replaceSubrange(place..<place + value.count, with: value)
      let changed = folder.appending("b.mp4")
      try Data(bytes).write(to: URL(fileURLWithPath: changed.string))
      try Self.compare(changed, isTrusted: box == "pasp")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func filesOfTheCorpusAreWhatDecodingFinds() throws {
    let corpus = Corpus.path("")
    let files = try FileManager.default.subpathsOfDirectory(atPath: corpus.string)
      .filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mov") }
    #expect(files.count > 10)
    for file in files {
      let path = corpus.appending(file)
      guard (try? ClipSight.open(path, mayTrustHeaders: false)) != nil else { continue }
      try Self.compare(path, isTrusted: nil)
    }
  }

  private static func compare(_ path: FilePath, isTrusted: Bool?) throws {
    let believed = try ClipSight.open(path)
    let examined = try ClipSight.open(path, mayTrustHeaders: false)
    if let isTrusted { #expect(believed.trustsHeaders == isTrusted) }
    #expect(!examined.trustsHeaders)
    #expect(believed.facts == examined.facts, "\(path)")
    let packets = try ClipSight.packets(believed)
    #expect(try packets == ClipSight.packets(examined), "\(path)")
    for packet in packets {
      guard let time = packet.start else { continue }
      let seeks = (try? believed.seek(to: time)) != nil
      #expect(seeks == ((try? examined.seek(to: time)) != nil))
      if !seeks { continue }
      #expect(
        try ClipSight.packets(believed, atMost: 3) == ClipSight.packets(examined, atMost: 3),
        "\(path), from \(time)")
    }
  }
}
