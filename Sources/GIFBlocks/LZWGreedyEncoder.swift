/// Compresses indices as every GIF encoder can: always the longest string that the table has.
///
/// When the table is full it is emptied if that is asked for; else it stays, which suits pictures
/// that go on as they began.
package enum LZWGreedyEncoder {
  /// Compresses one picture.
  ///
  /// - Parameters:
  ///   - indices: palette indices, row by row.
  ///   - minCodeSize: bits of a literal, 2 to 8; see ``minCodeSize(highestIndex:)``.
  ///   - clearsFullTable: write a clear code as soon as the table is full.
  ///   - dictionary: working space, emptied here.
  /// - Returns: LZW data for ``GIFImage/data``.
  package static func encode(
    _ indices: [UInt8], minCodeSize: Int, clearsFullTable: Bool = true,
    dictionary: LZWDictionary = LZWDictionary()
  ) -> [UInt8] {
    var writer = LZWCodeWriter(minCodeSize: minCodeSize)
    dictionary.clear()
    var code = -1
    for index in indices {
      precondition(Int(index) < writer.clearCode, "an index needs more bits than a literal has")
      if code < 0 {
        code = Int(index)
        continue
      }
      let longer = dictionary.child(code, index)
      if longer >= 0 {
        code = longer
        continue
      }
      if writer.nextEntry < LZWCodeWriter.tableLimit {
        dictionary.add(writer.nextEntry, below: code, index)
      }
      writer.append(code)
      if clearsFullTable, writer.nextEntry == LZWCodeWriter.tableLimit {
        writer.clear()
        dictionary.clear()
      }
      code = Int(index)
    }
    if code >= 0 { writer.append(code) }
    return writer.finish()
  }

  /// Bits of a literal when no index is higher: 2 to 8. Two colours take 2 bits as well, because
  /// the specification asks for it (GIF89a, appendix F).
  package static func minCodeSize(highestIndex: Int) -> Int {
    var bits = 2
    while highestIndex >> bits > 0 { bits += 1 }
    return bits
  }
}
