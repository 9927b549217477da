import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// The parts of an Aseprite file that can be requested: layers, slices, the pixel aspect.
@Suite struct AsepriteChoiceTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]

  private func colors(
    _ file: AsepriteBuilder, _ change: (inout ReadingOptions.Aseprite) -> Void
  ) throws -> (size: PixelSize, frames: [String]) {
    var options = ReadingOptions()
    change(&options.aseprite)
    let source = try openSource(.bytes(file.bytes, name: "a"), options: options)
    let letters: [UInt32: Character] = [
      0: ".", 0xFF00_00FF: "r", 0xFF00_FF00: "g", 0xFFFF_0000: "b",
    ]
    return (
      source.info.size, try source.allPixels().map { String($0.map { letters[$0] ?? "?" }) }
    )
  }

  /// A group `g` with `a` (red) and `b` (green, hidden), and `c` (blue, hidden) above it, each one
  /// pixel.
  private static var layered: AsepriteBuilder {
    var file = AsepriteBuilder(3, 1)
    file.layer("g", kind: 1)
    file.layer("a", level: 1)
    file.layer("b", flags: 0, level: 1)
    file.layer("c", flags: 0)
    for (layer, color) in [(1, red), (2, green), (3, blue)] {
      file.cel(layer, x: layer - 1, w: 1, h: 1, samples: color)
    }
    file.frame()
    return file
  }

  @Test(
    arguments: [
      (nil, false, "r.."), (nil, true, "rgb"), ("g", false, "r.."), ("g", true, "rg."),
      ("b", false, ".g."), ("c", false, "..b"), ("a,c", false, "r.b"), ("c,b", false, ".gb"),
    ] as [(String?, Bool, String)])
  func layersAreChosenByName(layer: String?, hidden: Bool, expected: String) throws {
    let found = try colors(Self.layered) {
      $0.layer = layer
      $0.showsHiddenLayers = hidden
    }
    #expect(found.frames == [expected])
  }

  /// All layers of a hidden group are hidden, unless they are requested.
  @Test func aHiddenGroupHidesUnlessItIsNamed() throws {
    var file = AsepriteBuilder(1, 1)
    file.layer("g", kind: 1, flags: 0)
    file.layer("a", level: 1)
    file.cel(1, w: 1, h: 1, samples: Self.red)
    file.frame()
    for (layer, expected) in [(nil, "."), ("g", "r"), ("a", "r")] as [(String?, String)] {
      #expect(try colors(file) { $0.layer = layer }.frames == [expected])
    }
  }

  private static func slice(_ name: String, _ keys: [[Int32]]) -> [UInt8] {
    func long(_ value: Int32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let text = Array(name.utf8)
    return long(Int32(keys.count)) + long(0) + long(0) + [UInt8(text.count), 0] + text
      + keys.flatMap { $0.flatMap(long) }
  }

  /// From frame 0, two pixels at 1, 0; from frame 1, one at 2, 1; hidden from frame 2.
  private static var sliced: AsepriteBuilder {
    var file = AsepriteBuilder(3, 2)
    file.layer()
    file.chunk(0x2022, slice("head", [[0, 1, 0, 2, 1], [1, 2, 1, 1, 1], [2, 0, 0, 0, 0]]))
    file.chunk(0x2022, slice("off", [[0, 0, 0, 0, 0]]))
    for frame in 0..<3 {
      file.cel(0, w: 3, h: 2, samples: red + green + blue + red + red + green)
      file.frame(delay: 10 + frame)
    }
    return file
  }

  @Test func aSliceCutsEachFrameWhereItIs() throws {
    let found = try colors(Self.sliced) { $0.slice = "head" }
    #expect(found.size == PixelSize(width: 2, height: 1))
    #expect(found.frames == ["gb", "g.", ".."])
  }

  @Test func pixelsBecomeAsWideAsTheFileSays() throws {
    for (ratio, size, expected) in [
      ((2, 1), PixelSize(width: 4, height: 1), "rrgg"),
      ((2, 4), PixelSize(width: 2, height: 2), "rgrg"),
      ((3, 3), PixelSize(width: 2, height: 1), "rg"),
    ] {
      var file = AsepriteBuilder(2, 1, ratio: ratio)
      file.layer()
      file.cel(0, w: 2, h: 1, samples: Self.red + Self.green)
      file.frame()
      let found = try colors(file) { $0.appliesPixelAspect = true }
      #expect(found.size == size)
      #expect(found.frames == [expected])
      #expect(try colors(file) { _ in }.frames == ["rg"])
    }
  }

  @Test func reportsMissingNamesWithTheExistingOnes() throws {
    for (change, text) in [
      ({ $0.layer = "x" }, "no layer named \"x\""), ({ $0.layer = "head" }, "no layer named"),
      ({ $0.slice = "x" }, "no slice named"), ({ $0.slice = "off" }, "hidden in every frame"),
    ] as [((inout ReadingOptions.Aseprite) -> Void, String)] {
      let error = #expect(throws: ReadingError.self) { try colors(Self.sliced, change) }
      #expect(error?.kind == .usage)
      #expect(error.map { String(describing: $0.reason) }?.contains(text) == true, "\(text)")
    }
    let unknown = #expect(throws: ReadingError.self) { try colors(Self.sliced) { $0.slice = "x" } }
    #expect(unknown?.remedy.map { String(describing: $0) } == "expected one of \"head\", \"off\"")
  }
}
