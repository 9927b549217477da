/// Compresses indices as every GIF encoder can: always with the longest string in the table.
///
/// A full table is cleared on request; otherwise it stays, which is good for pictures that do not
/// change in character.
package enum LZWGreedyEncoder {
  /// Compresses one picture.
  ///
  /// - Parameters:
  ///   - indices: palette indices, row by row.
  ///   - minCodeSize: bits per literal, 2 to 8; see ``minCodeSize(highestIndex:)``.
  ///   - clearsFullTable: write a clear code as soon as the table is full.
  ///   - dictionary: working memory, which is cleared.
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

  /// Bits per literal if no index is higher: 2 to 8. Two colours also take 2 bits, as the
  /// specification requires (GIF89a, appendix F).
  package static func minCodeSize(highestIndex: Int) -> Int {
    var bits = 2
    while highestIndex >> bits > 0 { bits += 1 }
    return bits
  }
}
