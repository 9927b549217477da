internal import Raster
internal import SystemPackage

/// Writes rows of straight RGBA as the smallest PNG that holds them exactly.
///
/// The format is at the top of the file and depends on every pixel. Rows therefore wait in an
/// unnamed file until no further pixel can change the format: for most colourful images after a few
/// rows, at the latest at the end. Memory holds a few rows.
final class ExactPNGWriter {
  private let size: PixelSize
  private let options: PNGWritingOptions
  private let mayBeTransparent: Bool
  private let path: FilePath
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private var census: PixelCensus
  private var spool: RowSpool?
  private var rowsIn = 0
  private let tick: () throws -> Void
  private var writer: (any PNGRowWriter)?
  private var packer: PNGRowPacker?
  private var packed: [UInt8] = []

  /// - Parameters:
  ///   - mayBeTransparent: whether a pixel may be transparent; true costs only disk space.
  ///   - path: the path of the file; rows wait next to it.
  ///   - tick: called from time to time while the end of the file takes long.
  ///   - write: takes the next bytes of the file.
  init(
    _ size: PixelSize, options: PNGWritingOptions, mayBeTransparent: Bool, beside path: FilePath,
    tick: @escaping () throws -> Void = {},
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.size = size
    self.options = options
    self.mayBeTransparent = mayBeTransparent
    self.path = path
    self.tick = tick
    self.write = write
    census = PixelCensus(options.formats)
  }

  /// Writes the next row, from the top.
  ///
  /// - Throws: ``WritingError`` or errors of the output.
  func writeRow(_ row: UnsafePointer<UInt32>) throws {
    if writer != nil {
      try writePacked(row)
    } else {
      census.count(row, size.width)
      let spool = try spool ?? RowSpool(width: size.width, beside: path)
      self.spool = spool
      try spool.append(row)
      if census.isSettled(mayBeTransparent: mayBeTransparent) { try start(replaying: rowsIn + 1) }
    }
    rowsIn += 1
  }

  /// Writes the rest of the file and returns the chosen format.
  @discardableResult
  func finish() throws -> PNGPixelFormat {
    if writer == nil { try start(replaying: rowsIn) }
    try writer?.finish()
    return writer?.format ?? census.format
  }

  private func start(replaying rows: Int) throws {
    let format = census.format
    if options.isOptimized, let zopfli = Zopfli.shared {
      writer = try SmallestPNGWriter(
        size, format, options: options, zopfli: zopfli, tick: tick, write: write)
    } else {
      writer = try PNGWriter(size, format, options: options, write: write)
    }
    packer = PNGRowPacker(format)
    packed = [UInt8](repeating: 0, count: format.bytesPerRow(width: size.width))
    try spool?.replay(rows) { try writePacked($0) }
    spool = nil
  }

  private func writePacked(_ row: UnsafePointer<UInt32>) throws {
    try packed.withUnsafeMutableBufferPointer { bytes in
      packer?.pack(row, width: size.width, into: bytes.baseAddress!)
      try writer?.writeRow(UnsafeRawBufferPointer(bytes))
    }
  }
}
