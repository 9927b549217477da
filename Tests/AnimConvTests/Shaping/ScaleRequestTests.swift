import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ScaleRequestTests {
  @Test func everyFormIsRead() {
    let forms: [(String, Conversion.Shaping.Scale)] = [
      ("2", .factor(numerator: 2, denominator: 1)),
      ("0.5", .factor(numerator: 1, denominator: 2)),
      (".5", .factor(numerator: 1, denominator: 2)),
      ("1.250", .factor(numerator: 5, denominator: 4)),
      ("1.", .factor(numerator: 1, denominator: 1)),
      ("1/2", .factor(numerator: 1, denominator: 2)),
      ("6/4", .factor(numerator: 3, denominator: 2)),
      ("0", .factor(numerator: 0, denominator: 1)),
      ("4x", .pixelFactor(4)),
      ("16x", .pixelFactor(16)),
      ("17x", .width(17)),
      ("640x", .width(640)),
      ("8x-1", .width(8)),
      ("x480", .height(480)),
      ("-1x480", .height(480)),
      ("640x480", .size(PixelSize(width: 640, height: 480))),
      ("0x480", .size(PixelSize(width: 0, height: 480))),
    ]
    for (text, request) in forms {
      #expect(Conversion.Shaping.Scale(parsing: text) == request, "\(text)")
    }
  }

  @Test(arguments: [
    "", "x", "-1x-1", "-2", "2.5.1", "1/0", "1/2/3", "/2", "a", "4 x", "4X", "640x480x2", "1e3",
    "-1x", "x-1", "640x-2", "+2", "1234567890", "0.1234567", ".", "٣", "1,5", "0x10x",
  ])
  func everythingElseIsRefused(text: String) {
    #expect(Conversion.Shaping.Scale(parsing: text) == nil)
  }

  @Test func descriptionsAreReadBack() {
    let requests: [Conversion.Shaping.Scale] = [
      .factor(numerator: 3, denominator: 1), .factor(numerator: 7, denominator: 9),
      .pixelFactor(3), .width(5), .width(500), .height(5), .size(PixelSize(width: 3, height: 4)),
    ]
    for request in requests {
      #expect(Conversion.Shaping.Scale(parsing: request.description) == request)
    }
    #expect(requests.map(\.description) == ["3", "7/9", "3x", "5x-1", "500x-1", "x5", "3x4"])
  }
}
