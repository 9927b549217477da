internal import CFFmpeg

/// Turns decoded pictures of any layout into 8-bit RGBA, and scales them if their pixels are not
/// square. For one thread at a time.
package final class RGBAConverter {
  private let scaler: ScalerContext
  private let packed = PackedRGB()
  /// The converter for unscaled pictures; nil until there is one.
  private var unscaled: (kind: UnscaledKind, converter: YCbCrConverter?)?
  /// The colour planes before they are interleaved; nil until first used.
  private var planes: UnsafeMutablePointer<UInt8>?
  private var width: Int { scaler.width }
  private var height: Int { scaler.height }

  /// - Parameters:
  ///   - width: the width of the result in pixels.
  ///   - height: the height of the result in pixels.
  package init(width: Int, height: Int, matrix: YCbCrMatrix, isFullRange: Bool) {
    scaler = ScalerContext(
      width: width, height: height, matrix: matrix, isFullRange: isFullRange)
  }

  deinit { planes?.deallocate() }

  /// Converts a picture to rows without padding.
  ///
  /// - Parameter target: memory for all rows and 64 more bytes.
  package func convert(
    _ picture: Picture, into target: UnsafeMutablePointer<UInt8>
  ) throws(LibavError) {
    let picture = try packed.expanded(picture)
    guard Self.suitsSplitColors(AVPixelFormat(picture.pointer.format)) else {
      try scaler.scale(
        picture, to: AV_PIX_FMT_RGBA, [target, nil, nil, nil], strides: [width * 4, 0, 0, 0])
      if picture.format == .gray, picture.saysLimitedRange, !scaler.usesFullRange(picture) {
        widenGrays(target)
      }
      return
    }
    if convertUnscaled(picture, into: target) { return }
    let colors = colorPlanes()
    try scaler.scale(
      picture, to: AV_PIX_FMT_GBRP,
      [colors, colors + planeBytes, colors + 2 * planeBytes, nil],
      strides: [planeStride, planeStride, planeStride, 0])
    joinColors(into: target)
  }

  /// Expands 16...235 to 0...255, because `swscale` leaves the range unchanged if there is no
  /// chroma.
  private func widenGrays(_ target: UnsafeMutablePointer<UInt8>) {
    let grays = (0...255).map { (gray: Int) in
      UInt32(min(255, (max(0, gray - 16) * 255 + 109) / 219)) * 0x01_0101
    }
    UnsafeMutableRawPointer(target).withMemoryRebound(to: UInt32.self, capacity: width * height) {
      pixels in
      for index in 0..<width * height {
        let gray = Int(pixels[index].littleEndian & 255)
        pixels[index] = (0xFF00_0000 | grays[gray]).littleEndian
      }
    }
  }

  /// The properties that decide how unscaled pictures are converted.
  private struct UnscaledKind: Equatable {
    let chroma: YCbCrConverter.Chroma
    let isFullRange: Bool
  }

  /// Converts a picture of the same size as the result.
  ///
  /// - Returns: false if the size differs, or if only `swscale` can convert it.
  private func convertUnscaled(
    _ picture: Picture, into target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard picture.width == width, picture.height == height else { return false }
    let frame = picture.pointer
    let kind = UnscaledKind(
      chroma: Self.chroma(AVPixelFormat(frame.format)),
      isFullRange: scaler.usesFullRange(picture))
    if unscaled?.kind != kind {
      unscaled = (
        kind,
        YCbCrConverter(
          width: width, height: height, chroma: kind.chroma, matrix: scaler.matrix,
          isFullRange: kind.isFullRange)
      )
    }
    guard let converter = unscaled?.converter, let luma = frame.data.0, let cb = frame.data.1,
      let cr = frame.data.2
    else { return false }
    let (y, b, r) = (frame.linesize.0, frame.linesize.1, frame.linesize.2)
    UnsafeMutableRawPointer(target).withMemoryRebound(to: UInt32.self, capacity: width * height) {
      converter.convert([luma, cb, cr], strides: [Int(y), Int(b), Int(r)], into: $0)
    }
    return true
  }

  private static func chroma(_ format: AVPixelFormat) -> YCbCrConverter.Chroma {
    switch format {
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: .full
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: .halfWidth
    default: .halfSize
    }
  }

  /// Bytes from row to row of one colour: more than a row, because vector code may write past its
  /// end.
  private var planeStride: Int { (width + 63) / 64 * 64 + 64 }
  private var planeBytes: Int { planeStride * height }

  /// Memory for green, blue and red, one after another.
  private func colorPlanes() -> UnsafeMutablePointer<UInt8> {
    if let planes { return planes }
    let allocated = UnsafeMutableRawPointer.allocate(byteCount: 3 * planeBytes, alignment: 64)
      .bindMemory(to: UInt8.self, capacity: 3 * planeBytes)
    planes = allocated
    return allocated
  }

  private func joinColors(into target: UnsafeMutablePointer<UInt8>) {
    let green = colorPlanes()
    UnsafeMutableRawPointer(target).withMemoryRebound(to: UInt32.self, capacity: width * height) {
      pixels in
      for y in 0..<height {
        let g = green + y * planeStride
        let b = g + planeBytes
        let r = b + planeBytes
        let row = pixels + y * width
        for x in 0..<width {
          let color = UInt32(r[x]) | UInt32(g[x]) << 8 | UInt32(b[x]) << 16
          row[x] = (color | 0xFF00_0000).littleEndian
        }
      }
    }
  }

  /// Whether a layout is converted to three colour planes that are then interleaved. The values are
  /// those of a direct conversion to RGBA, but swscale has vector code for planes only. For opaque
  /// 8-bit YCbCr.
  private static func suitsSplitColors(_ format: AVPixelFormat) -> Bool {
    [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ420P,
      AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P,
    ].contains(format)
  }
}
