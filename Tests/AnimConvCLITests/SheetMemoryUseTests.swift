import Foundation
import Testing

/// A sheet needs the memory of one row of cells, for any number of cells.
@Suite struct SheetMemoryUseTests {
  private static let side = 128
  private static let counts = [16, 240]

  /// The test measures the peak of the whole process, which includes frames, rows, pages, and the
  /// reader that checks the sheet.
  @Test(arguments: ["column", "grid", "packed"])
  func memoryIsARowOfCellsWhateverTheSheet(layout: String) throws {
    let peaks = try Self.counts.map { count in
      try withTemporaryFolder { folder in
        try Film.y4m(width: Self.side, height: Self.side, frames: count)
          .write(to: folder.appendingPathComponent("in.y4m"))
        return try Animconv.peakBytes(
          ["in.y4m", "s.png", "--layout", layout, "--max-size", "32768", "-q"], in: folder)
      }
    }
    let cells = (Self.counts[1] - Self.counts[0]) * Self.side * Self.side * 4
    #expect(
      peaks[1] - peaks[0] < cells / 3,
      "\(peaks[1] >> 10) KiB after \(peaks[0] >> 10) KiB, with \(cells >> 10) KiB more of cells")
  }
}
