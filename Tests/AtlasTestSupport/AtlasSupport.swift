import AnimTiming
package import Atlases
package import Stages

package let defaultLimits = ReadingLimits()

package func limits(frames: Int) -> ReadingLimits {
  var limits = ReadingLimits()
  limits.maxFrames = frames
  return limits
}

/// Reads a description that is an atlas.
package func readAtlas(_ text: String, limits: ReadingLimits = defaultLimits) throws -> Atlas {
  try AtlasReader.parse(Array(text.utf8), limits: limits)
}

/// Reads a description that is a list of frames.
package func readList(_ text: String, limits: ReadingLimits = defaultLimits) throws -> FrameList {
  guard case .list(let list) = try AtlasReader.read(Array(text.utf8), limits: limits) else {
    throw AtlasError.unknownFormat
  }
  return list
}

/// A frame as TexturePacker writes it.
package func packedFrame(
  _ x: Int, _ y: Int, _ width: Int, _ height: Int, rotated: Bool = false,
  offset: (Int, Int) = (0, 0),
  source: (Int, Int)? = nil, more: String = ""
) -> String {
  let source = source ?? (width, height)
  return """
    {"frame":{"x":\(x),"y":\(y),"w":\(width),"h":\(height)},"rotated":\(rotated),"trimmed":false,
    "spriteSourceSize":{"x":\(offset.0),"y":\(offset.1),"w":\(width),"h":\(height)},
    "sourceSize":{"w":\(source.0),"h":\(source.1)}\(more)}
    """
}
