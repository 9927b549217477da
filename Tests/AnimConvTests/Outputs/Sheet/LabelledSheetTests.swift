import AnimPlay
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

@Suite struct LabelledSheetTests {
  @Test func framesWithoutRoomForLabelsAreRefused() throws {
    try TemporaryFolder.with { folder in
      let source = ArraySource(DrawnSprites.pictures, size: DrawnSprites.size)
      let error = #expect(throws: ConversionError.self) {
        try source.convert(.file(folder.appending("s.png"))) { $0.sheet.labelsTimes = true }
      }
      #expect(error?.reason.text(.options) == "frames of 23x17 are too small for --labels")
      for change in [{ $0.trims = true }, { $0.mergesDuplicates = true }]
        as [(inout SheetWritingOptions) -> Void]
      {
        #expect(throws: ConversionError.self) {
          try ArraySource(DrawnSprites.pictures, size: DrawnSprites.size).convert(
            .file(folder.appending("s.png"))
          ) {
            $0.shaping.scale = .pixelFactor(4)
            $0.sheet.labelsTimes = true
            change(&$0.sheet)
          }
        }
      }
      #expect(folder.names == [])
      // The written labels are read back.
      let report = try ArraySource(DrawnSprites.pictures, size: DrawnSprites.size).convert(
        .file(folder.appending("s.png"))
      ) {
        $0.shaping.scale = .pixelFactor(4)
        $0.sheet.labelsTimes = true
        $0.sheet.scales = [1, 2]
      }
      let frames = try openSource(.path(folder.appending("s.json"))).allPixels()
      #expect(frames.count == report.frameCount)
      // The lower left corner is black in every frame.
      #expect(frames.allSatisfy { $0[(17 * 4 - 1) * 23 * 4] == 0xFF00_0000 })
    }
  }
}
