import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// Videos converted without any change to their pictures: with crf 0, which is lossless in H.264,
/// FFmpeg must decode the same samples from both.
@Suite struct StoredSamplesVideoTests {
  /// 12 frames of a test picture.
  private func make(
    _ name: String, in folder: TemporaryFolder, size: String = "160x96",
    format: String = "yuv420p", filter: String = "null",
    _ arguments: [String] = ["-c:v", "libx264"]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=size=\(size):rate=25,\(filter),format=\(format)\(MadeVideo.tagging(arguments))",
      ]
        + ["-frames:v", "12"] + arguments + [path.string])
    return path
  }

  private static func tags(_ matrix: String, _ others: String? = nil) -> [String] {
    [
      "-colorspace", matrix, "-color_primaries", others ?? matrix, "-color_trc",
      others == "bt2020" ? "bt2020-10" : others ?? matrix, "-color_range", "tv",
    ]
  }

  private func convert(
    _ input: FilePath, _ output: FilePath, crf: Int? = 0,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(input), output: .file(output))
    conversion.video.crf = crf.map(Double.init)
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  private func keepsSamples(_ report: Conversion.Report) -> Bool {
    report.plan.outputs[0].encoding?.samples != nil
  }

  /// Decoded samples of every frame, by FFmpeg.
  private func samples(
    _ path: FilePath, _ filter: String = "null", turning: Bool = false
  ) throws -> [UInt8] {
    let words =
      ["ffmpeg", "-v", "error"] + (turning ? [] : ["-noautorotate"]) + ["-i", path.string]
      + ["-vf", "\(filter),format=yuv420p", "-fps_mode", "passthrough", "-f", "rawvideo", "-"]
    return Array(try Command.run(words))
  }

  /// ffprobe's report about a stream.
  private func probe(_ path: FilePath) throws -> Set<String> {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_streams", "-of",
      "default=noprint_wrappers=1", path.string)
    return Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  private func meanDifference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return .infinity }
    return Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
      / Double(one.count)
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func samplesAndTagsAreThoseOfTheInput(name: String) throws {
    try TemporaryFolder.with { folder in
      // The tags of the input, and the expected tags of the output.
      let cases: [(tags: [String], size: String, space: String, rest: String)] = [
        (Self.tags("bt709"), "160x96", "bt709", "bt709"),
        (Self.tags("smpte170m"), "160x96", "smpte170m", "smpte170m"),
        (Self.tags("bt470bg", "bt709"), "160x96", "bt470bg", "bt709"),
        (Self.tags("smpte170m", "bt709"), "160x96", "smpte170m", "bt709"),
        // Missing tags are written as reading interprets them.
        ([], "160x96", "smpte170m", "bt709"), ([], "64x720", "bt709", "bt709"),
      ]
      for (index, wanted) in cases.enumerated() {
        let input = try make(
          "in\(index).mp4", in: folder, size: wanted.size, ["-c:v", "libx264"] + wanted.tags)
        let path = folder.appending("\(index)" + name)
        let report = try convert(input, path) { $0.video.codec = .h264 }
        #expect(keepsSamples(report), "\(wanted)")
        let (found, expected) = (try samples(path), try samples(input))
        #expect(found == expected, "\(wanted)")
        let said: Set = [
          "color_space=\(wanted.space)", "color_transfer=\(wanted.rest)",
          "color_primaries=\(wanted.rest)", "color_range=tv", "pix_fmt=yuv420p",
        ]
        #expect(try probe(path).isSuperset(of: said), "\(wanted)")
      }
    }
  }

  /// The position of chroma is tagged, too.
  @Test func chromaStaysWhereItLies() throws {
    try TemporaryFolder.with { folder in
      for (place, name) in [("0", "left"), ("1", "center"), ("2", "topleft")] {
        let input = try make(
          "\(name).mp4", in: folder,
          ["-c:v", "libx264", "-x264-params", "chromaloc=\(place)"] + Self.tags("bt709"))
        let path = folder.appending("\(name)-out.mp4")
        _ = try convert(input, path)
        #expect(try probe(path).contains("chroma_location=\(name)"))
      }
    }
  }

  @Test(arguments: [
    ("a.webm", VideoCodec.vp9), ("b.webm", .av1), ("a.mp4", .hevc), ("b.mp4", .h264),
  ])
  func otherCodecsLoseLessThanThroughRGB(name: String, codec: VideoCodec) throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder, ["-c:v", "libx264"] + Self.tags("bt709"))
      func difference(_ path: FilePath, keeps: Bool, matrix: VideoOptions.Matrix?) throws -> Double
      {
        let report = try convert(input, path, crf: codec == .h264 ? 1 : 4) {
          $0.video.codec = codec
          $0.video.matrix = matrix
        }
        #expect(keepsSamples(report) == keeps)
        let filter = keeps ? "null" : "scale=in_color_matrix=bt601:out_color_matrix=bt709"
        return meanDifference(try samples(path, filter), try samples(input))
      }
      let kept = try difference(folder.appending(name), keeps: true, matrix: nil)
      let made = try difference(folder.appending("601" + name), keeps: false, matrix: .bt601)
      #expect(kept < made && kept < 1, "\(kept), \(made)")
    }
  }

  @Test func oddSidesAndTurnedPicturesStay() throws {
    try TemporaryFolder.with { folder in
      let vp9 = ["-vf", "scale=161:97,setsar=1", "-c:v", "libvpx-vp9", "-crf", "10", "-b:v", "0"]
      let odd = try make("odd.webm", in: folder, vp9 + Self.tags("bt709"))
      let path = folder.appending("odd.mp4")
      #expect(keepsSamples(try convert(odd, path)))
      let (padded, stored) = (try samples(path), try samples(odd))
      let frame = (out: 162 * 98 * 3 / 2, in: 161 * 97 + 2 * 81 * 49)
      try #require(padded.count == 12 * frame.out && stored.count == 12 * frame.in)
      for index in [0, 5, 11] {
        let (out, source) = (index * frame.out, index * frame.in)
        for y in 0..<98 {
          let row = Array(stored[source + min(y, 96) * 161..<source + min(y, 96) * 161 + 161])
          let found = Array(padded[out + y * 162..<out + y * 162 + 162])
          try #require(found == row + [row[160]], "row \(y) of \(index)")
        }
        #expect(
          padded[out + 162 * 98..<out + frame.out]
            .elementsEqual(stored[source + 161 * 97..<source + frame.in]))
      }
      let same = folder.appending("same.webm")
      #expect(keepsSamples(try convert(odd, same, crf: 4)))
      #expect(meanDifference(try samples(same), stored) < 1.5)

      let flat = try make("flat.mp4", in: folder, ["-c:v", "libx264"] + Self.tags("bt709"))
      for angle in [90, 180, 270] {
        let turned = folder.appending("turned\(angle).mp4")
        try MadeVideo.turn(flat, by: angle, to: turned)
        let upright = folder.appending("upright\(angle).mp4")
        #expect(keepsSamples(try convert(turned, upright)))
        #expect(try samples(upright) == samples(turned, turning: true), "\(angle)")
      }
    }
  }

  @Test func timesAreEditedAsEver() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder, ["-c:v", "libx264"] + Self.tags("bt709"))
      let forth = try samples(input)
      let frame = 160 * 96 * 3 / 2
      func frames(
        _ name: String, _ change: (inout Conversion) -> Void
      ) throws -> [Int?] {
        let path = folder.appending(name)
        #expect(keepsSamples(try convert(input, path, change)), "\(name)")
        let all = try samples(path)
        return stride(from: 0, to: all.count, by: frame).map { start in
          (0..<12).first {
            all[start..<start + frame].elementsEqual(forth[$0 * frame..<($0 + 1) * frame])
          }
        }
      }
      #expect(
        try frames("back.mp4") { $0.timing.edits.direction = .reverse }
          == (0..<12).reversed())
      #expect(
        try frames("part.mp4") { $0.timing.edits.range = .frames(from: 3, to: 7) } == [3, 4, 5, 6])
      #expect(
        try frames("slow.mp4") { $0.timing.schedule = .constant(FrameRate(50)) }
          == (0..<24).map { $0 / 2 })
      #expect(
        try frames("twice.mp4") { $0.timing.edits.loops = 2 } == (0..<24).map { $0 % 12 })
    }
  }

  /// All other outputs are made from pixels, and show the same.
  @Test func whatChangesPicturesIsMadeOfPixels() throws {
    try TemporaryFolder.with { folder in
      let x264 = ["-c:v", "libx264"]
      // Sharp chroma edges do not survive a conversion to pixels.
      let blur = "gblur=sigma=4"
      let plain = try make("in.mp4", in: folder, filter: blur, x264 + Self.tags("bt709"))
      let full = try make(
        "full.mp4", in: folder, filter: "\(blur),scale=out_range=pc",
        x264 + ["-color_range", "pc", "-colorspace", "bt709"])
      let wide = try make(
        "422.mp4", in: folder, format: "yuv422p", filter: blur, x264 + Self.tags("bt709"))
      let whole = try make(
        "444.mp4", in: folder, format: "yuv444p", filter: blur, x264 + Self.tags("bt709"))
      let deep = try make(
        "10.mp4", in: folder, format: "yuv420p10le", filter: blur, x264 + Self.tags("bt709"))
      let far = try make(
        "2020.mp4", in: folder, filter: blur, x264 + Self.tags("bt2020nc", "bt2020"))
      let tall = try make(
        "aspect.mp4", in: folder, filter: blur, x264 + ["-vf", "setsar=4/3"] + Self.tags("bt709"))
      for (index, input) in [full, wide, whole, deep, far, tall].enumerated() {
        let path = folder.appending("\(index).mp4")
        #expect(!keepsSamples(try convert(input, path)), "\(input)")
        let matrix = input == far ? "bt2020" : "bt709"
        let made =
          "scale=120:96:in_color_matrix=bt709:in_range=tv,format=gbrp,scale=out_range=tv,format=yuv444p"
        let source =
          "scale=120:96:in_color_matrix=\(matrix):in_range=\(input == full ? "pc" : "tv")"
          + ",format=gbrp,scale=out_range=tv,format=yuv444p"
        let difference = meanDifference(try samples(path, made), try samples(input, source))
        #expect(difference < (input == far ? 30 : 2), "\(input): \(difference)")
        #expect(try probe(path).contains("color_space=bt709"))
        #expect(try probe(path).contains("color_range=tv"))
      }
      let changes: [(inout Conversion) -> Void] = [
        { $0.shaping.scale = .width(80) },
        { $0.shaping.crop = PixelRect(x: 0, y: 0, width: 80, height: 96) },
        { $0.video.matrix = .bt601 },
        { $0.video.chroma = .yuv444 },
        {
          $0.video.isLossless = true
          $0.video.crf = nil
        },
      ]
      for (index, change) in changes.enumerated() {
        let report = try convert(plain, folder.appending("change\(index).mp4"), change)
        #expect(!keepsSamples(report), "\(index)")
      }
      // VP8 implies BT.601, even if the container contradicts it.
      let vp8 = try convert(plain, folder.appending("8.webm"), crf: 10) { $0.video.codec = .vp8 }
      #expect(!keepsSamples(vp8))
    }
  }

  /// A picture that is stored differently from the first is converted from pixels, although its
  /// neighbours are passed on.
  @Test func picturesOfAnotherRangeAmongOthersShowTheSame() throws {
    try TemporaryFolder.with { folder in
      var stream = Data()
      for (index, range) in ["tv", "pc", "tv"].enumerated() {
        let part = try make(
          "\(index).h264", in: folder, filter: "gblur=sigma=4,scale=out_range=\(range)",
          [
            "-c:v", "libx264", "-bf", "0", "-color_range", range,
            "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
          ])
        stream += try Data(contentsOf: URL(fileURLWithPath: part.string))
      }
      let raw = folder.appending("all.h264")
      try stream.write(to: URL(fileURLWithPath: raw.string))
      let input = folder.appending("all.avi")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-r", "25", "-f", "h264", "-i", raw.string, "-c", "copy",
        input.string)
      let path = folder.appending("all.mp4")
      let report = try convert(input, path)
      #expect(keepsSamples(report) && report.plan.frameCount == 36)
      let (all, first) = (try samples(path), try samples(folder.appending("0.h264")))
      let (area, frame) = (160 * 96, 160 * 96 * 3 / 2)
      try #require(all.count == 36 * frame && first.count == 12 * frame)
      for index in 0..<36 {
        let isMade = (12..<24).contains(index)
        let (from, to) = (index * frame, index % 12 * frame)
        let difference = meanDifference(
          Array(all[from..<from + (isMade ? area : frame)]),
          Array(first[to..<to + (isMade ? area : frame)]))
        #expect(difference < (isMade ? 1.5 : index < 12 ? 0.001 : 1), "\(index): \(difference)")
      }
    }
  }
}
