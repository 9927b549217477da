@testable import GIFBlocks
@testable import GIFCoding

/// Frames of a small canvas, computed by a formula, and their encoding.
struct TestClip {
  let width: Int
  let height: Int
  var frames: [[UInt32]]
  var durations: [Int]

  /// - Parameter pixel: the colour of a pixel in a frame, RGBA with red in the lowest byte.
  init(
    width: Int = 24, height: Int = 16, count: Int,
    pixel: (_ x: Int, _ y: Int, _ frame: Int) -> UInt32
  ) {
    self.width = width
    self.height = height
    frames = (0..<count).map { frame in
      (0..<width * height).map { pixel($0 % width, $0 / width, frame) }
    }
    durations = Array(repeating: 5, count: count)
  }

  /// An opaque colour.
  static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    0xff00_0000 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
  }

  /// A smooth picture with many colours that moves to the left.
  static func natural(width: Int = 32, height: Int = 20, count: Int) -> TestClip {
    TestClip(width: width, height: height, count: count) { x, y, frame in
      let across = (x + frame) * 5 % 512
      return rgb(
        across < 256 ? across : 511 - across, min(255, y * 7), (x * x / 9 + y * 3 + frame) % 256)
    }
  }

  /// Encodes in one pass, or in two with the content detected in the first.
  func encode(
    _ settings: GIFEncodingSettings = GIFEncodingSettings(), observed: Bool = false
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var content = GIFContent.natural(palette: nil)
    if observed { content = survey(settings).content(for: settings) }
    let encoder = try GIFEncoder(
      width: width, height: height, settings: settings, content: content
    ) { bytes += $0 }
    for (frame, duration) in zip(frames, durations) {
      try frame.withUnsafeBytes { try encoder.append(rgba: $0, duration: duration) }
    }
    try encoder.finish()
    return bytes
  }

  /// The root mean square of changes between two shown frames that their sources do not have, in
  /// OKLab over squares of three pixels, with a lightness of 1 as the unit.
  func flicker(to frame: Int, shown: [[UInt32]]) -> Float {
    let convert = OKLab.Converter()
    let change = (0..<width * height).map { place in
      convert(shown[frame][place])[0] - convert(shown[frame - 1][place])[0]
        - convert(frames[frame][place])[0] + convert(frames[frame - 1][place])[0]
    }
    var sum: Float = 0
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        var mean: Float = 0
        for dy in -1...1 { for dx in -1...1 { mean += change[(y + dy) * width + x + dx] / 9 } }
        sum += mean * mean
      }
    }
    return (sum / Float((width - 2) * (height - 2))).squareRoot() / OKLab.scale
  }

  func survey(_ settings: GIFEncodingSettings = GIFEncodingSettings()) -> ContentSurvey {
    var survey = ContentSurvey(width: width, height: height, settings: settings)
    for frame in frames { frame.withUnsafeBytes { survey.observe(rgba: $0) } }
    return survey
  }
}

/// The largest difference of a byte between two pictures.
func largestDifference(_ one: [UInt32], _ other: [UInt32]) -> Int {
  var largest = 0
  for (a, b) in zip(one, other) {
    for shift in [UInt32(0), 8, 16, 24] {
      largest = max(largest, abs(Int(a >> shift & 0xff) - Int(b >> shift & 0xff)))
    }
  }
  return largest
}

/// The root of the mean squared distance in OKLab, with a lightness of 1 as the unit.
func meanError(_ one: [UInt32], _ other: [UInt32]) -> Float {
  let convert = OKLab.Converter()
  var sum: Float = 0
  for (a, b) in zip(one, other) { sum += convert(a).squaredDistance(convert(b)) }
  return (sum / Float(one.count)).squareRoot() / OKLab.scale
}
