import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// High dynamic range in videos, compared with zimg's conversion.
@Suite struct VideoLightTests {
  /// A lossless 10-bit video of one frame, 128 x 96: patches of 16 x 16 of many colours.
  private static func make(
    _ name: String, in folder: TemporaryFolder, transfer: String, primaries: String = "bt2020",
    matrix: String = "bt2020nc", _ options: [String] = ["-c:v", "ffv1"]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i"]
        + [
          "color=size=128x96:rate=10,format=yuv420p10le,"
            + "geq=lum='64+floor(X/16)*110+floor(Y/16)*18':"
            + "cb='512+(mod(floor(X/8),5)-2)*floor(Y/8)*7':cr='512+(mod(floor(Y/8),4)-1)*24',"
            + "setparams=color_trc=\(transfer):colorspace=\(matrix):color_primaries=\(primaries)"
            + ":range=tv"
        ]
        + ["-frames:v", "2", "-color_trc", transfer, "-colorspace", matrix]
        + ["-color_primaries", primaries, "-color_range", "tv"] + options + [path.string])
    return path
  }

  /// Linear light in BT.2020 from the `zscale` filter, relative to 203 cd/m²: green, blue, red.
  private static func light(of path: FilePath) throws -> [[Float]] {
    let bytes = try Command.run(
      "ffmpeg", "-v", "error", "-i", path.string, "-frames:v", "1", "-vf",
      "zscale=t=linear:npl=203:p=bt2020:m=gbr:r=full:f=bicubic,format=gbrpf32le", "-f", "rawvideo",
      "-")
    let values = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let count = values.count / 3
    return (0..<3).map { Array(values[$0 * count..<($0 + 1) * count]) }
  }

  private static func standardSample(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// BT.2020 to sRGB (ITU-R BT.2087).
  private static let toStandard = [
    [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
  ]

  /// The largest difference between pixels in the middle of patches and mapped light.
  private static func differences(
    _ frame: CanvasFrame, _ planes: [[Float]], peak: Double
  ) -> [Double] {
    let curve = ToneCurve(peak: peak)
    let words = frame.pixels.rgbaWords
    var found: [Double] = []
    for y in stride(from: 8, to: 96, by: 16) {
      for x in stride(from: 8, to: 128, by: 16) {
        let place = y * 128 + x
        let color = [planes[2][place], planes[0][place], planes[1][place]].map { Double($0) }
        // Colours outside the samples' range are clipped before their light is computed.
        guard color.allSatisfy({ $0 >= 0 && $0 <= 10_000 / ToneCurve.referenceWhite }) else {
          continue
        }
        let gain = curve.gain(color.max()!)
        for (index, row) in toStandard.enumerated() {
          let expected = standardSample(zip(row, color).reduce(0) { $0 + $1.0 * $1.1 * gain })
          let value = Double(words[place] >> (8 * UInt32(index)) & 255)
          found.append(abs(value - expected))
        }
      }
    }
    return found
  }

  @Test func pqIsMappedFromTheLightThatItStandsFor() throws {
    try TemporaryFolder.with { folder in
      let path = try Self.make("pq.mkv", in: folder, transfer: "smpte2084")
      let source = try openSource(.path(path))
      let frame = try #require(try source.next())
      let found = Self.differences(frame, try Self.light(of: path), peak: 1000)
      #expect(found.count > 90)
      #expect(found.max()! <= 2.5)
      #expect(found.reduce(0, +) / Double(found.count) < 0.5)
      #expect(
        source.info.notes.map { $0.text(.options) } == [
          "high dynamic range (PQ) becomes standard range, as Chromium shows it"
        ])
    }
  }

  /// The brightest pixel according to the file becomes white.
  @Test func thePeakIsThatOfTheFile() throws {
    try TemporaryFolder.with { folder in
      let path = try Self.make(
        "bright.mp4", in: folder, transfer: "smpte2084",
        ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params"]
          + ["log-level=none:lossless=1:hdr10=1:max-cll=4000,300"])
      let frame = try #require(try openSource(.path(path)).next())
      let light = try Self.light(of: path)
      #expect(Self.differences(frame, light, peak: 4000).max()! <= 2.5)
      #expect(Self.differences(frame, light, peak: 1000).max()! > 20)
    }
  }

  /// HLG is designed for displays without support for it: made from standard range, it must look
  /// almost like the source there.
  @Test func graysOfHLGAreAboutThoseOfDisplaysThatDoNotKnowIt() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("hlg.mkv")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "color=size=64x16:rate=10,format=yuv420p10le,geq=lum='64+876*X/60':cb=512:cr=512,"
          + "setparams=color_trc=arib-std-b67:colorspace=bt2020nc:color_primaries=bt2020:range=tv",
        "-frames:v", "1", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc",
        "-color_primaries", "bt2020", "-color_range", "tv", "-c:v", "ffv1", path.string)
      let frame = try #require(try openSource(.path(path)).next())
      let words = frame.pixels.rgbaWords
      var before = -1
      for x in 0...60 {
        let color = (0..<3).map { Int(words[8 * 64 + x] >> (8 * UInt32($0)) & 255) }
        #expect(color.max()! - color.min()! <= 1, "gray at \(x)")
        #expect(color[1] >= before)
        before = color[1]
      }
      func sample(_ share: Double) -> Int { Int(words[8 * 64 + Int(60 * share)] >> 8 & 255) }
      #expect(sample(0) == 0)
      // 75 % is the white of paper.
      #expect(abs(sample(0.75) - 188) <= 2)
      #expect(sample(1) >= 254)
    }
  }

  @Test func sheetsOfWideColorsAndLinearLightAreConverted() throws {
    try TemporaryFolder.with { folder in
      for (name, transfer, primaries, expected) in [
        // Light of a half.
        ("linear.mkv", "linear", "bt709", [188, 188, 188]),
        // Two thirds of Display P3's pure red, which is outside of sRGB.
        ("wide.mkv", "bt709", "smpte432", [186, 0, 0]),
      ] {
        let path = folder.appending(name)
        let lum = name == "linear.mkv" ? "64+438" : "64+876*2/3*0.2126"
        let chroma =
          name == "linear.mkv"
          ? "cb=512:cr=512" : "cb='512-896*2/3*0.2126/1.8556':cr='512+896*2/3*0.7874/1.5748'"
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
          "color=size=64x16:rate=10,format=yuv420p10le,geq=lum='\(lum)':\(chroma),"
            + "setparams=color_trc=\(transfer):colorspace=bt709:color_primaries=\(primaries):range=tv",
          "-frames:v", "1", "-color_trc", transfer, "-colorspace", "bt709",
          "-color_primaries", primaries, "-color_range", "tv", "-c:v", "ffv1", path.string)
        let source = try openSource(.path(path))
        let word = try #require(try source.next()).pixels.rgbaWords[500]
        for (index, value) in expected.enumerated() {
          #expect(abs(Int(word >> (8 * UInt32(index)) & 255) - value) <= 2, "\(name) \(word)")
        }
        #expect(source.info.warnings.isEmpty)
      }
    }
  }

  /// The output videos store YCbCr, so that the samples of RGB cannot be passed on.
  @Test func ofRGBTheRangeIsNotKept() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("rgb.mkv")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=64x48:rate=10,format=gbrp10le,setparams=color_trc=smpte2084:color_primaries=bt2020",
        "-frames:v", "2", "-color_trc", "smpte2084", "-color_primaries", "bt2020", "-c:v", "ffv1",
        path.string)
      var options = ReadingOptions()
      options.highDynamicRange = .keep
      let error = #expect(throws: ReadingError.self) {
        try openSource(.path(path), options: options)
      }
      #expect(
        error?.reason
          == "the video has high dynamic range (PQ), which animconv keeps only for YCbCr")
      #expect(
        error?.remedy?.text(.options) == "convert it to YCbCr first, or choose --hdr tonemap")
      options.highDynamicRange = .tonemap
      #expect(try openSource(.path(path), options: options).next() != nil)
    }
  }

  @Test(arguments: [("smpte2084", "PQ"), ("arib-std-b67", "HLG")])
  func highDynamicRangeIsRefusedWhereThatIsAsked(transfer: String, name: String) throws {
    try TemporaryFolder.with { folder in
      let path = try Self.make("hdr.mkv", in: folder, transfer: transfer)
      var options = ReadingOptions()
      options.highDynamicRange = .refuse
      let error = #expect(throws: ReadingError.self) {
        try openSource(.path(path), options: options)
      }
      #expect(error?.kind == .damagedInput)
      #expect(error?.reason == "the video has high dynamic range (\(name))")
    }
  }
}
