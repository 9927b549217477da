import GIFBlocks
import Raster
import Testing

@testable import GIFCoding

@Suite struct PathSearchTests {
  private let palette = (0..<40).map { index in
    let (lightness, green) = (index * 400, index * 37 % 900)
    return Lab(Float(lightness), Float(green), 0, 0)
  }

  /// A field whose wanted colours are those of the given indices.
  private func field(
    _ indices: [UInt8], width: Int, demand: (Int) -> PixelDemand = { _ in .paintBlank }
  ) -> SearchField {
    let field = SearchField(pixelCount: indices.count)
    field.begin(PixelRect(x: 0, y: 0, width: width, height: indices.count / width))
    for (place, index) in indices.enumerated() {
      var target = StoredLab(rounding: palette[Int(index)])
      target[3] = demand(place).lane(weight: 1)
      field.target[place] = target
      field.screen[place] = StoredLab(rounding: palette[Int(index)])
    }
    return field
  }

  private func search(errorPerBit: Float, beam: Int = 8) -> PathSearch {
    PathSearch(settings: SearchSettings(errorPerBit: errorPerBit, dither: 0.7, beamWidth: beam))
  }

  /// Noise fills the table many times; runs use entries at the moment of their creation.
  @Test(arguments: [1, 8], [true, false])
  func aDecoderReadsWhatWasChosen(beam: Int, isNoise: Bool) throws {
    var pictures = TestPictures(seed: 5)
    let wanted =
      isNoise ? pictures.noise(9000, colors: 40) : pictures.runs(9000, colors: 5, longest: 300)
    let field = field(wanted, width: 150)
    let data = search(errorPerBit: 20_000, beam: beam).encode(
      field, palette: palette, paletteError: 0, transparentIndex: 200, minCodeSize: 8)
    let chosen = Array(UnsafeBufferPointer(start: field.indices.base, count: wanted.count))
    #expect(try LZWReference(data, minCodeSize: 8).indices == chosen)
  }

  /// With literals of 3 bits, the first entries of a table have the codes that are literals with 4
  /// bits.
  @Test func literalsMayBecomeLonger() throws {
    var pictures = TestPictures(seed: 12)
    let search = search(errorPerBit: 0)
    for (colors, bits) in [(6, 3), (40, 6)] {
      let wanted = pictures.noise(600, colors: colors)
      let data = search.encode(
        field(wanted, width: 30), palette: Array(palette.prefix(colors)), paletteError: 0,
        transparentIndex: colors, minCodeSize: bits)
      #expect(try LZWReference(data, minCodeSize: bits).indices == wanted)
    }
  }

  @Test func aBitThatCostsNothingBuysNoError() throws {
    var pictures = TestPictures(seed: 6)
    let wanted = pictures.runs(4000, colors: 20)
    let field = field(wanted, width: 50)
    let data = search(errorPerBit: 0).encode(
      field, palette: palette, paletteError: 0, transparentIndex: 200, minCodeSize: 8)
    #expect(try LZWReference(data, minCodeSize: 8).indices == wanted)
  }

  @Test func aHigherPriceOfBitsTakesFewer() {
    var pictures = TestPictures(seed: 7)
    let wanted = pictures.noise(3000, colors: 40)
    let sizes = [Float(10), 1000, 100_000, 1_000_000].map { price in
      search(errorPerBit: price).encode(
        field(wanted, width: 100), palette: palette, paletteError: 0, transparentIndex: 200,
        minCodeSize: 8
      ).count
    }
    #expect(sizes == sizes.sorted(by: >))
    #expect(sizes[3] < sizes[0] / 2)
  }

  @Test func keptPixelsStayAsTheyAre() throws {
    var pictures = TestPictures(seed: 8)
    let wanted = pictures.noise(2000, colors: 40)
    let field = field(wanted, width: 100) { $0 % 7 == 0 ? .paint : .keep }
    let data = search(errorPerBit: 0).encode(
      field, palette: palette, paletteError: 0, transparentIndex: 200, minCodeSize: 8)
    // The screen already shows the wanted colours: nothing must be painted, and a few codes are
    // enough.
    let indices = try LZWReference(data, minCodeSize: 8).indices
    #expect(zip(indices, wanted).allSatisfy { $0 == 200 || $0 == $1 })
    #expect(data.count < 250)
  }

  @Test func pixelsThatMustBePaintedAreAndOthersStayTransparent() throws {
    let wanted = [UInt8](repeating: 3, count: 600)
    let field = field(wanted, width: 30) { $0 % 30 < 10 ? .paintBlank : .blank }
    let data = search(errorPerBit: 1_000_000).encode(
      field, palette: palette, paletteError: 0, transparentIndex: 200, minCodeSize: 8)
    for (place, index) in try LZWReference(data, minCodeSize: 8).indices.enumerated() {
      #expect((index == 200) == (place % 30 >= 10))
    }
  }

  /// Spreading errors must not lead to ever larger errors: with few colours for many, the shown
  /// colours stay near the wanted ones.
  @Test func aPoorPaletteDoesNotRunAway() {
    let width = 32
    let field = SearchField(pixelCount: width * 24)
    field.begin(PixelRect(x: 0, y: 0, width: width, height: 24))
    for place in 0..<field.pixelCount {
      var target = StoredLab(Int16(place % width * 300), Int16(place / width * 300), 0, 0)
      target[3] = PixelDemand.paintBlank.lane(weight: 1)
      field.target[place] = target
    }
    var few: [Lab] = []
    for index in 0..<36 {
      few.append(Lab(Float(index % 6 * 1800 + 300), Float(index / 6 * 1300 + 300), 0, 0))
    }
    _ = search(errorPerBit: 13_000).encode(
      field, palette: few, paletteError: 400_000, transparentIndex: 36, minCodeSize: 6)
    for place in 0..<field.pixelCount {
      let shown = few[Int(field.indices[place])]
      let distance = shown.squaredDistance(field.target[place].lab.withoutWeight).squareRoot()
      #expect(distance < 3500)
    }
  }
}
