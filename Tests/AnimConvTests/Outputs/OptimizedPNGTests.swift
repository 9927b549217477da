import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Writing

@Suite struct OptimizedPNGTests {
  @Test func sheetsAndFramesAreOptimized() throws {
    try TemporaryFolder.with { folder in
      for name in ["plain", "small"] {
        _ = try ArraySource(DrawnSprites.pictures, size: DrawnSprites.size).convert(
          .file(folder.appending("\(name).png"))
        ) {
          $0.sheet.png.level = 9
          $0.sheet.png.isOptimized = name == "small"
        }
      }
      #expect(
        try folder.bytes(of: "small.png").count < folder.bytes(of: "plain.png").count)
      let source = try openSource(.path(folder.appending("small.json")))
      #expect(try source.allPixels() == DrawnSprites.pictures)
      _ = try ArraySource(DrawnSprites.pictures, size: DrawnSprites.size).convert(
        .file(folder.appending("frames"))
      ) {
        $0.kind = .frameFolder
        $0.frames.png.isOptimized = true
      }
      #expect(
        try openSource(.path(folder.appending("frames"))).allPixels() == DrawnSprites.pictures)
    }
  }
}
