import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct PNGFilteredRowsTests {
  /// Undoes a filter byte by byte, as section 9.2 of the PNG specification says.
  private func undone(
    _ filter: UInt8, _ differences: [UInt8], above: [UInt8], pixel: Int
  ) -> [UInt8] {
    var row: [UInt8] = []
    for (at, difference) in differences.enumerated() {
      let left = at < pixel ? 0 : Int(row[at - pixel])
      let corner = at < pixel ? 0 : Int(above[at - pixel])
      let up = Int(above[at])
      let estimate = left + up - corner
      // Ties go to the left, then to the one above.
      let nearest = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) }!
      let predicted = [0, left, up, (left + up) / 2, nearest][Int(filter)]
      row.append(difference &+ UInt8(predicted))
    }
    return row
  }

  @Test(arguments: [PNGPixelFormat.rgba, .rgb, .grayAlpha, .gray(bits: 8), .gray(bits: 2)])
  func everyFilterCanBeUndone(format: PNGPixelFormat) {
    let size = PixelSize(width: 19, height: 40)
    let count = format.bytesPerRow(width: size.width)
    var random = SeededGenerator(seed: 11)
    var sloped: [[UInt8]] = [[UInt8](repeating: 200, count: count)]
    for y in 1..<size.height {
      // Rows that each suit another filter.
      let before = sloped[y - 1]
      var row: [UInt8] = []
      for x in 0..<count {
        let noise = UInt8.random(in: 0...3, using: &random)
        let left = x < format.bytesPerPixel ? 0 : row[x - format.bytesPerPixel]
        let corner = x < format.bytesPerPixel ? 0 : before[x - format.bytesPerPixel]
        switch y % 5 {
        case 0: row.append(.random(in: 0...255, using: &random) & 3)
        case 1: row.append(left &+ noise)
        case 2: row.append(before[x] &+ noise &+ 60)
        case 3: row.append(UInt8((Int(left) + Int(before[x])) / 2) &+ noise)
        default: row.append(left &+ before[x] &- corner &+ noise)
        }
      }
      sloped.append(row)
    }
    var used: Set<UInt8> = []
    for choice in [PNGWritingOptions.FilterChoice.unfiltered, .sub, .up, .adaptive] {
      let rows = PNGFilteredRows(size, format, filter: choice)
      for row in sloped { row.withUnsafeBytes(rows.append) }
      let bytes = Array(rows.bytes)
      #expect(bytes.count == PNGFilteredRows.byteCount(size, format))
      var above = [UInt8](repeating: 0, count: count)
      for (y, row) in sloped.enumerated() {
        let start = y * (count + 1)
        let differences = Array(bytes[(start + 1)...(start + count)])
        above = undone(bytes[start], differences, above: above, pixel: format.bytesPerPixel)
        #expect(above == row, "row \(y), \(choice)")
        used.insert(bytes[start])
      }
    }
    if format.bitsPerPixel >= 8 { #expect(used == [0, 1, 2, 3, 4]) }
  }
}
