import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Raster

@Suite struct StarlingXMLTests {
  @Test func readsTrimmedAndRotatedFrames() throws {
    let atlas = try readAtlas(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <TextureAtlas imagePath="a&amp;b.png" width="64" height="64">
        <!-- made by hand -->
        <SubTexture name="w0000" x="0" y="0" width="10" height="20"/>
        <SubTexture name="w0001" x="10" y="0" width="10" height="20" frameX="-3" frameY="-4"
          frameWidth="16" frameHeight="32"></SubTexture>
        <SubTexture name="w0002" x="20" y="0" width="20" height="10" rotated="true" frameX="0"
          frameY="0" frameWidth="0" frameHeight="0"/>
      </TextureAtlas>
      """)
    #expect(atlas.format == .starling)
    #expect(atlas.pages[0].image == "a&b.png")
    #expect(atlas.frames[0].sourceSize == PixelSize(width: 10, height: 20))
    #expect(atlas.frames[1].placement == PixelRect(x: 3, y: 4, width: 10, height: 20))
    #expect(atlas.frames[1].sourceSize == PixelSize(width: 16, height: 32))
    #expect(atlas.frames[2].rect == PixelRect(x: 20, y: 0, width: 20, height: 10))
    #expect(atlas.frames[2].contentSize == PixelSize(width: 10, height: 20))
    #expect(atlas.frames[2].rotation == .clockwise)
  }

  @Test(arguments: [
    "x=\"a\" y=\"0\" width=\"1\" height=\"1\"", "y=\"0\" width=\"1\" height=\"1\"",
    "x=\"0.5\" y=\"0\" width=\"1\" height=\"1\"", "x=\"0\" y=\"0\" width=\"-1\" height=\"1\"",
    "x=\"0\" y=\"0\" width=\"1\" height=\"1\" rotated=\"maybe\"",
    "x=\"0\" y=\"0\" width=\"1\" height=\"1\" frameX=\"-9223372036854775808\"",
  ])
  func brokenFramesAreNamed(attributes: String) {
    #expect {
      _ = try readAtlas("<TextureAtlas><SubTexture name=\"n\" \(attributes)/></TextureAtlas>")
    } throws: { error in
      if case AtlasError.malformedEntry(.starling, "n", _) = error { true } else { false }
    }
  }
}
