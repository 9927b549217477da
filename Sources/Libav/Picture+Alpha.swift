extension Picture {
  /// The value of an opaque pixel; nil when the format has no plane of alpha.
  package var alphaMaximum: Int? {
    switch format {
    case .yuva420p: 255
    case .yuva444p10le: 1023
    case .yuva444p12le: 4095
    default: nil
    }
  }

  /// Whether a sample of the plane of alpha is below ``alphaMaximum``; false without such a plane.
  package var hasTransparency: Bool {
    guard let opaque = alphaMaximum else { return false }
    for y in 0..<height {
      let row = plane(3) + y * stride(3)
      if opaque == 255 {
        if UnsafeBufferPointer(start: row, count: width).contains(where: { $0 < 255 }) {
          return true
        }
      } else {
        let samples = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
        if UnsafeBufferPointer(start: samples, count: width).contains(where: { $0 < opaque }) {
          return true
        }
      }
    }
    return false
  }
}
