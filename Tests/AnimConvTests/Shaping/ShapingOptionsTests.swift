import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ShapingOptionsTests {
  @Test func colorsAreReadFromNamesAndDigits() {
    #expect(RGBColor(parsing: "white") == .white)
    #expect(RGBColor(parsing: "Navy") == RGBColor(red: 0, green: 0, blue: 128))
    #expect(RGBColor(parsing: "#1aF") == RGBColor(red: 0x11, green: 0xAA, blue: 0xFF))
    #expect(RGBColor(parsing: "#102Aff") == RGBColor(red: 16, green: 42, blue: 255))
    #expect(RGBColor(parsing: "#102Aff")?.description == "#102aff")
    #expect(RGBColor(parsing: "aqua")?.description == "#00ffff")
  }

  @Test(arguments: [
    "", "#", "#12", "#1234", "#12345", "#1234567", "123456", "#12345g", "pink", "#é1",
  ])
  func otherColorsAreRefused(text: String) {
    #expect(RGBColor(parsing: text) == nil)
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
    for filter in ScaleFilter.allCases { #expect(ScaleFilter(parsing: "\(filter)") == filter) }
    for fit in Fit.allCases { #expect(Fit(parsing: "\(fit)") == fit) }
    for mode in AlphaMode.allCases { #expect(AlphaMode(parsing: "\(mode)") == mode) }
    #expect(AlphaMode(parsing: "side-by-side") == .sideBySide)
    #expect(ScaleFilter(parsing: "bilinear") == nil)
    #expect(Fit(parsing: "") == nil)
  }
}
