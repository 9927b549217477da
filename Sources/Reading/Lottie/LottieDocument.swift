internal import AnimTiming
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// The facts about a Lottie animation's frames, and its text in the form that rlottie receives:
/// without numbers that its releases round differently, and without names of other files.
struct LottieDocument {
  let size: PixelSize
  let rate: FrameRate
  let frameCount: Int
  /// The JSON, with a zero byte after it.
  let text: [UInt8]
  /// The contents that rlottie does not draw.
  let notes: [ConversionMessage]

  /// Rates outside of this range are typing errors or attacks.
  private static let rates = FrameRate(1, 1000)...FrameRate(10_000)

  /// - Parameters:
  ///   - json: of ``LottieFile/json(_:)``.
  ///   - file: returns the bytes of a file that an image names, from the animation's archive.
  /// - Throws: ``ReadingError``.
  init(
    _ json: JSONValue, limits: ReadingLimits,
    file: @escaping (_ name: String) throws -> [UInt8]? = { _ in nil }
  ) throws {
    let width = try Self.side(json, "w")
    let height = try Self.side(json, "h")
    size = PixelSize(width: width.pixels, height: height.pixels)
    try limits.check(canvas: size)
    rate = try Self.rate(json)
    let first = try Self.frame(json, "ip")
    let end = try Self.frame(json, "op")
    guard first.number >= 0 else {
      throw ReadingError.unsupported(
        detail: "its first frame is \(first.number), and rlottie draws none before 0",
        remedy: "move its layers so that it starts at frame 0, and export it again")
    }
    guard end.number > first.number else { throw ReadingError.noFrames }
    frameCount = Int(end.number - first.number)
    try limits.check(frames: frameCount, on: size)
    var scan = LottieScan()
    try scan.read(json)
    notes = scan.notes
    var pictures = LottiePictures(limits: limits, file: file)
    try pictures.read(json)
    let replacements =
      pictures.replacements
      + [width.value, height.value, first.value, end.value].map { value, number in
        JSONValue.Replacement(value, with: Array("\(number)".utf8))
      }
    var text = json.documentText(with: replacements)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    self.text = text + [0]
  }

  private typealias Side = (pixels: Int, value: (JSONValue, Int64))
  private typealias Moment = (number: Int64, value: (JSONValue, Int64))

  private static func side(_ json: JSONValue, _ name: String) throws -> Side {
    guard let value = json[name], let number = value.number?.rounded, number > 0 else {
      throw malformed("it has no size: expected a number above 0 for \(quoted(name))")
    }
    return (Int(clamping: number), (value, number))
  }

  /// Programs write whole frames with rounding errors, such as 90.0000036657751.
  private static func frame(_ json: JSONValue, _ name: String) throws -> Moment {
    guard let value = json[name], let number = value.number?.rounded,
      number.magnitude <= Int32.max
    else { throw malformed("expected a frame for \(quoted(name))") }
    return (number, (value, number))
  }

  private static func rate(_ json: JSONValue) throws -> FrameRate {
    guard let number = json["fr"]?.number, let rate = rate(number), rates.contains(rate) else {
      throw malformed(
        "its rate is not between \(rates.lowerBound) and \(rates.upperBound) frames per second")
    }
    return rate
  }

  /// The rate as written. After Effects writes all digits of single-precision values:
  /// 29.9700012207031 stands for 29.97.
  private static func rate(_ number: ExactDecimal) -> FrameRate? {
    guard number.significand > 0, (-18...4).contains(number.exponent) else { return nil }
    var number = number
    if number.significand >= 1_000_000_000,
      let thousandths = ExactDecimal(number.significand, exponent: number.exponent + 3).rounded,
      case let short = ExactDecimal(thousandths, exponent: -3), isNearly(number, short)
    {
      number = short
    }
    if number.exponent >= 0 { return number.integer.map { FrameRate($0) } }
    return FrameRate(number.significand, ExactDecimal.powersOfTen[-number.exponent])
  }

  /// Whether two numbers are at most a few steps of single precision apart.
  private static func isNearly(_ one: ExactDecimal, _ other: ExactDecimal) -> Bool {
    guard let one = Double(one.description), let other = Double(other.description) else {
      return false
    }
    return abs(one - other) < 2e-7 * other
  }

  static func malformed(_ detail: String) -> ReadingError {
    .malformed(detail: detail, frame: nil, byteOffset: nil)
  }
}
