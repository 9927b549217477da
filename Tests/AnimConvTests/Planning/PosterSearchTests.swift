import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading

/// The poster frame of an animation must show something.
@Suite struct PosterSearchTests {
  private static let size = PixelSize(width: 96, height: 72)

  /// Squares of 6 pixels with the given contrast around a middle grey, shifted by some pixels.
  private func squares(contrast: Double = 1, moved: Int = 0, gray: Double = 128) -> [Double] {
    (0..<Self.size.area).map { place in
      let (x, y) = (place % Self.size.width + moved, place / Self.size.width)
      return gray + ((x / 6 + y / 6) % 2 == 0 ? 1 : -1) * 100 * contrast
    }
  }

  /// The mean of the given number of neighbours on both sides in a row.
  private func blurred(_ picture: [Double], by radius: Int) -> [Double] {
    picture.indices.map { place in
      let row = place / Self.size.width * Self.size.width
      let near = (-radius...radius).map {
        min(max(place % Self.size.width + $0, 0), Self.size.width - 1)
      }
      return near.reduce(0) { $0 + picture[row + $1] } / Double(near.count)
    }
  }

  private func pixels(_ picture: [Double]) -> [UInt32] {
    picture.map { 0xFF00_0000 | UInt32(min(max($0, 0), 255)) * 0x010101 }
  }

  private func best(_ pictures: [[UInt32]], shown: [Int]? = nil) throws -> Int {
    let source = ArraySource(pictures, size: Self.size)
    let index = try PosterSearch(source, shown: shown ?? Array(pictures.indices)) { _, _ in }.index
    // An earlier reader may have left the source at any frame.
    try source.seek(to: pictures.count / 2)
    #expect(
      try PosterSearch(source, shown: shown ?? Array(pictures.indices)) { _, _ in }.index == index)
    return index
  }

  private var blank: [UInt32] { pixels(Array(repeating: 20, count: Self.size.area)) }

  @Test func theFirstFramesAreBlankAndBlurred() throws {
    let pictures = [
      blank, blank, pixels(blurred(squares(), by: 8)), pixels(blurred(squares(), by: 3)),
      pixels(squares()), pixels(blurred(squares(moved: 9), by: 2)), blank,
    ]
    #expect(try best(pictures) == 4)
    #expect(try best(pictures, shown: [0, 1, 2, 3]) == 3)
    #expect(try best(pictures, shown: [0, 1]) == 0)
    #expect(try best(pictures, shown: [6, 5, 2]) == 5)
  }

  /// A fade of a sharp picture has more edges than another picture without a fade.
  @Test func framesOfAFadeComeAfterOthers() throws {
    let fade = [0.2, 0.4, 0.6, 0.8].map { pixels(squares(contrast: $0)) }
    let calm = pixels(blurred(squares(moved: 3), by: 1).map { 128 + ($0 - 128) * 0.5 })
    #expect(try best(fade) == 3)
    #expect(FrameClarity(buffer(fade[2])).sharpness > FrameClarity(buffer(calm)).sharpness)
    #expect(try best(fade + [blank, calm, calm]) == 5)
    // To another brightness, too.
    let brighter = [60.0, 90, 120].map { pixels(squares(contrast: 0.5, gray: $0)) }
    #expect(try best(brighter + [blank, calm]) == 4)
  }

  /// While the focus comes and goes, contrast changes too, but edges change far more.
  @Test func focusIsNoFade() throws {
    let focus = [4, 2, 0, 2, 4].map { pixels(blurred(squares(), by: $0)) }
    let calm = pixels(blurred(squares(moved: 3), by: 3).map { 128 + ($0 - 128) * 0.5 })
    #expect(try best(focus + [blank, calm, calm]) == 2)
    let clarities = focus.map { FrameClarity(buffer($0)) }
    #expect(zip(clarities, clarities.dropFirst()).allSatisfy { !$0.fades(to: $1) })
    #expect(zip(clarities, clarities.dropFirst()).allSatisfy { $0.contrast / $1.contrast != 1 })
  }

  /// One sharp corner in a blank picture counts less than edges everywhere.
  @Test func emptyPartsCountAgainstAFrame() throws {
    var corner = Array(repeating: 20.0, count: Self.size.area)
    for place in corner.indices where place % Self.size.width < 20 && place < 20 * Self.size.width {
      corner[place] = place % 2 == 0 ? 0 : 255
    }
    #expect(try best([pixels(corner), pixels(blurred(squares(), by: 1))]) == 1)
  }

  /// A transparent picture counts as blank, with any hidden colours.
  @Test func transparentFramesAreBlank() throws {
    let hidden = [UInt32](repeating: 0, count: Self.size.area)
    #expect(try best([hidden, pixels(squares(contrast: 0.3))]) == 1)
  }

  @Test func memoryIsAFewFrames() throws {
    let pictures = (0..<60).map { pixels(squares(moved: $0)) }
    let source = ArraySource(pictures, size: Self.size)
    _ = try PosterSearch(source, shown: Array(pictures.indices)) { _, _ in }
    #expect(source.pool.peakLive <= 3)
  }

  private func buffer(_ picture: [UInt32]) -> PixelBuffer {
    picture.withUnsafeBytes { PixelBuffer.Pool(size: Self.size).buffer(copying: $0) }
  }

  static let texts: [(text: String, poster: Conversion.Poster?)] = [
    ("best", .best), ("first", .first), ("17", .frame(17)), ("2.5s", .time(RationalTime(5, 2))),
    ("0:02", .time(RationalTime(2, 1))), ("-1", nil), ("worst", nil), ("2.5", nil), ("", nil),
  ]

  @Test(arguments: texts)
  func aPosterIsReadAsItIsWritten(text: String, poster: Conversion.Poster?) {
    #expect(Conversion.Poster(text) == poster)
    if let poster { #expect(Conversion.Poster(poster.description) == poster) }
  }
}
