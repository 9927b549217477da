import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages
@testable import Writing

/// The tags, chapters, languages and other tracks of a video after conversion, judged by ffprobe.
@Suite struct VideoContentsTests {
  /// 2 s at 10 frames per second, with everything that a container can store.
  private func made(in folder: TemporaryFolder) throws -> FilePath {
    let tags = folder.appending("tags.txt")
    try Data(
      """
      ;FFMETADATA1
      title=A walk\u{1B}[31m in the \u{202E}park
      comment=first take
      artist=Somebody
      creation_time=2020-05-06T07:08:09.000000Z
      mood=calm
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=700
      title=Out
      [CHAPTER]
      TIMEBASE=1/1000
      START=700
      END=2000
      title=Back
      """.utf8
    ).write(to: URL(fileURLWithPath: tags.string))
    let words = folder.appending("words.srt")
    try Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8)
      .write(to: URL(fileURLWithPath: words.string))
    let path = folder.appending("all.mkv")
    _ = try Command.run(
      ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=2"]
        + ["-f", "lavfi", "-i", "sine=duration=2", "-i", tags.string, "-i", words.string]
        + ["-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "3", "-map_metadata", "2"]
        + ["-map_chapters", "2", "-metadata:s:v", "language=fra", "-metadata:s:a:0"]
        + ["language=deu", "-metadata:s:a:1", "language=eng", "-metadata:s:s", "language=spa"]
        + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "flac", "-c:s", "srt", path.string])
    return path
  }

  private struct Probe: Decodable {
    struct Format: Decodable { let tags: [String: String]? }
    struct Stream: Decodable {
      let codec_type: String
      let tags: [String: String]?
    }
    struct Chapter: Decodable {
      let start_time: String
      let end_time: String
      let tags: [String: String]?
    }
    let format: Format
    let streams: [Stream]
    let chapters: [Chapter]

    /// With names in lower case, because FFmpeg ignores case.
    var tags: [String: String] {
      Dictionary(
        (format.tags ?? [:]).map { ($0.key.lowercased(), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }

    func language(_ kind: String) -> String? {
      streams.first { $0.codec_type == kind }?.tags?["language"]
    }

    var spans: [String] {
      chapters.map {
        "\(Double($0.start_time)!) \(Double($0.end_time)!) \($0.tags?["title"] ?? "")"
      }
    }
  }

  private func probe(_ path: FilePath) throws -> Probe {
    try JSONDecoder().decode(
      Probe.self,
      from: Data(
        Command.run(
          "ffprobe", "-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of",
          "json",
          path.string)))
  }

  @discardableResult
  private func convert(
    _ input: FilePath, to path: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [String] {
    var conversion = Conversion(input: .path(input), output: .file(path))
    if path.string.hasSuffix("webm") { conversion.video.codec = .vp8 }
    change(&conversion)
    return try ConversionJob(conversion).run().plan.notes.map { $0.text(.options) }
  }

  @Test(arguments: ["mp4", "mov", "webm"])
  func keepsTagsChaptersAndLanguages(_ ending: String) throws {
    try TemporaryFolder.with { folder in
      let output = folder.appending("out.\(ending)")
      let notes = try convert(made(in: folder), to: output) {
        if ending == "mov" { $0.video.codec = .prores }
      }
      let found = try probe(output)
      #expect(found.tags["title"] == "A walk[31m in the park")
      #expect(found.tags["comment"] == "first take")
      #expect(found.tags["artist"] == "Somebody")
      #expect(found.tags["creation_time"]?.hasPrefix("2020-05-06T07:08:09") == true)
      #expect(found.spans == ["0.0 0.7 Out", "0.7 2.0 Back"])
      #expect(["fra", "fre"].contains(found.language("video") ?? ""))
      #expect(["deu", "ger"].contains(found.language("audio") ?? ""))
      let lost = try #require(notes.first { $0.hasPrefix("not kept from the input") })
      #expect(lost.contains("1 subtitle track (subrip spa)"))
      #expect(lost.contains("mood") == (ending != "webm"))
      #expect(!lost.contains("encoder"))
    }
  }

  /// ffprobe lists the languages in the file; a note lists the others.
  @Test(arguments: ["jpn", "deu", "swe", "glg", "hrv", "afr"])
  func aLanguageIsInAMOVOrTold(_ language: String) throws {
    try TemporaryFolder.with { folder in
      let input = try MadeVideo.make(
        "in.mkv", in: folder, count: 3, ["-c:v", "ffv1", "-metadata:s:v", "language=\(language)"])
      let output = folder.appending("out.mov")
      let notes = try convert(input, to: output) { $0.video.codec = .prores }
      let isTold = notes.contains { $0.contains("the language \(language) is left out") }
      #expect((try probe(output).language("video") == nil) == isTold)
    }
  }

  @Test func tellsWhatPicturesCannotHold() throws {
    try TemporaryFolder.with { folder in
      let notes = try convert(made(in: folder), to: folder.appending("out.gif"))
      #expect(
        notes.contains(
          "not kept from the input: tags (artist, comment, creation_time, mood, title), 2 chapters, "
            + "1 subtitle track (subrip spa)"))
    }
  }

  @Test func chaptersOfRangesAreShifted() throws {
    try TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      try convert(made(in: folder), to: output) {
        $0.timing.edits.range = .times(from: .milliseconds(500), to: .milliseconds(1500))
      }
      #expect(try probe(output).spans == ["0.0 0.2 Out", "0.2 1.0 Back"])
    }
  }

  @Test func chaptersOfOtherTimesAreLeftOutWithANote() throws {
    try TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      let notes = try convert(made(in: folder), to: output) {
        $0.timing.edits.direction = .reverse
      }
      #expect(try probe(output).chapters.isEmpty)
      #expect(try probe(output).tags["artist"] == "Somebody")
      #expect(notes.contains("the chapters are left out: the frames play in another order"))
    }
  }

  /// Technical tags alone do not cause a suggestion of another container.
  @Test func videosWithoutTagsStayAsTheyAre() throws {
    try TemporaryFolder.with { folder in
      let input = try MadeVideo.make(
        "plain.mp4", in: folder, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
      let output = folder.appending("out.mp4")
      let notes = try convert(input, to: output)
      #expect(!notes.contains { $0.hasPrefix("not kept") })
      let kept = Set(try probe(output).tags.keys)
      #expect(kept.isSubset(of: ["major_brand", "minor_version", "compatible_brands"]))
    }
  }

  @Test func videoWithLanguageOnlyKeepsIt() throws {
    try TemporaryFolder.with { folder in
      let input = try MadeVideo.make(
        "plain.mp4", in: folder,
        ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-metadata:s:v", "language=jpn"])
      let output = folder.appending("out.mp4")
      try convert(input, to: output)
      #expect(try probe(output).language("video") == "jpn")
    }
  }

  @Test func hostileTagsAreBounded() throws {
    try TemporaryFolder.with { folder in
      let input = folder.appending("in.mkv")
      var options = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]
      for name in ["a", "b", "c"] {
        options += ["-metadata", "\(name)=\(String(repeating: name, count: 30_000))"]
      }
      let made = try MadeVideo.make("in.mkv", in: folder, options)
      #expect(made == input)
      let source = try openSource(.path(input), options: ReadingOptions())
      let contents = try #require(source.info.video?.contents)
      #expect(contents.tags.count == 2)
      #expect(contents.omittedTags == 1)
    }
  }
}
