package import Raster
package import Reading
package import Stages
package import TestSupport

/// A frame as rows of letters: `.` transparent, `k` black, `r` red, `g` green, `b` blue, `?` other.
package func drawing(_ frame: CanvasFrame) -> [String] {
  frame.pixels.withBytes { bytes in
    (0..<frame.pixels.size.height).map { y in
      String(
        (0..<frame.pixels.size.width).map { x in
          let at = y * frame.pixels.stride + x * 4
          switch (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) {
          case (0, 0, 0, 0): return "."
          case (0, 0, 0, 255): return "k"
          case (255, 0, 0, 255): return "r"
          case (0, 255, 0, 255): return "g"
          case (0, 0, 255, 255): return "b"
          default: return "?"
          }
        })
    }
  }
}

/// The RGBA bytes of a frame.
package func pixels(_ frame: CanvasFrame) -> [UInt8] {
  frame.pixels.withBytes { Array($0) }
}

/// Opens a file in memory.
package func openBytes(
  _ bytes: [UInt8], name: String, limits: ReadingLimits = ReadingLimits(), isStrict: Bool = false
) throws -> any FrameSource {
  var options = ReadingOptions()
  options.limits = limits
  options.isStrict = isStrict
  return try openSource(.bytes(bytes, name: name), options: options)
}

/// Opens a GIF in memory.
package func openGIF(
  _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits(), isStrict: Bool = false
) throws -> any FrameSource {
  try openBytes(bytes, name: "test.gif", limits: limits, isStrict: isStrict)
}

/// Opens a WebP in memory.
package func openWebP(
  _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits(), isStrict: Bool = false
) throws -> any FrameSource {
  try openBytes(bytes, name: "test.webp", limits: limits, isStrict: isStrict)
}

/// All remaining frames of a source.
package func remaining(_ source: any FrameSource) throws -> [CanvasFrame] {
  var frames: [CanvasFrame] = []
  while let frame = try source.next() { frames.append(frame) }
  return frames
}

/// All frames of a GIF in memory as drawings.
package func drawings(_ gif: GIFBuilder) throws -> [[String]] {
  try remaining(openGIF(gif.bytes)).map(drawing)
}
