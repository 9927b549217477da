import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Every pixel format of PNG, compared with samples chosen by the test.
@Suite struct PNGFormatTests {
  static let layouts: [(color: Int, depth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]
  static let cases = layouts.flatMap { layout in
    [false, true].flatMap { interlaced in
      [false, true].map { (layout.color, layout.depth, interlaced, $0) }
    }
  }

  @Test(arguments: cases)
  func pixelsAreExact(color: Int, depth: Int, isInterlaced: Bool, isTransparent: Bool) throws {
    for (width, height) in [(1, 1), (3, 2), (9, 11), (17, 8)] {
      let most = (1 << depth) - 1
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color]!
      func samples(_ x: Int, _ y: Int) -> [Int] {
        (0..<channels).map { ((x * 7919 + y * 104_729 + $0 * 31_337) * 2_654_435_761 >> 7) & most }
      }
      let key = samples(0, 0)
      let colors = (0...most).map { index in
        (0..<3).map { UInt8(truncatingIfNeeded: index * 37 + $0 * 91) }
      }
      let alphas = (0..<min(colors.count, 5)).map { UInt8($0 * 60) }

      var png = PNGBuilder(width, height, depth: depth, color: color, isInterlaced: isInterlaced)
      if color == 3 { png.palette(colors, alphas: isTransparent ? alphas : []) }
      if isTransparent, color == 0 || color == 2 {
        png.chunk("tRNS", key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
      }
      png.chunk("IDAT", PNGBuilder.zlib(png.packed(w: width, h: height, samples)))
      png.end()

      func eight(_ value: Int) -> UInt32 {
        UInt32((Double(value) * 255 / Double(most)).rounded())
      }
      let expected = (0..<(width * height)).map { at -> UInt32 in
        let stored = samples(at % width, at / width)
        var rgba: [UInt32]
        switch color {
        case 3:
          let index = stored[0]
          rgba =
            colors[index].map(UInt32.init)
            + [isTransparent && index < alphas.count ? UInt32(alphas[index]) : 255]
        case 0, 4:
          rgba = [eight(stored[0]), eight(stored[0]), eight(stored[0])]
        default:
          rgba = stored.prefix(3).map(eight)
        }
        if color == 4 || color == 6 { rgba.append(eight(stored.last!)) }
        if color == 0 || color == 2 { rgba.append(isTransparent && stored == key ? 0 : 255) }
        return rgba[3] == 0 ? 0 : rgba[0] | rgba[1] << 8 | rgba[2] << 16 | rgba[3] << 24
      }
      let source = try openSource(.bytes(png.bytes, name: "format.png"))
      #expect(try source.allPixels() == [expected], "\(width)x\(height)")
      #expect(source.info.warnings.isEmpty)
      #expect(source.info.frames[0].isInterlaced == isInterlaced)
    }
  }

  @Test func indicesAboveThePaletteAreOpaqueBlack() throws {
    var png = PNGBuilder(2, 1, depth: 8, color: 3)
    png.palette([[1, 2, 3]], alphas: [7])
    png.chunk("IDAT", PNGBuilder.zlib([0, 0, 200]))
    png.end()
    let source = try openSource(.bytes(png.bytes, name: "palette.png"))
    #expect(try source.allPixels() == [[0x0703_0201, 0xff00_0000]])
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 12), [0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 0],
    [0, 0, 0, 1, 0, 0, 0, 1, 8, 5, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 1, 4, 2, 0, 0, 0],
    [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 1, 0, 0], [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 1, 0],
    [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 2], [0, 0, 0, 0, 0, 0, 0, 1, 8, 6, 0, 0, 0],
    [0x80, 0, 0, 0, 0, 0, 0, 1, 8, 6, 0, 0, 0],
  ])
  func headersThatTheFormatForbidsAreRefused(content: [UInt8]) {
    let error = #expect(throws: ReadingError.self) { try PNGHeader(content, byteOffset: 8) }
    if case .malformed(_, nil, 8) = error {} else { Issue.record("\(error as Any)") }
  }
}
