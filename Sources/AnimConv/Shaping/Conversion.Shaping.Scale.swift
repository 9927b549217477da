public import Raster

extension Conversion.Shaping {
  /// The requested size of an image, in the notation of users.
  public enum Scale: Hashable, Sendable {
    /// Both sides times `numerator / denominator`, in lowest terms.
    case factor(numerator: Int, denominator: Int)
    /// Every pixel becomes a square of this many pixels on each side: ``ScaleFilter/nearest``.
    case pixelFactor(Int)
    /// Exactly this size; ``Conversion/Shaping/Fit`` determines how the proportions are treated.
    case size(PixelSize)
    /// This width, in pixels; the height follows.
    case width(Int)
    /// This height, in pixels; the width follows.
    case height(Int)

    /// The largest `N` for which `Nx` means a factor; a larger one is a width.
    public static let maxPixelFactor = 16

    /// - Parameter text: a factor (`2`, `0.5`, `1/2`, `50%`), a whole factor that repeats pixels
    ///   (`4x`, up to `16x`), a size (`640x480`), a width (`640x` from 17 on, `640x-1`, any) or a
    ///   height (`x480`, `-1x480`). Numbers have at most 9 digits, 6 of them after the point.
    ///
    /// Not `LosslessStringConvertible`: a ``pixelFactor(_:)`` above ``maxPixelFactor`` has the text
    /// of a width.
    public init?(parsing text: String) {
      let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      switch sides.count {
      case 1:
        guard let factor = Self.factor(parsing: sides[0]) else { return nil }
        self = factor
      case 2:
        guard let request = Self.sides(parsing: sides[0], sides[1]) else { return nil }
        self = request
      default: return nil
      }
    }

    private static func sides(parsing left: Substring, _ right: Substring) -> Conversion.Shaping
      .Scale?
    {
      let width = number(parsing: left)
      let height = number(parsing: right)
      switch (width, height) {
      case (let width?, let height?): return .size(PixelSize(width: width, height: height))
      case (let width?, nil) where right.isEmpty && width <= maxPixelFactor:
        return .pixelFactor(width)
      case (let width?, nil) where right.isEmpty || right == "-1": return .width(width)
      case (nil, let height?) where left.isEmpty || left == "-1": return .height(height)
      default: return nil
      }
    }

    private static func factor(parsing text: Substring) -> Conversion.Shaping.Scale? {
      let ratio = text.split(separator: "/", omittingEmptySubsequences: false)
      if ratio.count == 2 {
        guard let top = number(parsing: ratio[0]), let bottom = number(parsing: ratio[1]),
          bottom > 0
        else { return nil }
        return factor(top, over: bottom)
      }
      if text.hasSuffix("%") {
        guard !text.contains("/"),
          case .factor(let numerator, let denominator)? = factor(parsing: text.dropLast())
        else { return nil }
        return factor(numerator, over: denominator * 100)
      }
      let decimal = text.split(separator: ".", omittingEmptySubsequences: false)
      switch decimal.count {
      case 1: return number(parsing: text).flatMap { factor($0, over: 1) }
      case 2:
        let fraction = decimal[1]
        guard fraction.utf8.count <= 6,
          let digits = number(parsing: decimal[0] + fraction)
        else { return nil }
        return factor(digits, over: fraction.reduce(1) { power, _ in power * 10 })
      default: return nil
      }
    }

    /// The factor in lowest terms.
    static func factor(_ numerator: Int, over denominator: Int) -> Conversion.Shaping.Scale {
      var (a, b) = (numerator, denominator)
      while b != 0 { (a, b) = (b, a % b) }
      return .factor(numerator: numerator / a, denominator: denominator / a)
    }

    private static func number(parsing text: some StringProtocol) -> Int? {
      guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int(text)
    }
  }
}

extension Conversion.Shaping.Scale: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads as the same request, for numbers within its limits.
  public var description: String {
    switch self {
    case .factor(let numerator, 1): "\(numerator)"
    case .factor(let numerator, let denominator): "\(numerator)/\(denominator)"
    case .pixelFactor(let factor): "\(factor)x"
    case .size(let size): size.description
    case .width(let width): "\(width)x-1"
    case .height(let height): "x\(height)"
    }
  }
}
