import AnimPlay
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// Pictures that no encoder accepts, or none within the memory limit, are refused before decoding,
/// and the suggested remedy works.
@Suite struct PictureLimitsTests {
  /// A PNG with a declared size and without decodable pixels.
  private func headers(_ width: Int, _ height: Int, isOpaque: Bool) -> [UInt8] {
    var png = PNGBuilder(width, height, depth: 1, color: 3)
    png.palette([[0, 0, 0], [255, 255, 255]], alphas: isOpaque ? [] : [0])
    png.chunk("IDAT", [1, 2, 3])
    png.end()
    return png.bytes
  }

  private func plan(
    _ bytes: [UInt8], to output: String, change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Plan {
    var conversion = Conversion(
      input: .bytes(bytes, name: "in.png"), output: .file(.init(output)))
    change(&conversion)
    return try ConversionJob(conversion).plan()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var size: (Int, Int)
    var output: String
    var codec: VideoCodec?
    var encoder: String?
    var memory = 1 << 40
    var testDescription: String {
      "\(size.0)x\(size.1) to \(output) \(encoder ?? codec?.rawValue ?? "")"
    }
  }

  private static let sizes = [
    Case(size: (16384, 16384), output: "a.mp4"),
    Case(size: (16384, 16384), output: "a.mp4", codec: .hevc),
    Case(size: (16384, 16384), output: "a.webm"),
    Case(size: (16384, 16384), output: "a.mov"),
    Case(size: (16384, 16384), output: "a.mp4", codec: .av1),
    Case(size: (16384, 16384), output: "a.mp4", codec: .av1, encoder: "libaom-av1"),
    Case(size: (16384, 300), output: "a.webm", codec: .vp8),
    Case(size: (300, 16384), output: "a.webm", codec: .vp8),
    Case(size: (20000, 300), output: "a.mp4"),
    Case(size: (300, 20000), output: "a.mp4"),
    Case(size: (20, 10), output: "a.mp4", codec: .hevc),
    Case(size: (16000, 16384), output: "a.webm", memory: 1 << 30),
    Case(size: (8192, 8192), output: "a.webm", memory: 1 << 30),
    Case(size: (16000, 16000), output: "a.mp4", memory: 1 << 30),
    Case(size: (16000, 16000), output: "a.mov", memory: 1 << 30),
    Case(size: (9000, 9000), output: "a.mp4", codec: .hevc, memory: 1 << 30),
    Case(size: (8000, 8000), output: "a.mp4", codec: .av1, memory: 1 << 30),
  ]

  @Test(arguments: sizes)
  func refusesTooLargeInputsBeforeDecodingAndSuggestsAScale(_ it: Case) throws {
    let bytes = headers(it.size.0, it.size.1, isOpaque: true)
    var memory = it.memory
    func plan(_ scale: Conversion.Shaping.Scale?) throws -> Conversion.Plan {
      try self.plan(bytes, to: it.output) {
        $0.video.codec = it.codec
        $0.video.encoder = it.encoder
        $0.video.maxMemory = memory
        // After the headers there is no picture that could be examined.
        if it.output != "a.mov" { $0.video.chroma = .yuv420 }
        $0.shaping.scale = scale
      }
    }
    let error = #expect(throws: ConversionError.self) { try plan(nil) }
    #expect(error?.kind == .damagedInput)
    #expect(error?.stage == .writing)
    let words = (error?.remedy?.text(.options) ?? "").split { " ,".contains($0) }
    guard words.contains("--scale") else {
      // More memory alone suffices.
      let allowed = try #require(words.firstIndex(of: "--max-memory"))
      memory = try #require(Int(words[allowed + 1].dropLast(3))) << 20
      _ = try plan(nil)
      return
    }
    let offered = try #require(words.firstIndex(of: "--scale").map { String(words[$0 + 1]) })
    let scale = try #require(Conversion.Shaping.Scale(parsing: offered))
    // If reading alone exceeds the limit, both remedies are offered.
    if words.contains("and"), let allowed = words.firstIndex(of: "--max-memory") {
      memory = try #require(Int(words[allowed + 1].dropLast(3))) << 20
    }
    _ = try plan(scale)
    guard case .width(let width) = scale else {
      Issue.record("\(scale) is no width")
      return
    }
    // The suggested scale is the largest that fits, or the smallest possible.
    let beyond = width < it.size.0 ? width + 1 : width - 1
    #expect(throws: ConversionError.self) { try plan(.width(beyond)) }
  }

  /// Transparency is examined only if the picture can be encoded.
  @Test func refusesTooLargeInputsBeforeAnalysis() throws {
    for output in ["a.mp4", "a.webm", "a.mov"] {
      let error = #expect(throws: ConversionError.self) {
        try plan(headers(16384, 16384, isOpaque: false), to: output)
      }
      #expect(error?.stage == .writing)
      #expect(error?.reason.description.contains("cannot encode a picture of 16384x16384") == true)
    }
  }

  /// The rule is FFmpeg's; encoders are opened at the limit to test it.
  @Test func pictureSizesEndWhereFFmpegEndsThem() {
    #expect(PictureLimits.isAddressable(PixelSize(width: 16384, height: 16000)))
    #expect(PictureLimits.isAddressable(PixelSize(width: 16000, height: 16384)))
    #expect(!PictureLimits.isAddressable(PixelSize(width: 16384, height: 16384)))
    let height = Int(Int32.max) / (8 * 16384 + 1024) - 128
    #expect(PictureLimits.isAddressable(PixelSize(width: 16384, height: height)))
    #expect(!PictureLimits.isAddressable(PixelSize(width: 16384, height: height + 1)))
  }
}
