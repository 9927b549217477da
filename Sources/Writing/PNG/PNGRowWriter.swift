/// What takes the packed rows of one PNG from the top.
protocol PNGRowWriter: AnyObject {
  var format: PNGPixelFormat { get }

  /// Writes the next row.
  ///
  /// - Parameter row: at least ``PNGPixelFormat/bytesPerRow(width:)`` bytes.
  /// - Throws: ``WritingError`` or what the output throws.
  func writeRow(_ row: UnsafeRawBufferPointer) throws

  /// Writes the end of the file. All rows have to be written before.
  func finish() throws
}

extension PNGWriter: PNGRowWriter {}
