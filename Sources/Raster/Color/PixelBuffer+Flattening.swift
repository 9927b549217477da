extension PixelBuffer {
  /// A copy, flattened onto an opaque colour.
  package func flattened(onto color: RGBColor) -> PixelBuffer {
    let copy = PixelBuffer.Pool(size: size).take()
    copy.contents = nil
    UnsafeMutableRawPointer(copy.base).copyMemory(from: base, byteCount: byteCount)
    Matte(color).flatten(
      UnsafeMutableRawPointer(copy.base).assumingMemoryBound(to: UInt32.self), count: size.area)
    return copy
  }
}
