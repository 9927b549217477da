#if canImport(CoreGraphics) && canImport(CoreVideo)
  public import CoreGraphics
  public import CoreVideo
  public import Raster

  /// Pictures as Apple's systems have them.
  extension PixelBuffer {
    /// A copy as an sRGB image with premultiplied alpha; nil when there is no memory for it.
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

    /// A copy as a pixel buffer of 32 bits with premultiplied alpha, in the order BGRA, that Metal
    /// can use; nil when there is no memory for it.
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
