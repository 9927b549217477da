import FrameTestSupport
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import AnimConv
@testable import Raster
@testable import Writing

/// 4:2:0 is corrected according to the best result that players can show.
@Suite struct SharpChromaTests {
  private static let size = PixelSize(width: 128, height: 120)

  /// Squares of 3 pixels in random colours of a palette.
  private static func squares(_ count: Int, alpha: Bool = false) -> [[UInt32]] {
    var generator = SeededGenerator(seed: 11)
    let palette: [UInt32] = [
      0xFF00_00E0, 0xFFE0_2000, 0xFF20_C020, 0xFF10_1010, 0xFFF0_F0F0, 0xFFC0_10C0,
    ]
    let across = size.width / 3 + 1
    let colors = (0..<(across * (size.height / 3 + 1))).map { _ in
      palette[Int.random(in: 0..<palette.count, using: &generator)]
    }
    return (0..<count).map { frame in
      (0..<size.area).map { place in
        let (x, y) = (place % size.width, place / size.width)
        if alpha, x < 24 { return 0 }
        return colors[(y / 3 * across + (x / 3 + frame) % across)]
      }
    }
  }

  /// Grey squares: the same edges without colour.
  private static let grays = squares(3).map { picture in
    picture.map { 0xFF00_0000 | ($0 & 0xFF) * 0x01_0101 }
  }

  private func plan(
    _ pictures: [[UInt32]], _ name: String, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Plan {
    var conversion = Conversion(input: .path("a.gif"), output: AnimationOutput(name))
    change(&conversion)
    return try Planner(conversion: conversion) { _, _ in }
      .plan(ArraySource(pictures, size: Self.size))
  }

  @Test(arguments: ["a.mp4", "a.webm"])
  func coloredShapesAreCorrectedAndOthersAreNot(name: String) throws {
    let colored = try #require(try plan(Self.squares(3), name).outputs[0].encoding)
    #expect(colored.isSharp && colored.pixelFormat == "yuv420p")
    #expect("\(colored)".contains("sharp chroma"))
    let gray = try #require(try plan(Self.grays, name).outputs[0].encoding)
    #expect(!gray.isSharp)
  }

  @Test(arguments: ["hevc", "av1"])
  func everyCodecOf420IsCorrected(codec: String) throws {
    let encoding = try plan(Self.squares(3), "a.mp4") {
      $0.video.codec = VideoCodec(rawValue: codec)
    }
    .outputs[0].encoding
    #expect(encoding?.isSharp == true)
  }

  @Test func colorsBesideTransparencyAreCorrected() throws {
    let encoding = try #require(
      try plan(Self.squares(3, alpha: true), "a.webm").outputs[0].encoding)
    #expect(encoding.hasAlpha && encoding.isSharp)
  }

  @Test func aRequestedChromaIsKept() throws {
    for (chroma, isSharp) in [
      (VideoOptions.Chroma.yuv420, false), (.sharp, true), (.yuv444, false),
    ] {
      for pictures in [Self.squares(3), Self.grays] {
        let encoding = try #require(
          try plan(pictures, "a.mp4") { $0.video.chroma = chroma }.outputs[0].encoding)
        #expect(encoding.isSharp == isSharp)
      }
    }
  }

  /// Drawings in an AVIF keep 4:4:4; a request for 4:2:0 is followed.
  @Test func anAVIFIsCorrectedOnRequest() throws {
    for (chroma, text) in [(VideoOptions.Chroma.sharp, "sharp chroma"), (.yuv420, "yuv420p")] {
      let plan = try plan(Self.squares(3), "a.avif") { $0.video.chroma = chroma }
      let summary = plan.content.summary.map(\.text).joined()
      #expect(summary.contains(text))
      #expect(summary.contains("sharp") == (chroma == .sharp))
    }
  }

  /// The whole conversion, judged by SSIMULACRA2 of FFmpeg's decoded frames.
  @Test func correctedVideosLookBetterThanOthers() async throws {
    try await TemporaryFolder.with { folder in
      let input = folder.appending("in.apng")
      try folder.write(
        try ArraySource(Self.squares(3), size: Self.size).written(as: "in.apng") { _ in },
        to: "in.apng")
      func score(_ chroma: VideoOptions.Chroma?) async throws -> Double {
        let output = folder.appending("\(chroma?.rawValue ?? "auto").mp4")
        var conversion = Conversion(input: .path(input), output: .file(output))
        conversion.video.chroma = chroma
        conversion.video.crf = 12
        let report = try await Converter(conversion).run()
        return try await OutputComparison(of: .path(output), made: conversion, plan: report.plan)
          .ssimulacra2!.p10
      }
      let (plain, sharp, chosen) = (
        try await score(.yuv420), try await score(.sharp), try await score(nil)
      )
      #expect(sharp > plain + 5, "\(sharp) after \(plain)")
      #expect(chosen == sharp)
    }
  }

  /// A target that plain 4:2:0 cannot reach is reached with corrected samples.
  @Test func aTargetAboveTheUsualCeilingIsReached() async throws {
    try await TemporaryFolder.with { folder in
      let input = folder.appending("in.apng")
      try folder.write(
        try ArraySource(Self.squares(3), size: Self.size).written(as: "in.apng") { _ in },
        to: "in.apng")
      var conversion = Conversion(
        input: .path(input), output: .file(folder.appending("a.mp4")))
      func ceiling(isSharp: Bool) throws -> Double {
        let source = ArraySource(Self.squares(3), size: Self.size)
        let plan = try Planner(conversion: conversion) { _, _ in }.plan(source)
        let trip = try #require(
          SharedChroma(
            matrix: .bt709, isFullRange: false, color: plan.outputs[0].encoding!.colorTags
          )
          .roundTrip(size: Self.size, isSharp: isSharp))
        return try #require(
          ChromaCeiling(plan, source, trip, CancellationFlag()).score)
      }
      let (plain, sharp) = (try ceiling(isSharp: false), try ceiling(isSharp: true))
      #expect(sharp > plain + 8)
      let least = (plain + sharp) / 2
      conversion.qualityTarget = Conversion.QualityTarget(least)
      conversion.overwriting = .replace
      let report = try await Converter(conversion).run()
      let best = try #require(report.tries.compactMap(\.score?.least).max())
      #expect(best >= least)
      conversion.video.chroma = .yuv420
      await #expect {
        try await Converter(conversion).run()
      } throws: { "\($0)".contains("4:2:0") }
    }
  }
}
