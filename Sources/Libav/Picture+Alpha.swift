extension Picture {
  /// The alpha value of an opaque pixel; nil if the format has no alpha plane.
  package var alphaMaximum: Int? {
    switch format {
    case .yuva420p: 255
    case .yuva444p10le: 1023
    case .yuva444p12le: 4095
    default: nil
    }
  }

  /// Whether any sample of the alpha plane is below ``alphaMaximum``; false without such a plane.
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
