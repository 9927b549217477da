import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ShapingOptionsTests {
  @Test func colorsAreReadFromNamesAndDigits() {
    #expect(RGBColor("white") == .white)
    #expect(RGBColor("Navy") == RGBColor(red: 0, green: 0, blue: 128))
    #expect(RGBColor("#1aF") == RGBColor(red: 0x11, green: 0xAA, blue: 0xFF))
    #expect(RGBColor("#102Aff") == RGBColor(red: 16, green: 42, blue: 255))
    #expect(RGBColor("#102Aff")?.description == "#102aff")
    #expect(RGBColor("aqua")?.description == "#00ffff")
  }

  @Test(arguments: [
    "", "#", "#12", "#1234", "#12345", "#1234567", "123456", "#12345g", "pink", "#é1",
  ])
  func otherColorsAreRefused(text: String) {
    #expect(RGBColor(text) == nil)
  }

  @Test func rectanglesAreReadAsWritten() {
    let rect = PixelRect(x: 3, y: 4, width: 10, height: 20)
    #expect(PixelRect(parsing: "10x20+3+4") == rect)
    #expect(PixelRect(parsing: rect.description) == rect)
  }

  @Test(arguments: [
    "", "10x20", "10x20+3", "10x20+3+4+5", "x20+3+4", "10x20-3+4", "10+3+4", "1x1+ 1+1",
  ])
  func otherRectanglesAreRefused(text: String) {
    #expect(PixelRect(parsing: text) == nil)
  }

  @Test func choicesAreReadBackFromTheirNames() {
    for filter in ScaleFilter.allCases { #expect(ScaleFilter("\(filter)") == filter) }
    for fit in Conversion.Shaping.Fit.allCases { #expect(Conversion.Shaping.Fit("\(fit)") == fit) }
    for mode in Conversion.Shaping.Alpha.allCases {
      #expect(Conversion.Shaping.Alpha("\(mode)") == mode)
    }
    #expect(Conversion.Shaping.Alpha("side-by-side") == .sideBySide)
    #expect(ScaleFilter("bilinear") == nil)
    #expect(Conversion.Shaping.Fit("") == nil)
  }
}
