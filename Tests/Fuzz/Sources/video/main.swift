import AnimConv
import SourceFuzzing

// Videos in every container that is written. FFmpeg's libraries are not built with sanitizers; the
// readers of boxes, elements and parameter sets in front of them are.
try await fuzzSource {
  let animations = (0..<6).map {
    GIFBuilder.random(seed: UInt64($0), width: 9, height: 7, frames: 4)
  }
  var seeds: [[UInt8]] = []
  for name in ["seed.mp4", "seed.mov", "seed.webm"] {
    seeds += try await written(as: name, of: animations)
  }
  for codec in [VideoCodec.hevc, .av1] {
    seeds += try await written(as: "seed.mp4", of: animations.prefix(3)) {
      $0.video.codec = codec
      // The smallest pictures of libx265 have 64 pixels a side.
      $0.shaping.scale = .factor(numerator: 10, denominator: 1)
    }
  }
  return seeds
}
