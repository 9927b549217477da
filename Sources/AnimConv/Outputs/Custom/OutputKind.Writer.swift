public import Raster
public import SystemPackage

extension OutputKind {
  /// Writes one file of a program's kind. Used by one thread at a time.
  public protocol Writer: AnyObject {
    /// Writes the next frame; its times are those of the plan.
    ///
    /// - Parameter index: from 0.
    func write(_ frame: PixelBuffer, index: Int, to file: OutputKind.File) throws

    /// Completes the file after the last frame.
    func finish(_ file: OutputKind.File) throws

    /// Reads the complete file back, before it has its name, and throws if it is not what was written.
    func check(_ path: FilePath) throws
  }

  /// The file of an ``OutputKind/Writer``.
  public struct File {
    private let buffer: BufferedDestination

    init(_ buffer: BufferedDestination) { self.buffer = buffer }

    /// Appends bytes.
    ///
    /// - Throws: a ``StageFailure`` if the system cannot write.
    public func append(_ bytes: [UInt8]) throws { try buffer.append(bytes) }

    /// Replaces bytes that were appended before.
    ///
    /// - Throws: a ``StageFailure`` if the system cannot write.
    public func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
      try buffer.overwrite(bytes, at: offset)
    }
  }
}

extension OutputKind.Writer {
  /// Adds nothing.
  public func finish(_ file: OutputKind.File) throws {}
  /// Checks nothing.
  public func check(_ path: FilePath) throws {}
}
