#if canImport(CoreMedia)
  public import CoreMedia

  extension CMTime {
    /// An animation's time for AVFoundation; exact if the denominator fits 32 bits, otherwise
    /// rounded to nanoseconds.
    public init(_ time: RationalTime) {
      let nanoseconds = Timebase(1, 1_000_000_000)
      if let timescale = CMTimeScale(exactly: time.denominator) {
        self.init(value: time.numerator, timescale: timescale)
      } else if let ticks = try? time.ticks(in: nanoseconds, rounding: .nearest) {
        self.init(value: ticks, timescale: 1_000_000_000)
      } else {
        // More than 292 years: no smaller unit fits.
        self.init(seconds: time.seconds, preferredTimescale: 1)
      }
    }
  }

  extension RationalTime {
    /// A time of AVFoundation; exact.
    ///
    /// - Returns: nil if the time is invalid, indefinite or infinite.
    public init?(_ time: CMTime) {
      guard time.isNumeric, time.timescale > 0 else { return nil }
      self.init(time.value, Int64(time.timescale))
    }
  }
#endif
