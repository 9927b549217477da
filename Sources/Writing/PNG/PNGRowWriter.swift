/// Receives the packed rows of one PNG from the top.
protocol PNGRowWriter: AnyObject {
  var format: PNGPixelFormat { get }

  /// Writes the next row.
  ///
  /// - Parameter row: at least ``PNGPixelFormat/bytesPerRow(width:)`` bytes.
  /// - Throws: ``WritingError`` or errors of the output.
  func writeRow(_ row: UnsafeRawBufferPointer) throws

  /// Writes the end of the file, after all rows.
  func finish() throws
}

extension PNGWriter: PNGRowWriter {}
