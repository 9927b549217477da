import AnimTiming
import Testing

@testable import Reading

@Suite struct CutFrameTests {
  private static func bytes(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }

  private static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    bytes([UInt32(8 + body.count)]) + Array(kind.utf8) + body
  }

  /// A video of ten frames of 40 ticks.
  ///
  /// - Parameter edits: duration and media time of each.
  private static func movie(timescale: UInt32, edits: [(UInt32, Int32)]) -> [UInt8] {
    let list =
      bytes([0, UInt32(edits.count)])
      + edits.flatMap { bytes([$0.0, UInt32(bitPattern: $0.1), 0x1_0000]) }
    let table = box("stts", bytes([0, 1, 10, 40]))
    let handler = box("hdlr", bytes([0, 0, 0x7669_6465, 0, 0, 0]))
    let media =
      box("mdhd", bytes([0, 0, 0, timescale, 400, 0])) + handler
      + box("minf", box("stbl", table))
    return box(
      "moov",
      box("mvhd", bytes([0, 0, 0, 1, 400]) + [UInt8](repeating: 0, count: 80))
        + box("trak", box("edts", box("elst", list)) + box("mdia", media)))
  }

  private func time(_ timescale: UInt32, _ edits: [(UInt32, Int32)]) throws -> RationalTime? {
    try CutFrame.time(
      of: ByteSource(bytes: Self.movie(timescale: timescale, edits: edits)),
      timebase: Timebase(1, Int64(timescale)), mostBytes: 1 << 20, mostFrames: 100)
  }

  @Test func theTimeIsFromTheFramesStart() throws {
    #expect(try time(1000, [(1, 90)]) == RationalTime(10, 1000))
    #expect(try time(1000, [(1, 80)]) == nil)
    #expect(try time(1000, [(1, 0)]) == nil)
  }

  /// Empty edits whose converted sum is the most negative number.
  @Test func absurdEditsAreNotTold() throws {
    let empty = (UInt32.max, Int32(-1))
    #expect(try time(1 << 30, [empty, empty, (2, -1), (1, 0)]) == nil)
  }
}
