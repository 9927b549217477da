/// The largest input that is accepted. Checked before memory is allocated.
public struct ReadingLimits: Sendable, Hashable {
  /// Pixels of the canvas; 268,435,456 by default, so that 16384 x 16384 passes.
  public var maxPixels: Int = 268_435_456
  /// Pixels of either side; 65,535 by default, the largest side of a GIF.
  public var maxSide: Int = 65_535
  /// Frames; 200,000 by default.
  public var maxFrames: Int = 200_000
  /// Canvas pixels times frames; 20,000,000,000 by default.
  public var maxTotalPixels: Int = 20_000_000_000
  /// Bytes of one piece of metadata; 8 MiB by default.
  public var maxMetadataChunkBytes: Int = 8 << 20
  /// Bytes of all metadata of one file; 64 MiB by default.
  public var maxMetadataBytes: Int = 64 << 20
  /// Bytes of each file of an input, and of an input in memory; without a limit by default.
  public var maxInputBytes: Int = .max
  /// Bytes of a pipe or of standard input, which are copied to a temporary file; 4 GiB by default.
  public var maxSpooledBytes: Int = 4 << 30

  /// Limits that suit files from unknown sources.
  public init() {}
}

extension ReadingLimits {
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` if `value` exceeds a limit.
  package func check(_ limit: ReadingError.Limit, _ value: Int, _ allowed: Int) throws {
    guard value <= allowed else {
      throw ReadingError.limitExceeded(limit: limit, value: value, allowed: allowed)
    }
  }
}
