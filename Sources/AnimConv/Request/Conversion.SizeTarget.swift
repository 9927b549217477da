internal import TextFormats

extension Conversion {
  /// The largest size of a file, and what may be reduced to reach it.
  public struct SizeTarget: Sendable, Hashable {
    /// A property that a search may reduce. The raw values are the names on the command line.
    public enum Step: String, Sendable, Hashable, CaseIterable {
      /// The constant rate factor or the bit rate of a video; the colours of an APNG; the effort of
      /// PNG.
      case quality
      /// The sides of the frame, down to a quarter.
      case size
      /// The frame rate, down to 5 frames per second.
      case rate
    }

    /// Bytes of each file, or of all files in a folder; nil for no limit.
    public var maxBytes: Int64?
    /// In this order: a step is used if the previous ones do not suffice. Nil for quality, size and
    /// rate; for an APNG, quality, rate and size.
    public var steps: [Step]?

    /// No limit.
    public init() {}

    /// `256k`, `1.5M`, `256KiB`, `262144`: a number from 1 byte to 1 TB with a unit of 1000 (k, M, G)
    /// or 1024 (Ki, Mi, Gi), with or without `B`, in upper or lower case, optionally with spaces
    /// before the unit; nil for anything else.
    public static func bytes(parsing text: String) -> Int64? {
      var number = text[...]
      if number.last == "B" || number.last == "b" { number.removeLast() }
      let isBinary = number.last == "i" || number.last == "I"
      if isBinary { number.removeLast() }
      let base: Int64 = isBinary ? 1024 : 1000
      let unit: Int64
      switch number.last {
      case "k", "K": unit = base
      case "m", "M": unit = base * base
      case "g", "G": unit = base * base * base
      default: unit = 1
      }
      if unit > 1 { number.removeLast() } else if isBinary { return nil }
      while number.last == " " { number.removeLast() }
      guard number.first.map({ ("0"..."9").contains($0) }) == true,
        let decimal = ExactDecimal(number), decimal.exponent >= -18, decimal.exponent <= 12
      else { return nil }
      let scale = Int128(ExactDecimal.powersOfTen[Int(decimal.exponent.magnitude)])
      let product = Int128(decimal.significand) * Int128(unit)
      let (large, overflow) = product.multipliedReportingOverflow(by: scale)
      let bytes = decimal.exponent < 0 ? product / scale : large
      guard !overflow || decimal.exponent < 0, 1...1_000_000_000_000 ~= bytes else { return nil }
      return Int64(bytes)
    }

    /// `quality,size,rate` in any order, each at most once; nil for anything else.
    public static func steps(parsing text: String) -> [Step]? {
      let names = text.split(separator: ",", omittingEmptySubsequences: false)
      let steps = names.compactMap { Step(rawValue: String($0)) }
      return steps.count == names.count && Set(steps).count == steps.count ? steps : nil
    }
  }
}
