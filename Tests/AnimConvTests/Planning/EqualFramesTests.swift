import FrameTestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// Frames share a cell only if all their pixels are equal.
@Suite struct EqualFramesTests {
  private static let size = PixelSize(width: 2, height: 1)
  private static let pictures: [[UInt32]] = [1, 2, 1, 3, 2, 1, 3].map { value in
    [0xFF00_0000 | value, 0xFF00_00FF]
  }

  private func shaping() throws -> ShapingPlan {
    try ShapingPlan(Conversion.Shaping(), source: Self.size, hasAlpha: false)
  }

  @Test func framesWithOneDigestStayApartWhenTheirPixelsDiffer() throws {
    let source = ArraySource(Self.pictures, size: Self.size)
    let analysis = try FrameAnalysis(
      source, indices: Self.pictures.indices, shapings: [try shaping()], scales: [1],
      digest: { _ in FrameDigest(value: 7) }, onAnalysis: { _, _ in })
    #expect(Self.pictures.indices.map { analysis[source: $0].original } == [0, 1, 0, 3, 1, 0, 3])
  }

  @Test func realDigestsTellTheSame() throws {
    let source = ArraySource(Self.pictures, size: Self.size)
    // An earlier reader may have left the source at any frame.
    try source.seek(to: 3)
    let analysis = try FrameAnalysis(
      source, indices: [0, 1, 2, 4, 6], shapings: [try shaping()], scales: [1],
      onAnalysis: { _, _ in })
    #expect([0, 1, 2, 4, 6].map { analysis[source: $0].original } == [0, 1, 0, 1, 6])
  }

  /// Only one picture may wait at a time.
  @Test func littleMemoryFindsTheSame() throws {
    let source = ArraySource(Self.pictures, size: Self.size)
    let equal = try EqualFrames(
      source, shapings: [try shaping()], candidates: [[0, 2, 5], [1, 4], [3, 6]], keptBytes: 1,
      check: {})
    #expect(equal.originals == [2: 0, 5: 0, 4: 1, 6: 3])
  }
}
