import AnimTiming
import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster

@Suite struct CocosPlistTests {
  private func plist(_ frames: String, metadata: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>frames</key><dict>\(frames)</dict>
    <key>metadata</key><dict>\(metadata)</dict></dict></plist>
    """
  }

  @Test func formatTwoPrefersTheColorRectangle() throws {
    let atlas = try readAtlas(
      plist(
        """
        <key>a.png</key><dict><key>frame</key><string>{{2,3},{10,20}}</string>
        <key>offset</key><string>{1,-2}</string><key>rotated</key><true/>
        <key>sourceColorRect</key><string>{{4,8},{10,20}}</string>
        <key>sourceSize</key><string>{15,33}</string></dict>
        """,
        metadata: """
          <key>format</key><integer>2</integer><key>size</key><string>{64,64}</string>
          <key>realTextureFileName</key><string>s.png</string>
          """))
    #expect(atlas.format == .cocos2d)
    #expect(atlas.pages[0] == AtlasPage(image: "s.png", size: PixelSize(width: 64, height: 64)))
    #expect(atlas.frames[0].rect == PixelRect(x: 2, y: 3, width: 20, height: 10))
    #expect(atlas.frames[0].placement == PixelRect(x: 4, y: 8, width: 10, height: 20))
  }

  @Test func formatThreeCountsFromTheCenter() throws {
    let atlas = try readAtlas(
      plist(
        """
        <key>a.png</key><dict><key>aliases</key><array/>
        <key>spriteOffset</key><string>{1.5,-2}</string>
        <key>spriteSize</key><string>{10,20}</string>
        <key>spriteSourceSize</key><string>{15,32}</string>
        <key>textureRect</key><string>{{2, 3}, {10, 20}}</string>
        <key>textureRotated</key><false/></dict>
        """,
        metadata: """
          <key>format</key><integer>3</integer><key>textureFileName</key><string>s.png</string>
          """))
    // (15 - 10) / 2 + 1.5 = 4 from the left; (32 - 20) / 2 + 2 = 8 from the top.
    #expect(atlas.frames[0].placement == PixelRect(x: 4, y: 8, width: 10, height: 20))
    #expect(atlas.frames[0].sourceSize == PixelSize(width: 15, height: 32))
  }

  @Test(arguments: [
    ("<key>a</key><dict/>", "2", "missing"), ("<key>a</key><string/>", "2", "missing"),
    ("<key>a</key><dict><key>frame</key><string>{{0,0},{1}}</string></dict>", "2", "braces"),
    ("<key>a</key>", "2", "no value"), ("<string/>", "2", "without a key"), ("", "4", "format 4"),
    (
      "<key>a</key><dict><key>frame</key><string>{{0,0},{1,1}}</string><key>sourceSize</key><string>{999999999999999999,1}</string></dict>",
      "2", "half pixels"
    ),
  ])
  func brokenListsAreRefused(frames: String, format: String, part: String) {
    #expect {
      _ = try readAtlas(
        plist(frames, metadata: "<key>format</key><integer>\(format)</integer>"))
    } throws: { error in
      (error as? AtlasError)?.reason.description.contains(part) == true
    }
  }
}
