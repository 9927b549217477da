extension Picture {
  /// Samples of a picture: luma, blue and red chroma, rows without padding.
  package typealias PlainSamples = (luma: [UInt8], blue: [UInt8], red: [UInt8])

  /// The samples of an 8-bit 4:2:0 picture with limited range; nil for other layouts.
  package var plainSamples: PlainSamples? {
    guard format == .yuv420p, !saysFullRange else { return nil }
    return (rows(of: 0), rows(of: 1), rows(of: 2))
  }

  /// The samples of ``PixelFormat/yuv420p10le``.
  var deepSamples: DeepSampler.Planes {
    precondition(format == .yuv420p10le)
    return (rows(of: 0), rows(of: 1), rows(of: 2))
  }

  /// Fills a picture of ``PixelFormat/yuv420p10le``, or of ``PixelFormat/yuv420p`` from bytes, with
  /// a picture that is at most one sample smaller, and repeats its last column and row.
  ///
  /// - Parameters:
  ///   - width: the width of `planes` in pixels.
  ///   - height: the height of `planes` in pixels.
  package func fill<Sample: FixedWidthInteger>(
    _ planes: (luma: [Sample], blue: [Sample], red: [Sample]), width: Int, height: Int
  ) {
    precondition(format == (Sample.self == UInt8.self ? .yuv420p : .yuv420p10le) && isWritable)
    fill(0, planes.luma, width, height)
    fill(1, planes.blue, (width + 1) / 2, (height + 1) / 2)
    fill(2, planes.red, (width + 1) / 2, (height + 1) / 2)
  }

  private func fill<Sample: FixedWidthInteger>(
    _ plane: Int, _ samples: [Sample], _ width: Int, _ height: Int
  ) {
    let (toWidth, toHeight) = planeSize(plane)
    precondition(samples.count == width * height)
    precondition((0...1).contains(toWidth - width) && (0...1).contains(toHeight - height))
    samples.withUnsafeBufferPointer { samples in
      for y in 0..<toHeight {
        let row = UnsafeMutableRawPointer(self.plane(plane) + y * stride(plane))
          .assumingMemoryBound(to: Sample.self)
        row.update(from: samples.baseAddress! + min(y, height - 1) * width, count: width)
        if toWidth > width { row[width] = row[width - 1] }
      }
    }
  }

  private func rows<Sample: FixedWidthInteger>(of plane: Int) -> [Sample] {
    let (width, height) = planeSize(plane)
    return [Sample](unsafeUninitializedCapacity: width * height) { target, count in
      for y in 0..<height {
        let row = UnsafeRawPointer(self.plane(plane) + y * stride(plane))
          .assumingMemoryBound(to: Sample.self)
        (target.baseAddress! + y * width).initialize(from: row, count: width)
      }
      count = width * height
    }
  }

  /// In samples.
  private func planeSize(_ plane: Int) -> (width: Int, height: Int) {
    plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
  }
}
