import Testing

@testable import AnimConv
@testable import Raster
@testable import Stages

@Suite struct ShapingErrorTests {
  @Test func sentencesAreWhole() {
    let size = PixelSize(width: 120, height: 80)
    let crop = PixelRect(x: 50, y: 50, width: 100, height: 100)
    let texts: [(ShapingError, String, String?)] = [
      (
        .emptyCrop(PixelRect(x: 1, y: 2, width: 0, height: 3)),
        "expected at least one pixel for the crop, but got 0x3+1+2",
        "give a width and a height of at least 1"
      ),
      (
        .cropOutside(crop: crop, source: size),
        "the crop 100x100+50+50 reaches outside the 120x80 canvas",
        "choose a rectangle inside 120x80+0+0"
      ),
      (
        .emptyScale(.width(0)),
        "expected at least one pixel for the scaled size, but got 0x-1",
        "give a factor above 0 or sides of at least 1"
      ),
      (
        .filterConflict(factor: 4, filter: .lanczos),
        "scaling by 4x repeats pixels, but the filter is lanczos",
        "use --scale 4 --filter lanczos, or leave out the filter"
      ),
      (
        .tooLarge(size: PixelSize(width: 20_000, height: 5), allowed: 16_384),
        "the output would be 20000x5, but a side may have at most 16384 pixels",
        "choose a smaller --scale"
      ),
      (
        .frameSize(frame: 3, expected: size, actual: PixelSize(width: 1, height: 1)),
        "expected a frame of 120x80, but got 1x1", nil
      ),
    ]
    for (error, reason, remedy) in texts {
      #expect(error.reason.text(.options) == reason)
      #expect(error.remedy?.text(.options) == remedy)
      #expect(error.stage == .shaping)
    }
  }

  @Test func onlyAWrongFrameIsOurOwnMistake() {
    let size = PixelSize(width: 1, height: 1)
    #expect(ShapingError.emptyScale(.width(0)).kind == .usage)
    #expect(ShapingError.emptyScale(.width(0)).frame == nil)
    let wrong = ShapingError.frameSize(frame: 3, expected: size, actual: size)
    #expect(wrong.kind == .internalFault)
    #expect(wrong.frame == 3)
  }
}
