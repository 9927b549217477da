import CFFmpeg
import Testing

@testable import Libav

/// `swscale` is the judge: every byte must equal its result.
@Suite struct YCbCrConverterTests {
  private enum Content: CaseIterable {
    /// Random samples, so that weights overshoot and sums leave their range.
    case noise
    /// Typical contents of pictures.
    case slopes
  }

  @Test(
    arguments: [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ420P,
      AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P,
    ], [(16, 16), (18, 22), (64, 48), (130, 34), (258, 16), (17, 16), (33, 49)])
  func picturesBecomeWhatSwscaleMakesOfThem(format: AVPixelFormat, size: (Int, Int)) throws {
    for matrix in [YCbCrMatrix.bt601, .bt709, .bt2020, .smpte240m, .fcc] {
      for isFullRange in [false, true] {
        for content in Content.allCases {
          try compare(format, size.0, size.1, matrix, isFullRange: isFullRange, content)
        }
      }
    }
  }

  /// `swscale` uses other weights for them.
  @Test(arguments: [(14, 16), (16, 14), (15, 15), (1, 1)])
  func tinyPicturesAreNotTaken(size: (Int, Int)) {
    #expect(
      YCbCrConverter(
        width: size.0, height: size.1, chroma: .halfSize, matrix: .bt601, isFullRange: false)
        == nil)
  }

  @Test(arguments: [(1, 1), (9, 7), (33, 5)])
  func fullChromaMayHaveAnySize(size: (Int, Int)) throws {
    try compare(AV_PIX_FMT_YUV444P, size.0, size.1, .bt709, isFullRange: false, .noise)
  }

  private func compare(
    _ format: AVPixelFormat, _ width: Int, _ height: Int, _ matrix: YCbCrMatrix,
    isFullRange: Bool, _ content: Content
  ) throws {
    let picture = try Self.picture(format, width, height, content)
    let scaler = ScalerContext(
      width: width, height: height, matrix: matrix, isFullRange: isFullRange)
    let stride = (width + 63) / 64 * 64 + 64
    var planes = [UInt8](repeating: 0, count: 3 * stride * height + 64)
    try planes.withUnsafeMutableBufferPointer { planes throws(LibavError) in
      let first = planes.baseAddress!
      try scaler.scale(
        picture, to: AV_PIX_FMT_GBRP,
        [first, first + stride * height, first + 2 * stride * height, nil],
        strides: [stride, stride, stride, 0])
    }
    let converter = try #require(
      YCbCrConverter(
        width: width, height: height, chroma: Self.chroma(format), matrix: matrix,
        isFullRange: scaler.usesFullRange(picture)))
    // Twice, because rows of chroma are cached in between.
    for _ in 0..<2 {
      var made = [UInt32](repeating: 7, count: width * height)
      made.withUnsafeMutableBufferPointer {
        converter.convert(
          (0..<3).map { UnsafePointer(picture.plane($0)) },
          strides: (0..<3).map { picture.stride($0) }, into: $0.baseAddress!)
      }
      var different: [String] = []
      for y in 0..<height {
        for x in 0..<width {
          let at = y * stride + x
          let wanted = [
            planes[2 * stride * height + at], planes[at], planes[stride * height + at], 255,
          ]
          let pixel = made[y * width + x]
          let got = (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
          if got != wanted { different.append("\(x),\(y): \(got), not \(wanted)") }
        }
      }
      let differs = !different.isEmpty
      #expect(
        !differs,
        "\(different.count) pixels of \(matrix), full range \(isFullRange): \(different.prefix(3))"
      )
    }
  }

  private static func chroma(_ format: AVPixelFormat) -> YCbCrConverter.Chroma {
    switch format {
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: .full
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: .halfWidth
    default: .halfSize
    }
  }

  private static func picture(
    _ format: AVPixelFormat, _ width: Int, _ height: Int, _ content: Content
  ) throws -> Picture {
    let picture = try Picture()
    picture.pointer.width = Int32(width)
    picture.pointer.height = Int32(height)
    picture.pointer.format = format.rawValue
    try check("allocate a picture") { av_frame_get_buffer(picture.pointer, 0) }
    let kind = chroma(format)
    var state: UInt32 = 12_345
    for plane in 0..<3 {
      let columns = plane > 0 && kind != .full ? (width + 1) / 2 : width
      let rows = plane > 0 && kind == .halfSize ? (height + 1) / 2 : height
      for y in 0..<rows {
        for x in 0..<columns {
          state = state &* 1_664_525 &+ 1_013_904_223
          let noise = UInt8(state >> 24)
          let slope = UInt8(truncatingIfNeeded: 16 + (x * (3 + plane) + y * (5 - plane)) % 220)
          picture.plane(plane)[y * picture.stride(plane) + x] =
            content == .noise ? noise : slope &+ noise % 8
        }
      }
    }
    return picture
  }
}
