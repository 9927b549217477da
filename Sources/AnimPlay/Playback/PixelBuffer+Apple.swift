#if canImport(CoreGraphics) && canImport(CoreVideo)
  public import CoreGraphics
  public import CoreVideo
  public import Raster

  /// Images in the types of Apple's systems.
  extension PixelBuffer {
    /// A copy as an sRGB image with premultiplied alpha; nil if there is not enough memory.
    public func makeCGImage() -> CGImage? {
      guard
        let space = CGColorSpace(name: CGColorSpace.sRGB),
        let context = CGContext(
          data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0,
          space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue),
        let data = context.data
      else { return nil }
      copyPixels(
        into: UnsafeMutableRawBufferPointer(
          start: data, count: context.bytesPerRow * size.height),
        format: .premultipliedRGBA, stride: context.bytesPerRow)
      return context.makeImage()
    }

    /// A copy as a 32-bit BGRA pixel buffer with premultiplied alpha that Metal can use; nil if
    /// there is not enough memory.
    public func makeCVPixelBuffer() -> CVPixelBuffer? {
      var made: CVPixelBuffer?
      let attributes = [kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary] as CFDictionary
      CVPixelBufferCreate(
        kCFAllocatorDefault, size.width, size.height, kCVPixelFormatType_32BGRA, attributes, &made)
      guard let made, CVPixelBufferLockBaseAddress(made, []) == kCVReturnSuccess else { return nil }
      defer { CVPixelBufferUnlockBaseAddress(made, []) }
      guard let base = CVPixelBufferGetBaseAddress(made) else { return nil }
      let stride = CVPixelBufferGetBytesPerRow(made)
      copyPixels(
        into: UnsafeMutableRawBufferPointer(start: base, count: stride * size.height),
        format: .premultipliedBGRA, stride: stride)
      return made
    }
  }
#endif
