@testable import GIFBlocks

/// Small animations for tests, the same in every run.
struct TestAnimation {
  var width: Int
  var height: Int
  var frames: [LosslessGIFFrame] = []

  /// Rectangles of random colours, some transparent, painted on a canvas one after the other;
  /// sometimes a frame repeats the previous one or clears everything.
  static func rectangles(
    seed: UInt64, colors: Int, frames count: Int = 8, side: Int = 24, isOpaque: Bool = false
  ) -> TestAnimation {
    var random = TestPictures(seed: seed)
    let palette = (0..<colors).map { UInt32(0xff00_0000 + $0 * 0x01_0307 % 0xff_ffff) }
    var animation = TestAnimation(width: side, height: side - 5)
    let start: UInt32 = isOpaque ? palette[0] : 0
    var canvas = [UInt32](repeating: start, count: animation.width * animation.height)
    for _ in 0..<count {
      let kind = random.number(below: 8)
      if kind == 1 { canvas = canvas.map { _ in start } }
      for _ in 0..<(kind == 0 ? 0 : 3) {
        let x = random.number(below: animation.width)
        let y = random.number(below: animation.height)
        let isGone = !isOpaque && random.number(below: 4) == 0
        let isNoise = random.number(below: 3) == 0
        let color = palette[random.number(below: colors)]
        for row in y..<min(animation.height, y + 1 + random.number(below: 9)) {
          for column in x..<min(animation.width, x + 1 + random.number(below: 9)) {
            canvas[row * animation.width + column] =
              isGone ? 0 : isNoise ? palette[random.number(below: colors)] : color
          }
        }
      }
      animation.frames.append(
        LosslessGIFFrame(canvas: canvas, delay: random.number(below: 20)))
    }
    return animation
  }

  /// A small square that jumps over noise, which reappears behind it.
  static func jumpingSquare() -> TestAnimation {
    var random = TestPictures(seed: 99)
    var animation = TestAnimation(width: 64, height: 48)
    let background = random.noise(64 * 48, colors: 30).map { 0xff00_0000 | UInt32($0) * 0x050301 }
    animation.frames.append(LosslessGIFFrame(canvas: background, delay: 4))
    for corner in [(0, 0), (12, 12), (24, 0), (36, 12), (48, 0), (36, 30), (24, 16), (12, 30)] {
      var canvas = background
      for y in corner.1..<corner.1 + 12 {
        for x in corner.0..<corner.0 + 12 {
          canvas[y * 64 + x] = 0xff00_00ff | UInt32((x ^ y) & 3) << 8
        }
      }
      animation.frames.append(LosslessGIFFrame(canvas: canvas, delay: 4))
    }
    return animation
  }

  /// The plan that a survey of all frames gives.
  func plan(
    sourcePalette: GIFPalette? = nil, keepsSourcePalette: Bool? = nil
  ) -> LosslessGIFPlan {
    var survey = LosslessGIFSurvey(width: width, height: height, sourcePalette: sourcePalette)
    for frame in frames { survey.add(frame.canvas) }
    return survey.plan(keepsSourcePalette: keepsSourcePalette)
  }

  /// The bytes of the file that the encoder makes.
  func encoded(
    effort: Int, plays: Int = 0, addsFrames: Bool = false, plan: LosslessGIFPlan? = nil
  ) throws -> [UInt8] {
    let file = Bytes()
    var encoder = try LosslessGIFEncoder(
      plan ?? self.plan(), plays: plays, effort: effort, addsFrames: addsFrames,
      writer: GIFBlockWriter { file.bytes += $0 })
    for frame in frames { try encoder.append(frame) }
    let count = try encoder.finish()
    precondition(count == file.bytes.count, "the count is that of the bytes")
    return file.bytes
  }

  /// Collects what a writer writes.
  final class Bytes {
    var bytes: [UInt8] = []
  }
}
