import AnimPlay
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

/// Videos that keep their high dynamic range, with FFmpeg's decoders and ffprobe as the judge.
@Suite struct HighRangeVideoTests {
  static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"

  /// The filter that tags frames: FFmpeg 9 takes tags from them, earlier releases from options.
  private static func tagging(_ transfer: String, _ range: String) -> String {
    "setparams=color_trc=\(transfer):color_primaries=bt2020:colorspace=bt2020nc:range=\(range)"
  }

  /// 12 frames of a test picture in HEVC of 10 bits.
  private func make(
    _ name: String, in folder: TemporaryFolder, size: String = "160x96",
    transfer: String = "smpte2084", range: String = "tv", filter: String = "null",
    light: Bool = true
  ) throws -> FilePath {
    let path = folder.appending(name)
    let metadata = light ? ":master-display=\(Self.display):max-cll=900,300" : ""
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
      "testsrc2=size=\(size):rate=25,format=yuv420p10le,\(filter),"
        + Self.tagging(transfer, range), "-frames:v", "12",
      "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_primaries", "bt2020",
      "-color_range", range, "-c:v", "libx265", "-x265-params",
      "log-level=none:crf=10\(metadata)", "-tag:v", "hvc1", path.string)
    return path
  }

  /// Three lossless frames from an FFmpeg source.
  private func makeLossless(
    _ name: String, in folder: TemporaryFolder, _ source: String, _ format: String
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
      "\(source):rate=25,format=\(format)," + Self.tagging("smpte2084", "tv"),
      "-frames:v", "3", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_primaries",
      "bt2020", "-color_range", "tv", "-c:v", "ffv1", path.string)
    return path
  }

  @discardableResult
  private func keep(
    _ input: FilePath, _ output: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(input), output: .file(output))
    conversion.reading.highDynamicRange = .keep
    conversion.overwriting = .replace
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  /// ffprobe's description of a stream, its side data and that of the first picture.
  private func probe(_ path: FilePath) throws -> Set<String> {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "v", "-read_intervals", "%+#1",
      "-show_streams", "-show_frames", "-of", "default=noprint_wrappers=1", path.string)
    return Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Decoded samples of 10 bits of every frame, by FFmpeg, cut to a size.
  private func samples(_ path: FilePath, _ filter: String = "null") throws -> [UInt16] {
    let bytes = try Command.run(
      "ffmpeg", "-v", "error", "-noautorotate", "-i", path.string, "-vf",
      "\(filter),format=yuv420p10le", "-fps_mode", "passthrough", "-f", "rawvideo", "-")
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  /// The mean and the largest difference of samples.
  private func difference(_ one: [UInt16], _ other: [UInt16]) -> (mean: Double, most: Int) {
    guard one.count == other.count, !one.isEmpty else { return (.infinity, .max) }
    let all = zip(one, other).map { abs(Int($0) - Int($1)) }
    return (Double(all.reduce(0, +)) / Double(all.count), all.max()!)
  }

  @Test(
    arguments: [
      ("a.mp4", VideoCodec.hevc, nil), ("a.mov", .hevc, nil), ("a.webm", .av1, nil),
      ("b.mp4", .av1, VideoCodec.av1),
    ] as [(String, VideoCodec, VideoCodec?)], ["smpte2084", "arib-std-b67"])
  func samplesAndTagsStay(
    output: (name: String, codec: VideoCodec, asked: VideoCodec?), transfer: String
  ) throws {
    try TemporaryFolder.with { folder in
      let isPQ = transfer == "smpte2084"
      let input = try make("in.mp4", in: folder, transfer: transfer, light: isPQ)
      let path = folder.appending(output.name)
      let report = try keep(input, path) {
        $0.video.codec = output.asked
        $0.video.crf = output.codec == .hevc ? 4 : 6
      }
      #expect(report.plan.outputs[0].encoding?.pixelFormat == "yuv420p10le")
      #expect(report.plan.notes.allSatisfy { !"\($0)".contains("standard range") })
      let found = try probe(path)
      var wanted: Set = [
        "codec_name=\(output.codec.rawValue)", "pix_fmt=yuv420p10le", "color_range=tv",
        "color_space=bt2020nc", "color_transfer=\(transfer)", "color_primaries=bt2020",
      ]
      if isPQ { wanted.formUnion(["max_content=900", "max_average=300"]) }
      if isPQ, output.codec == .hevc {
        wanted.formUnion(["red_x=34000/50000", "max_luminance=10000000/10000"])
      }
      #expect(found.isSuperset(of: wanted), "\(wanted.subtracting(found))")
      #expect(found.contains { $0.hasPrefix("max_content") } == isPQ)
      // Conversion through sRGB would change most samples: it cannot express light of 10,000 cd/m².
      let difference = difference(try samples(path), try samples(input))
      #expect(difference.mean < 4 && difference.most < 160, "\(difference)")
    }
  }

  @Test func oddSidesAndTurnedPicturesStay() throws {
    try TemporaryFolder.with { folder in
      let odd = try make("odd.mkv", in: folder, size: "161x97", filter: "format=yuv444p10le")
      let path = folder.appending("odd.mp4")
      try keep(odd, path) { $0.video.crf = 4 }
      let cut = "crop=160:96:0:0"
      let padded = difference(try samples(path, cut), try samples(odd, cut))
      #expect(padded.mean < 6, "\(padded)")

      let flat = try make("flat.mp4", in: folder)
      let turned = folder.appending("turned.mp4")
      try MadeVideo.turn(flat, by: 90, to: turned)
      let upright = folder.appending("upright.mp4")
      let report = try keep(turned, upright) { $0.video.crf = 4 }
      #expect(report.plan.outputs[0].size == PixelSize(width: 96, height: 160))
      let stored = try Command.run(
        "ffmpeg", "-v", "error", "-i", turned.string, "-vf", "format=yuv420p10le", "-fps_mode",
        "passthrough", "-f", "rawvideo", "-")
      let shown = stored.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
      let difference = difference(try samples(upright), shown)
      #expect(difference.mean < 4, "\(difference)")
    }
  }

  @Test func timesAreEditedAsEver() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      let path = folder.appending("back.mp4")
      try keep(input, path) {
        $0.video.crf = 4
        $0.timing.edits.direction = .reverse
      }
      let (back, forth) = (try samples(path), try samples(input))
      let frame = 160 * 96 * 3 / 2
      for index in [0, 5, 11] {
        let one = Array(back[index * frame..<(index + 1) * frame])
        let other = Array(forth[(11 - index) * frame..<(12 - index) * frame])
        #expect(difference(one, other).mean < 4)
      }
    }
  }

  /// `av1C` (AV1 in ISO base media files, 2.3) and `colr` of a file, as a page names them.
  private func nameOfAV1(in path: FilePath) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: path.string))
    let found = try #require(data.range(of: Data("av1C".utf8)))
    let box = Array(data[found.upperBound...].prefix(3))
    let (profile, level) = (box[1] >> 5, box[1] & 31)
    let high = box[2] >> 6 & 1 == 1
    let chroma = "\(box[2] >> 3 & 1)\(box[2] >> 2 & 1)\(box[2] & 3)"
    #expect(box[2] >> 7 == 0, "main tier")
    let colors = try #require(data.range(of: Data("colrnclx".utf8)))
    let fields = Array(data[colors.upperBound...].prefix(7))
    func two(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return [
      "av01", "\(profile)", two(level) + "M", high ? "10" : "08", "\(box[2] >> 4 & 1)", chroma,
      two(fields[1]), two(fields[3]), two(fields[5]), "\(fields[6] >> 7)",
    ].joined(separator: ".")
  }

  @Test(
    arguments: [
      ("smpte2084", "tv", "160x96", "av01.0.00M.10.0.111.09.16.09.0"),
      ("arib-std-b67", "tv", "160x96", "av01.0.00M.10.0.111.09.18.09.0"),
      ("smpte2084", "pc", "700x400", "av01.0.04M.10.0.111.09.16.09.1"),
    ])
  func namesTheCodecForWebPages(transfer: String, range: String, size: String, name: String) throws
  {
    try TemporaryFolder.with { folder in
      let input = try make(
        "in.mp4", in: folder, size: size, transfer: transfer, range: range, light: false)
      let path = folder.appending("out.mp4")
      let report = try keep(input, path) { $0.video.codec = .av1 }
      let element = report.plan.content.sourceElement(
        frameCount: report.frameCount, total: report.total)
      #expect(try nameOfAV1(in: path) == name)
      #expect(element?.type == "video/mp4; codecs=\(name)")
    }
  }

  /// They have their own profile.
  @Test func namesTheCodecOfFullChromaForWebPages() throws {
    try TemporaryFolder.with { folder in
      for (name, isLossless) in [("a.mp4", false), ("b.mp4", true)] {
        let path = folder.appending(name)
        var conversion = Conversion(
          input: .path(SourceTree.root.appending("Tests/Fixtures/orbit.gif")), output: .file(path))
        conversion.video.codec = .av1
        conversion.video.isLossless = isLossless
        if !isLossless { conversion.video.chroma = .yuv444 }
        let report = try ConversionJob(conversion).run()
        let element = report.plan.content.sourceElement(
          frameCount: report.frameCount, total: report.total)
        #expect(element?.type == "video/mp4; codecs=\(try nameOfAV1(in: path))")
      }
    }
  }

  /// The remedy for a refusal, as an option.
  private func remedy(
    _ input: FilePath, _ output: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> String {
    let error = #expect(throws: ConversionError.self) { try keep(input, output, change) }
    let remedy = try #require(error?.remedy).text(.options)
    #expect(!remedy.contains("--scale"), "\(remedy)")
    return remedy
  }

  @Test func whereMemoryDoesNotSufficeItIsSaidHowMuchDoes() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      let path = folder.appending("a.mp4")
      let remedy = try self.remedy(input, path) { $0.video.maxMemory = 12 << 20 }
      let found = try #require(
        remedy.wholeMatch(of: /use --max-memory ([0-9]+)MiB, or choose --hdr tonemap/), "\(remedy)")
      let least = try #require(Int(found.1))
      try keep(input, path) { $0.video.maxMemory = least << 20 }
      #expect(throws: ConversionError.self) {
        try keep(input, path) { $0.video.maxMemory = (least - 1) << 20 }
      }
      try keep(input, path) {
        $0.video.maxMemory = 12 << 20
        $0.reading.highDynamicRange = .tonemap
      }
    }
  }

  @Test func picturesTooSmallForAnEncoderAreOfferedAnother() throws {
    try TemporaryFolder.with { folder in
      let input = try makeLossless("in.mkv", in: folder, "testsrc2=size=48x34", "yuv420p10le")
      let path = folder.appending("a.mp4")
      #expect(try self.remedy(input, path) == "use --codec av1, or choose --hdr tonemap")
      try keep(input, path) { $0.video.codec = .av1 }
      let movie = folder.appending("a.mov")
      #expect(try self.remedy(input, movie) == "choose --hdr tonemap")
      try keep(input, movie) { $0.reading.highDynamicRange = .tonemap }
    }
  }

  @Test func noSmallerPictureIsOfferedForFewerBytes() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      let remedy = try self.remedy(input, folder.appending("a.mp4")) {
        $0.sizeTarget.maxBytes = 300
      }
      #expect(remedy.hasPrefix("shorten it with --range or --speed, allow --max-bytes "))
      #expect(remedy.hasSuffix(", or choose --hdr tonemap"))
    }
  }

  @Test func noOtherSizeIsOfferedForWhatAPlatformAsks() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      let path = folder.appending("a.mp4")
      let wanted = [MediaConstraint(.width, .exactly(MediaConstraint.Quantity(512)))]
      for (range, remedy) in [
        (ReadingOptions.HighDynamicRange.keep, "choose --hdr tonemap and another --scale"),
        (.tonemap, "choose another --scale"),
      ] {
        let error = #expect(throws: ConversionError.self) {
          try keep(input, path) {
            $0.constraints = wanted
            $0.reading.highDynamicRange = range
          }
        }
        #expect(error?.remedy?.text(.options) == remedy)
      }
    }
  }

  @Test func estimatesCountSamplesOfTenBits() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder, size: "640x480")
      func estimate(
        _ range: ReadingOptions.HighDynamicRange, _ codec: VideoCodec?,
        asIf: ReadingOptions.HighDynamicRange? = nil
      ) throws -> JobEstimate {
        var conversion = Conversion(
          input: .path(input), output: .file(folder.appending("a.mp4")))
        conversion.reading.highDynamicRange = range
        conversion.video.codec = codec
        let source = try openSource(conversion.input, options: conversion.reading)
        if let asIf { conversion.reading.highDynamicRange = asIf }
        return JobEstimate(conversion, source: source.info)
      }
      let kept = try estimate(.keep, .hevc)
      // HEVC keeps the range, even if it was not requested.
      #expect(try estimate(.keep, nil) == kept)
      let mapped = try estimate(.tonemap, .hevc)
      // Three queued pictures, two being converted, and an encoder with samples of two bytes.
      let samples = DeepPicture.byteCount(PixelSize(width: 640, height: 480))
      #expect(kept.peakBytes > mapped.peakBytes + 5 * samples + 8 << 20)
      #expect(kept.milliseconds > mapped.milliseconds)
      // A video of standard range stays unchanged.
      #expect(try estimate(.tonemap, .hevc, asIf: .keep) == mapped)
    }
  }

  @Test func noSmallerPictureIsOfferedForOutputsLargerThanTheInput() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      let report = try keep(input, folder.appending("a.mp4")) { $0.video.crf = 51 }
      let large = Conversion.Report(
        plan: report.plan,
        outputs: [
          Conversion.Report.Output(
            planned: report.outputs[0].planned, frameCount: 12, byteCount: 1 << 30, readBack: nil)
        ],
        warnings: [], tries: [], usage: report.usage, keptDither: nil)
      #expect(
        large.notes.last?.text(.options).hasSuffix("; fewer frames save bytes: --every 2") == true)
    }
  }

  /// Frames in the queue of the encoder include their 10-bit samples.
  @Test func deepSamplesTakeOfTheEncodersMemory() throws {
    let size = PixelSize(width: 1000, height: 1000)
    let shaping = try ShapingPlan(Conversion.Shaping(), source: size, hasAlpha: false)
    let memory = 1 << 30
    #expect(
      MemoryNeed.room(memory, 100, shaping, keepsLight: false) == memory - 3 * 4_000_000)
    #expect(MemoryNeed.room(memory, 100, shaping, keepsLight: true) == memory - 3 * 7_000_000)
    #expect(MemoryNeed.room(memory, 1, shaping, keepsLight: true) == memory - 7_000_000)
  }

  @Test func reportsTransparencyFirst() throws {
    try TemporaryFolder.with { folder in
      let clear = try makeLossless(
        "clear.mkv", in: folder, "color=c=red@0.5:size=160x96", "yuva444p10le")
      let opaque = try makeLossless(
        "opaque.mkv", in: folder, "testsrc2=size=160x96", "yuva444p10le")
      func refusal(
        _ input: FilePath, _ name: String, _ change: (inout Conversion) -> Void = { _ in }
      ) throws -> String {
        let error = #expect(throws: ConversionError.self) {
          try keep(input, folder.appending(name), change)
        }
        return "\(error?.reason.description ?? ""); \(error?.remedy?.text(.options) ?? "")"
      }
      let told =
        "the video has transparency, and high dynamic range is kept only for opaque videos; "
        + "choose --hdr tonemap"
      for name in ["a.mp4", "a.webm", "a.mov"] {
        #expect(try refusal(clear, name) == told)
        // The remedy works.
        try keep(clear, folder.appending("b" + name)) { $0.reading.highDynamicRange = .tonemap }
      }
      for alpha in [Conversion.Shaping.Alpha.matte, .stacked, .template, .sideBySide, .pair, .mix] {
        #expect(try refusal(clear, "a.mp4") { $0.shaping.alpha = alpha } == told)
      }
      #expect(try refusal(clear, "a.mp4") { $0.video.maxMemory = 1 << 20 } == told)
      #expect(try refusal(clear, "a.mp4") { $0.shaping.scale = .width(80) } == told)

      for alpha in [Conversion.Shaping.Alpha.stacked, .template, .pair] {
        #expect(
          try refusal(opaque, "c.mp4") { $0.shaping.alpha = alpha }
            == "high dynamic range cannot be kept with separate alpha; leave out --alpha, or choose "
            + "--hdr tonemap")
      }
      try keep(opaque, folder.appending("c.mp4"))
      try keep(opaque, folder.appending("d.mp4")) { $0.shaping.alpha = .matte }
    }
  }

  @Test func whatCannotKeepItIsRefused() throws {
    try TemporaryFolder.with { folder in
      let input = try make("in.mp4", in: folder)
      func refusal(
        _ name: String, _ change: (inout Conversion) -> Void = { _ in }
      ) throws -> String {
        let error = #expect(throws: ConversionError.self) {
          try keep(input, folder.appending(name), change)
        }
        #expect(!folder.names.contains(name))
        return error?.reason.description ?? ""
      }
      #expect(
        try refusal("a.gif") == "high dynamic range is kept in videos only, not in a GIF")
      #expect(
        try refusal("a.mp4") { $0.video.codec = .h264 }
          == "H.264 is written without high dynamic range")
      #expect(
        try refusal("a.webm") { $0.video.codec = .vp9 }
          == "VP9 is written without high dynamic range")
      #expect(
        try refusal("b.mp4") { $0.shaping.scale = .width(80) }
          == "pictures of high dynamic range are kept as they are: they are not cropped, scaled or "
          + "padded")
      #expect(
        try refusal("c.mp4") { $0.video.isLossless = true }
          == "samples of high dynamic range cannot be written losslessly")
      // An input without high dynamic range is converted as usual.
      let plain = folder.appending("plain.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "3",
        plain.string)
      let report = try keep(plain, folder.appending("d.mp4"))
      #expect(report.plan.outputs[0].encoding?.codec == .h264)
    }
  }
}
