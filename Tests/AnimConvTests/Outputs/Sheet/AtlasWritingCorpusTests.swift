import AnimTiming
import AtlasTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats

/// The times of every animation in the corpus, in every format that can store them.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct AtlasWritingCorpusTests {
  private struct Times {
    var file: String
    var timeline: AnimationTimeline
    var plays: LoopCount
  }

  private static func times() -> [Times] {
    var times: [Times] = []
    for suffix in [".gif", ".png", ".apng", ".webp"] {
      for file in Corpus.files(suffix: suffix) where !file.hasPrefix("hostile/") {
        guard let source = try? openSource(.path(Corpus.path(file))),
          [.gif, .apng, .webp].contains(source.info.kind),
          let timeline = try? source.info.defaultPolicy.resolve(source.info.frames.map(\.delay))
            .timeline
        else { continue }
        times.append(Times(file: file, timeline: timeline, plays: source.info.plays))
      }
    }
    return times
  }

  /// A row of cells of 2x2 with these times.
  private func atlas(_ times: Times) -> Atlas {
    let count = times.timeline.count
    var atlas = Atlas(format: .aseprite)
    atlas.pages = [AtlasPage(image: "a.png", size: PixelSize(width: 2 * count, height: 2))]
    atlas.frames = (0..<count).map { index in
      AtlasFrame(
        name: "a_\(index)", page: 0, rect: PixelRect(x: 2 * index, y: 0, width: 2, height: 2),
        sourceSize: PixelSize(width: 2, height: 2),
        delay: .declared(
          ticks: times.timeline.duration(of: index), timebase: times.timeline.timebase))
    }
    atlas.plays = times.plays
    return atlas
  }

  @Test func everyTimeComesBack() throws {
    let all = Self.times()
    #expect(all.count > 120)
    var tooLong = 0
    for times in all {
      let atlas = atlas(times)
      // Coarse ticks move a boundary by at most half a tick; shorter frames are refused.
      if let error = try? AtlasDataFormat.minecraft.errorOfTicks(of: atlas) ?? .zero {
        #expect(error <= .milliseconds(25))
      }
      for format in AtlasDataFormat.allCases where format.capabilities.carriesTime {
        guard format != .android, format.capabilities.tick == nil else { continue }
        do {
          let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: "a")
          guard let read = try format.read(files.map(\.bytes), limits: ReadingLimits()) else {
            continue
          }
          let kept = try format.delaysKept(of: atlas)
          #expect(
            read.frames.map(\.delay.time) == kept.map(\.time), "\(times.file) \(format)")
          // Cocos2d's units are decimals of a second.
          if format != .cocos {
            #expect(kept.map(\.time) == atlas.frameTimes, "\(times.file) \(format)")
          }
          if format.capabilities.plays == .any {
            #expect(read.playOrder().plays == times.plays, "\(times.file) \(format)")
          }
        } catch AtlasWritingError.tooLong {
          #expect(format == .pixi)
          tooLong += 1
        }
      }
    }
    #expect(tooLong < all.count / 20)
  }

  /// Total durations in formats that we do not read, from their texts.
  @Test func textsAddUpToTheTotal() throws {
    for times in Self.times() {
      let atlas = atlas(times)
      let total = times.timeline.totalTime
      let milliseconds = try total.ticks(in: .milliseconds, rounding: .nearest)
      let yy = try JSONReader.read(Array(try text(.yysprite, atlas, baseName: "a").utf8))
      let durations = try #require(yy["frameDurations"]).elements.compactMap(\.number)
      let nanoseconds = durations.reduce(Int64(0)) { $0 + $1.shifted(by: $1.exponent + 9)! }
      #expect(
        try nanoseconds == total.ticks(in: Timebase(1, 1_000_000_000), rounding: .nearest),
        "\(times.file)")
      let cues = try text(.webvtt, atlas, baseName: "a").split(separator: "\n")
        .filter { $0.contains(" --> ") }
      #expect(cues.count == times.timeline.count, "\(times.file)")
      // Hours, minutes, seconds and thousandths of the last cue's end.
      let fields = try #require(cues.last).split(separator: " ")[2]
        .split { $0 == ":" || $0 == "." }.compactMap { Int64($0) }
      #expect(
        fields[0] * 3_600_000 + fields[1] * 60_000 + fields[2] * 1000 + fields[3] == milliseconds,
        "\(times.file)")
      let style = try #require(try texts(.css, atlas, baseName: "a")["a.css"])
      let duration = try #require(style.firstMatch(of: /animation-duration: ([0-9.]+)s;/))
      #expect(RationalTime(String(duration.1)) == total, "\(times.file)")
      let keyframes = style.matches(of: /\n  ([0-9.]+)%/).count
      #expect(keyframes == times.timeline.count || style.contains("steps("), "\(times.file)")
    }
  }
}
