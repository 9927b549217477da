import FrameTestSupport
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Files written by libjxl's `cjxl`.
@Suite(.enabled(if: JXLTools.isAvailable, Comment(rawValue: JXLTools.hint)))
struct JXLSourceTests {
  /// A file in a temporary folder, and the pixels of its source as our own reader decodes them.
  private func pair(
    _ name: String, ffmpeg options: [String], cjxl: [String] = ["-d", "0"]
  ) throws -> (jxl: any FrameSource, original: any FrameSource) {
    try TemporaryFolder.with { folder in
      let original = folder.appending(name).string
      _ = try Command.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=67x45:rate=1:duration=1"]
          + options + ["-frames:v", "1", original])
      let made = folder.appending("a.jxl").string
      _ = try Command.run(["/usr/bin/cjxl", original, made] + cjxl)
      return (
        try openBytes(try folder.bytes(of: "a.jxl"), name: "a.jxl"),
        try openBytes(try folder.bytes(of: name), name: name)
      )
    }
  }

  private func largestDifference(_ one: [[UInt32]], _ other: [[UInt32]]) -> Int {
    let bytes = (one.joined().flatMap(Self.bytes), other.joined().flatMap(Self.bytes))
    return zip(bytes.0, bytes.1).map { abs($0 - $1) }.max() ?? 0
  }

  private static func bytes(_ pixel: UInt32) -> [Int] {
    (0..<4).map { (byte: UInt32) -> Int in Int((pixel >> (byte * 8)) & 255) }
  }

  @Test(arguments: ["rgb24", "rgba", "gray", "ya8", "pal8", "monob"])
  func stillsWithoutLossAreExact(_ format: String) throws {
    let (jxl, original) = try pair("a.png", ffmpeg: ["-pix_fmt", format])
    #expect(jxl.info.kind == .jxl)
    #expect(jxl.info.size == original.info.size)
    #expect(try jxl.allPixels() == original.allPixels())
  }

  @Test(arguments: ["rgb48be", "rgba64be", "gray16be"])
  func sixteenBitsAreRoundedToEight(_ format: String) throws {
    let (jxl, original) = try pair("a.png", ffmpeg: ["-pix_fmt", format])
    #expect(largestDifference(try jxl.allPixels(), try original.allPixels()) <= 1)
  }

  /// Lossy files store colours in XYB or as in JPEG, and are decoded to sRGB: the result equals
  /// that of libjxl's decoder.
  @Test(arguments: [("a.png", ["-d", "1.5"]), ("a.png", ["-d", "1", "-p"]), ("a.jpg", [])])
  func colorsWithLossAreThoseOfLibjxl(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let original = folder.appending(name).string
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=67x45:rate=1:duration=1",
        "-frames:v", "1", original)
      let (made, shown) = (folder.appending("a.jxl").string, folder.appending("shown.png").string)
      _ = try Command.run(["/usr/bin/cjxl", original, made] + options)
      try JXLTools.decode(made, shown)
      let ours = try openBytes(try folder.bytes(of: "a.jxl"), name: "a.jxl").allPixels()
      let theirs = try openBytes(try folder.bytes(of: "shown.png"), name: "a.png").allPixels()
      #expect(largestDifference(ours, theirs) <= 1)
    }
  }

  /// Data after a bare codestream and a container's further boxes are reported.
  @Test func reportsDataNextToTheImage() throws {
    try TemporaryFolder.with { folder in
      try folder.write(PictureFiles.png(9, 7), to: "a.png")
      let (png, made) = (folder.appending("a.png").string, folder.appending("a.jxl").string)
      try JXLTools.encode(png, made, "-d", "0")
      let bare = try folder.bytes(of: "a.jxl")
      let source = try openBytes(bare + Array("more".utf8), name: "a.jxl")
      let shown = try source.allPixels()
      #expect(source.warnings.contains { $0.detail.contains("4 bytes before the file") })
      let alone = try openBytes(bare, name: "a.jxl")
      #expect(try alone.allPixels() == shown)
      #expect(alone.info.warnings + alone.warnings == [])
      try JXLTools.encode(png, made, "-d", "0", "--container=1")
      var boxes = try folder.bytes(of: "a.jxl")
      boxes += [0, 0, 0, 12] + Array("xml <x/>".utf8)
      let contained = try openBytes(boxes, name: "a.jxl")
      #expect(contained.info.metadata.hasOtherXMP)
      #expect(try contained.allPixels() == shown)
    }
  }

  /// AVIF and JPEG XL are supported as images of a folder.
  @Test func aFolderOfThemIsRead() throws {
    try TemporaryFolder.with { folder in
      for (index, pixel) in [UInt32(0xFF00_00FF), 0xFF00_FF00].enumerated() {
        try folder.write(PictureFiles.png(9, 7, pixel), to: "p.png")
        try JXLTools.encode(
          folder.appending("p.png").string, folder.appending("f\(index).jxl").string, "-d", "0")
      }
      try FileManager.default.removeItem(atPath: folder.appending("p.png").string)
      let source = try openSource(.path(folder.path))
      #expect(source.info.frames.count == 2)
      let shown = try source.allPixels()
      #expect(shown.map(\.first) == [0xFF00_00FF, 0xFF00_FF00])
    }
  }

  /// Written by libjxl 0.7: frames of 1 x 1 pixel on a canvas of 65,535 x 65,535, and of 8,000 x
  /// 8,000.
  private static let bombs = (
    beyondLimits: """
    AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAvanhscAAAAAD/CvT/J4ImALAmCIgAAEAAAUQJADQA\
    SxiLFcJJVR5ARChffwAAACVqeGxwgAAAAQiICCBAAAFEBQA0AEsYixXCSVUeQEQoX38=
    """,
    withinLimits: """
    /wr6+RE0AYA1AQiIAABAAAFECQA0AEsYixXCSVUeQEQoX38IiAggQAABRAkANABLGIsVwklVHkBEKF9/CIgQQEAAAUQFADQASxiL\
    FcJJVR5ARChffw==
    """
  )

  /// The header states the memory of the pixels: 35 bytes each, which are 150 GB and 2.3 GB.
  @Test func smallFilesOfHugePicturesAreRefusedByTheirHeaders() throws {
    func refusal(_ text: String, _ limits: ReadingLimits) throws -> ReadingError? {
      let bytes = Array(try #require(Data(base64Encoded: text)))
      let start = ContinuousClock.now
      defer { #expect(ContinuousClock.now - start < .seconds(1)) }
      do {
        _ = try openBytes(bytes, name: "a.jxl", limits: limits)
        return nil
      } catch { return error as? ReadingError }
    }
    #expect(
      try refusal(Self.bombs.beyondLimits, ReadingLimits())
        == .limitExceeded(
          limit: .pixels, value: 65_535 * 65_535, allowed: ReadingLimits().maxPixels))
    var limits = ReadingLimits()
    #expect(try refusal(Self.bombs.withinLimits, limits) == nil)
    limits.maxPixels = 8000 * 8000 - 1
    #expect(
      try refusal(Self.bombs.withinLimits, limits)
        == .limitExceeded(limit: .pixels, value: 8000 * 8000, allowed: limits.maxPixels))
    limits = ReadingLimits()
    limits.maxTotalPixels = 2 * 8000 * 8000
    #expect(
      try refusal(Self.bombs.withinLimits, limits)
        == .limitExceeded(
          limit: .totalPixels, value: 3 * 8000 * 8000, allowed: limits.maxTotalPixels))
  }

  /// PQ becomes sRGB with a note, or is refused on request; its 16 bits are used.
  @Test func highDynamicRangeIsConvertedWithANote() throws {
    try TemporaryFolder.with { folder in
      let png = folder.appending("a.png").string
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=40x24", "-frames:v", "1",
        "-pix_fmt", "rgb48be", png)
      try JXLTools.encode(
        png, folder.appending("a.jxl").string, "-d", "0", "-x", "color_space=RGB_D65_202_Rel_PeQ")
      let file = try folder.bytes(of: "a.jxl")
      let source = try openBytes(file, name: "a.jxl")
      #expect(
        source.info.warnings.map(\.detail) == [
          "high dynamic range (PQ) becomes standard range, as Chromium shows it"
        ])
      var options = ReadingOptions()
      options.highDynamicRange = .refuse
      #expect {
        try openSource(.bytes(file, name: "a.jxl"), options: options)
      } throws: { error in
        guard case ReadingError.unsupported(let detail, _) = error else { return false }
        return "\(detail)" == "the picture has high dynamic range (PQ)"
      }
      // The same picture as a PNG that describes its samples in the same way.
      let narrow = try source.allPixels()[0]
      let wide = try openBytes(file, name: "a.jxl")
      (wide as? any WideSource)?.handsOnWide = true
      let frame = try #require(try wide.next())
      #expect(frame.pixels.wide != nil)
      let rounded = PixelBuffer.Pool(size: wide.info.size).take()
      frame.pixels.wide?.narrow(into: rounded)
      #expect(rounded.rgbaWords == narrow)
      let plain = try openBytes(try folder.bytes(of: "a.png"), name: "a.png").allPixels()[0]
      #expect(narrow != plain)
    }
  }

  /// The compiler compares our declarations with libjxl's headers.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/include/jxl/decode.h"),
      "install libjxl-dev"))
  func recordsAreLaidOutAsLibjxlHasThem() throws {
    try TemporaryFolder.with { folder in
      func check(_ more: String) throws {
        let fields = [
          (
            "basic_info", "JxlBasicInfo",
            [
              "xsize", "bits_per_sample", "exponent_bits_per_sample", "uses_original_profile",
              "have_animation", "orientation", "num_color_channels", "num_extra_channels",
              "alpha_bits", "animation.tps_numerator", "animation.num_loops",
            ]
          ),
          (
            "frame_header", "JxlFrameHeader",
            [
              "duration", "is_last", "layer_info.have_crop", "layer_info.crop_x0",
              "layer_info.xsize", "layer_info.blend_info.source", "layer_info.save_as_reference",
            ]
          ),
          ("pixel_format", "JxlPixelFormat", ["num_channels", "data_type", "endianness", "align"]),
          (
            "color_encoding", "JxlColorEncoding",
            ["color_space", "white_point", "primaries", "transfer_function", "rendering_intent"]
          ),
        ]
        let checks = fields.flatMap { ours, theirs, names in
          names.map {
            "_Static_assert(offsetof(layout_\(ours), \($0)) == offsetof(\(theirs), \($0)), \"\($0)\");"
          } + ["_Static_assert(sizeof(layout_\(ours)) == sizeof(\(theirs)), \"\(ours)\");"]
        }
        let values = [
          ("TYPE_UINT8", "JXL_TYPE_UINT8"), ("TYPE_UINT16", "JXL_TYPE_UINT16"),
          ("COLOR_SPACE_GRAY", "JXL_COLOR_SPACE_GRAY"),
          ("COLOR_SPACE_RGB", "JXL_COLOR_SPACE_RGB"), ("PRIMARIES_P3", "JXL_PRIMARIES_P3"),
          ("WHITE_POINT_D65", "JXL_WHITE_POINT_D65"),
          ("TRANSFER_FUNCTION_PQ", "JXL_TRANSFER_FUNCTION_PQ"),
          ("TRANSFER_FUNCTION_HLG", "JXL_TRANSFER_FUNCTION_HLG"),
          ("COLOR_PROFILE_TARGET_DATA", "JXL_COLOR_PROFILE_TARGET_DATA"),
          ("ENC_FRAME_SETTING_EFFORT", "JXL_ENC_FRAME_SETTING_EFFORT"),
          ("ENC_FRAME_SETTING_DECODING_SPEED", "JXL_ENC_FRAME_SETTING_DECODING_SPEED"),
          ("ENC_FRAME_SETTING_PATCHES", "JXL_ENC_FRAME_SETTING_PATCHES"),
          (
            "ENC_FRAME_SETTING_MODULAR_GROUP_SIZE", "JXL_ENC_FRAME_SETTING_MODULAR_GROUP_SIZE"
          ),
          ("ENC_FRAME_SETTING_MODULAR_PREDICTOR", "JXL_ENC_FRAME_SETTING_MODULAR_PREDICTOR"),
          ("ENC_NEED_MORE_OUTPUT", "JXL_ENC_NEED_MORE_OUTPUT"),
        ].map { "_Static_assert(LAYOUT_\($0) == \($1), \"\($0)\");" }
        try folder.write(
          """
          #include <stddef.h>
          #include <jxl/decode.h>
          #include <jxl/encode.h>
          #include "jxl_layout.h"
          \((checks + values).joined(separator: "\n"))
          \(more)
          """, to: "layout.c")
        _ = try Command.run(
          "cc", "-fsyntax-only", "-I", SourceTree.root.appending("Sources/CJXL").string,
          folder.appending("layout.c").string)
      }
      try check("")
      // The comparison would detect a difference.
      #expect(throws: (any Error).self) {
        try check("_Static_assert(sizeof(layout_basic_info) == sizeof(JxlFrameHeader), \"\");")
      }
    }
  }
}
