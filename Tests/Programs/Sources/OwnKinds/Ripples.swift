// A procedural source: rings that grow, stored as changes of one canvas.

import AnimConv

final class Ripples: CustomInput.Patches {
  let info: SourceInfo

  init(side: Int, count: Int) {
    let canvas = PixelSize(width: side, height: side)
    info = SourceInfo(
      kind: .custom, size: canvas,
      frames: (0..<count).map { index in
        // Each ring lies in a larger square; the first frame is the whole canvas.
        let edge = index == 0 ? 0 : max(0, side / 2 - index * 2 - 1)
        return SourceInfo.Frame(
          delay: .milliseconds(Int64(10 + index * 7)),
          rect: PixelRect(x: edge, y: edge, width: side - edge * 2, height: side - edge * 2),
          disposal: index % 3 == 2 ? .clear : .keep, blend: index == 0 ? .source : .over)
      }, plays: .plays(3), declaresPlays: true, alpha: .possible,
      defaultPolicy: .verbatim(zeroDelay: nil))
  }

  /// A ring of the frame's radius; transparent elsewhere, blue in the first frame.
  func patch(_ index: Int) -> PixelBuffer {
    let size = info.frames[index].rect.size
    return PixelBuffer.Pool(size: size).buffer { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (dx, dy) = (x * 2 + 1 - size.width, y * 2 + 1 - size.height)
          let distance = dx * dx + dy * dy
          let (inner, outer) = (
            (index * 4 - 3) * (index * 4 - 3), (index * 4 + 1) * (index * 4 + 1)
          )
          let isRing = index > 0 && (inner..<outer).contains(distance)
          let color: [UInt8] =
            index == 0
            ? [20, 40, 90, 255] : isRing ? [240, 200, UInt8(index * 9), 255] : [0, 0, 0, 0]
          for channel in 0..<4 { bytes[(y * size.width + x) * 4 + channel] = color[channel] }
        }
      }
    }
  }
}
