import Testing

@testable import GIFCoding

@Suite struct OKLabTests {
  /// Published values of the primaries (Ottosson, 2020).
  private static let primaries: [(UInt32, Lab)] = [
    (0xff_ffff, Lab(1, 0, 0, 0)),
    (0x00_00ff, Lab(0.627_96, 0.224_86, 0.125_85, 0)),
    (0x00_ff00, Lab(0.866_44, -0.233_89, 0.179_50, 0)),
    (0xff_0000, Lab(0.452_01, -0.032_46, -0.311_53, 0)),
  ]

  @Test(arguments: primaries)
  func convertsThePrimariesAsPublished(pixel: UInt32, expected: Lab) {
    let lab = OKLab.Converter()(pixel)
    let shares = Lab(1, OKLab.chromaShare, OKLab.chromaShare, 1)
    let difference = lab / OKLab.scale / shares - expected
    #expect(difference.squaredDistance(.zero) < 1e-7)
  }

  @Test func comesBackToTheSameBytes() {
    let convert = OKLab.Converter()
    for red in stride(from: 0, to: 256, by: 51) {
      for green in stride(from: 0, to: 256, by: 17) {
        for blue in stride(from: 0, to: 256, by: 51) {
          let pixel = TestClip.rgb(red, green, blue)
          #expect(OKLab.pixel(convert(pixel)) == pixel)
        }
      }
    }
  }
}
