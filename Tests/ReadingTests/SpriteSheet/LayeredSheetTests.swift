import AtlasTestSupport
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// Aseprite's sheets with a frame for each layer.
@Suite struct LayeredSheetTests {
  private static let body: [UInt32] = [0xFF00_64C8, 0xFF00_64C8, 0xFF00_64C8, 0]
  /// Nothing, half of a colour, all of it, and a colour over transparency.
  private static let hat: [UInt32] = [0, 0x8064_C800, 0xFF64_C800, 0xFF01_0203]

  /// Cells of 2x2 in a row.
  private func open(
    _ names: [String], _ cells: [[UInt32]], layers: String, tag: String? = nil
  ) throws -> (pixels: [[UInt32]], info: SourceInfo) {
    try TemporaryFolder.with { folder in
      let frames = names.enumerated().map {
        "\"\($1)\":\(packedFrame($0 * 2, 0, 2, 2, more: ",\"duration\":\(70 + $0)"))"
      }
      try folder.write(
        """
        {"frames":{\(frames.joined(separator: ","))},"meta":{"app":"https://www.aseprite.org/",
        "image":"a.png","frameTags":[{"name":"go","from":1,"to":1,"direction":"forward"}],
        "layers":[\(layers)]}}
        """, to: "a.json")
      let pixels = [0, 1].flatMap { row in cells.flatMap { $0[row * 2..<row * 2 + 2] } }
      try folder.write(DrawnSheet(2 * cells.count, 2, pixels: pixels).png(), to: "a.png")
      var options = ReadingOptions()
      options.sheet.tag = tag
      let source = try openSource(.path(folder.appending("a.json")), options: options)
      return (try source.allPixels(), source.info)
    }
  }

  private static let layers =
    #"{"name":"body","opacity":255,"blendMode":"normal"},"#
    + #"{"name":"hat","opacity":255,"blendMode":"normal"}"#
  private static let names = ["h (hat) 0", "h (hat) 1", "h (body) 0", "h (body) 1"]
  /// 200 + (0 - 200) * 128 / 255 is 99.6, which is rounded towards 200, and so on.
  private static let mixed: [UInt32] = [0xFF00_64C8, 0xFF32_9664, 0xFF64_C800, 0xFF01_0203]

  @Test func layersLieOverEachOtherInTheOrderOfTheData() throws {
    let plain = [UInt32](repeating: 0xFF11_2233, count: 4)
    let nothing = [UInt32](repeating: 0, count: 4)
    let (pixels, info) = try open(
      Self.names, [nothing, Self.hat, plain, Self.body], layers: Self.layers)
    #expect(pixels == [plain, Self.mixed])
    #expect(info.notes.contains { $0.description.contains("laid over each other") })
    let tagged = try open(
      Self.names, [nothing, Self.hat, plain, Self.body], layers: Self.layers, tag: "go")
    #expect(tagged.pixels == [Self.mixed])
  }

  /// Multiplied: 200 * 0 / 255, 100 * 200 / 255 and 0 * 100 / 255.
  @Test func blendModesCount() throws {
    let layers = Self.layers.replacing(
      #"hat","opacity":255,"blendMode":"normal"#, with: #"hat","opacity":255,"blendMode":"multiply"#
    )
    let (pixels, info) = try open(
      Self.names, [Self.hat, Self.hat, Self.body, Self.body], layers: layers)
    #expect(pixels[0][2] == 0xFF00_4E00)
    #expect(info.warnings.isEmpty)
    let unknown = layers.replacing("multiply", with: "sparkle")
    let other = try open(
      Self.names, [Self.hat, Self.hat, Self.body, Self.body], layers: unknown)
    #expect(other.pixels[1] == Self.mixed)
    #expect(other.info.warnings.map(\.detail).contains { $0.contains("\"sparkle\" is unknown") })
  }
}
