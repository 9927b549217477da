import Raster
import Testing

@testable import GIFBlocks

@Suite struct LosslessGIFSourceTests {
  private static let palette = GIFPalette((0..<16).map { $0 * 0x0b_0703 })

  /// A frame that another program encoded well, and the same frame without its encoded image.
  private func frame(
    dropping transparent: UInt8? = nil, palette: GIFPalette? = nil
  ) -> (known: LosslessGIFFrame, indices: [UInt8]) {
    var random = TestPictures(seed: 8)
    // Two kinds of picture: an encoder that does not clear its table between them needs more bytes.
    let above = random.runs(20_000, colors: 8, longest: 5)
    let indices = above + random.runs(20_000, colors: 8, longest: 5).map { 8 + $0 }
    var choices = IndexChoices()
    for index in indices { choices.append(index) }
    let parser = LZWParser()
    let plan = LZWClearPlan(
      choices, effort: LZWEffort(effort: 9), minCodeSize: 4, parser: parser)
    let image = GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 200, height: 200), palette: palette, minCodeSize: 4,
      data: plan.encode(choices, minCodeSize: 4, parser: parser))
    let canvas = indices.map { 0xff00_0000 | Self.palette.colors[Int($0)] }
    let source = LosslessGIFSource(
      image: image, transparentIndex: transparent, indices: indices)
    return (LosslessGIFFrame(canvas: canvas, delay: 3, source: source), indices)
  }

  private func data(_ bytes: [UInt8], contains image: GIFImage) -> Bool {
    var parts: [UInt8] = []
    for start in stride(from: 0, to: image.data.count, by: 255) {
      let end = min(start + 255, image.data.count)
      parts += [UInt8(end - start)] + image.data[start..<end]
    }
    return bytes.indices.contains { bytes[$0...].starts(with: parts) }
  }

  @Test func theInputsOwnCodedFrameIsKeptWhereItIsSmaller() throws {
    let known = frame().known
    let animation = TestAnimation(width: 200, height: 200, frames: [known])
    let kept = try animation.encoded(
      effort: 0, plan: animation.plan(sourcePalette: Self.palette, keepsSourcePalette: true))
    #expect(try GIFReference(kept).frames[0].canvas == known.canvas)
    #expect(data(kept, contains: known.source!.image))
    // If colours were in another order, its indices would have other meanings.
    let own = try animation.encoded(
      effort: 0, plan: animation.plan(sourcePalette: Self.palette, keepsSourcePalette: false))
    #expect(try GIFReference(own).frames[0].canvas == known.canvas)
    #expect(!data(own, contains: known.source!.image))
  }

  @Test func anImageThatLeavesAWrongPixelIsNotKept() throws {
    let known = frame(dropping: 3).known
    let before = LosslessGIFFrame(
      canvas: Array(repeating: 0xff12_3456, count: 40_000), delay: 3)
    let animation = TestAnimation(width: 200, height: 200, frames: [before, known])
    let bytes = try animation.encoded(
      effort: 0, plan: animation.plan(sourcePalette: Self.palette, keepsSourcePalette: true))
    #expect(try GIFReference(bytes).frames[1].canvas == known.canvas)
    #expect(!data(bytes, contains: known.source!.image))
  }

  @Test func theInputsOrderOfColorsStaysUnlessAnotherTakesFewerBits() {
    let known = frame().known
    let animation = TestAnimation(width: 200, height: 200, frames: [known])
    #expect(animation.plan(sourcePalette: Self.palette).keepsSourcePalette)
    // Sixteen colours at the end of a table of 256.
    let wide = GIFPalette(
      (0..<240).map { 0x40_0000 | UInt32($0) } + Self.palette.colors)
    let plan = animation.plan(sourcePalette: wide)
    #expect(!plan.keepsSourcePalette)
    #expect(plan.palette.colors.count == 16)
  }
}
