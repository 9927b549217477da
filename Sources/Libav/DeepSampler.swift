internal import CFFmpeg

/// Brings decoded pictures to samples of 10 bits with a chroma sample for 2 x 2 pixels, and leaves what
/// they stand for as it is. Pictures that are stored so are copied. Used by one thread at a time.
package final class DeepSampler {
  /// Samples of a picture: luma, blue and red chroma, rows without padding.
  package typealias Planes = (luma: [UInt16], blue: [UInt16], red: [UInt16])

  private let scaler: PictureScaler

  /// - Parameters:
  ///   - width: of the result in pixels.
  ///   - height: of the result in pixels.
  package init(width: Int, height: Int, matrix: YCbCrMatrix, isFullRange: Bool) {
    scaler = PictureScaler(width: width, height: height, matrix: matrix, isFullRange: isFullRange)
  }

  package func samples(of picture: Picture) throws(LibavError) -> Planes {
    var stored = picture
    if picture.format != .yuv420p10le || picture.width != scaler.width
      || picture.height != scaler.height
    {
      let color = ColorTags(
        matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
        isLimitedRange: !scaler.usesFullRange(picture), chromaLocation: nil)
      stored = try Picture(
        width: scaler.width, height: scaler.height, format: .yuv420p10le, color: color)
      try scaler.scale(
        picture, to: AV_PIX_FMT_YUV420P10LE,
        [stored.plane(0), stored.plane(1), stored.plane(2), nil],
        strides: [stored.stride(0), stored.stride(1), stored.stride(2), 0])
    }
    return (stored.deepPlane(0), stored.deepPlane(1), stored.deepPlane(2))
  }
}

extension Picture {
  /// Fills a picture of ``PixelFormat/yuv420p10le``, of even sides, with a picture that is at most one
  /// sample smaller, and repeats its last column and row.
  ///
  /// - Parameters:
  ///   - width: of `planes` in pixels.
  ///   - height: of `planes` in pixels.
  package func fill(_ planes: DeepSampler.Planes, width: Int, height: Int) {
    precondition(format == .yuv420p10le && isWritable)
    fill(0, planes.luma, width, height, self.width, self.height)
    let chroma = ((width + 1) / 2, (height + 1) / 2)
    fill(1, planes.blue, chroma.0, chroma.1, self.width / 2, self.height / 2)
    fill(2, planes.red, chroma.0, chroma.1, self.width / 2, self.height / 2)
  }

  private func fill(
    _ plane: Int, _ samples: [UInt16], _ width: Int, _ height: Int, _ toWidth: Int, _ toHeight: Int
  ) {
    precondition(samples.count == width * height)
    precondition((0...1).contains(toWidth - width) && (0...1).contains(toHeight - height))
    samples.withUnsafeBufferPointer { samples in
      for y in 0..<toHeight {
        let row = UnsafeMutableRawPointer(self.plane(plane) + y * stride(plane))
          .assumingMemoryBound(to: UInt16.self)
        row.update(from: samples.baseAddress! + min(y, height - 1) * width, count: width)
        if toWidth > width { row[width] = row[width - 1] }
      }
    }
  }

  /// The rows of a plane of ``PixelFormat/yuv420p10le``.
  fileprivate func deepPlane(_ plane: Int) -> [UInt16] {
    let isLuma = plane == 0
    let (width, height) = (
      isLuma ? self.width : (self.width + 1) / 2, isLuma ? self.height : (self.height + 1) / 2
    )
    return [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
      for y in 0..<height {
        let row = UnsafeRawPointer(self.plane(plane) + y * stride(plane))
          .assumingMemoryBound(to: UInt16.self)
        (target.baseAddress! + y * width).initialize(from: row, count: width)
      }
      count = width * height
    }
  }
}
