/// Pixels in the layouts of other programs.
extension PixelBuffer {
  /// Copies the picture into memory of the caller.
  ///
  /// ```swift
  /// frame.pixels.copyPixels(into: texture, format: .premultipliedBGRA, stride: rowPitch)
  /// ```
  ///
  /// - Parameters: - target: at least `stride` times (height - 1), plus one row. - format: the
  ///   layout to convert to. With ``PixelBuffer/Layout/rgba``, pixels are copied unchanged;
  ///     ``withBytes(_:)`` avoids the copy.
  ///   - stride: bytes from one row to the next, at least four times the width; nil for rows
  ///     without padding. Padding is not written.
  /// - Complexity: one pass over the pixels.
  public func copyPixels(
    into target: UnsafeMutableRawBufferPointer, format: PixelBuffer.Layout = .rgba,
    stride: Int? = nil
  ) {
    let pitch = stride ?? self.stride
    precondition(pitch >= self.stride, "a stride of at least \(self.stride) bytes")
    precondition(
      target.count >= pitch * (size.height - 1) + self.stride, "room for \(size.height) rows")
    for row in 0..<size.height {
      let source = UnsafeRawPointer(base + row * self.stride)
      let place = target.baseAddress! + row * pitch
      if format == .rgba {
        place.copyMemory(from: source, byteCount: self.stride)
      } else {
        format.encode(source.assumingMemoryBound(to: UInt32.self), to: place, count: size.width)
      }
    }
  }

  /// The pixels as an array; see ``copyPixels(into:format:stride:)``.
  public func bytes(_ format: PixelBuffer.Layout = .rgba) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
      copyPixels(into: UnsafeMutableRawBufferPointer(space), format: format)
      count = byteCount
    }
  }

  /// A hash of size and pixels: equal pictures have equal hashes, in every process and on every
  /// machine, and others collide with a chance of one in 2^64. Use it to find equal frames, but not
  /// as a protection against deliberate collisions.
  ///
  /// - Complexity: reads every pixel.
  public var pixelHash: UInt64 {
    var hash = UInt64(size.width) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(size.height)
    let words = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    for index in 0..<size.area {
      hash = (hash ^ UInt64(words[index].littleEndian)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    hash = (hash ^ hash >> 32) &* 0xBF58_476D_1CE4_E5B9
    return hash ^ hash >> 31
  }
}

extension PixelBuffer.Pool {
  /// A buffer with a copy of the caller's pixels.
  ///
  /// - Parameters: - pixels: at least `stride` times (height - 1), plus one row. - format: their
  ///   layout. Premultiplied colours are divided by alpha. - stride: bytes from one row to the
  ///   next, at least four times the width; nil for rows without
  ///     padding.
  /// - Complexity: one pass over the pixels.
  public func buffer(
    copying pixels: UnsafeRawBufferPointer, format: PixelBuffer.Layout = .rgba, stride: Int? = nil
  ) -> PixelBuffer {
    let buffer = take()
    buffer.contents = nil
    let pitch = stride ?? buffer.stride
    precondition(pitch >= buffer.stride, "a stride of at least \(buffer.stride) bytes")
    precondition(
      pixels.count >= pitch * (size.height - 1) + buffer.stride, "bytes of \(size.height) rows")
    for row in 0..<size.height {
      format.decode(
        pixels.baseAddress! + row * pitch,
        to: UnsafeMutableRawPointer(buffer.base + row * buffer.stride)
          .assumingMemoryBound(to: UInt32.self), count: size.width)
    }
    return buffer
  }
}
