import AnimTiming
import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// Pixelorama documents, as zip archives written by Python.
@Suite struct PixeloramaTests {
  /// Two stacked layers in two frames: red, and green at half opacity in the second.
  private static let document = """
    {"pxo_version": 4, "size_x": 2, "size_y": 1, "fps": 10.0, "color_mode": 5,
    "layers": [{"name": "low", "visible": true, "opacity": 1.0, "blend_mode": 0, "type": 0,
    "parent": -1, "clipping_mask": false, "effects": []},
    {"name": "high", "visible": true, "opacity": 1.0, "blend_mode": 0, "type": 0, "parent": -1,
    "clipping_mask": false, "effects": []}],
    "tags": [{"name": "end", "from": 2, "to": 2}],
    "frames": [{"duration": 1.0, "cels": [{"opacity": 1.0, "z_index": 0},
    {"opacity": 0.0, "z_index": 0}]}, {"duration": 2.5, "cels": [{"opacity": 1.0, "z_index": 0},
    {"opacity": 0.5, "z_index": 0}]}]}
    """

  private func open(_ document: String, tag: String? = nil) throws -> any FrameSource {
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
      z.writestr('data.json', sys.argv[2])
      z.writestr('mimetype', 'image/pxo')
      for frame in (1, 2):
          z.writestr(f'image_data/frames/{frame}/layer_1', bytes([255, 0, 0, 255] * 2))
          z.writestr(f'image_data/frames/{frame}/layer_2', bytes([0, 255, 0, 255] * 2))
      z.close()
      """
    return try TemporaryFolder.with { folder in
      _ = try Command.run("python3", "-c", script, folder.appending("a.pxo").string, document)
      var options = ReadingOptions()
      options.sheet.tag = tag
      return try openSource(.bytes(folder.bytes(of: "a.pxo"), name: "a.pxo"), options: options)
    }
  }

  private static let red: UInt32 = 0xFF00_00FF

  @Test func layersAreLaidOverEachOther() throws {
    let source = try open(Self.document)
    #expect(source.info.kind == .pixelorama)
    #expect(source.info.frames.map(\.delay.time) == [RationalTime(1, 10), RationalTime(1, 4)])
    #expect(source.info.animations.map(\.name) == ["end"])
    let mixed: UInt32 = 0xFF00_807F
    #expect(try source.allPixels() == [[Self.red, Self.red], [mixed, mixed]])
    #expect(try open(Self.document, tag: "end").allPixels() == [[mixed, mixed]])
  }

  @Test func whatIsHiddenIsNotDrawn() throws {
    let hidden = Self.document.replacing(
      "\"high\", \"visible\": true", with: "\"high\", \"visible\": false, \"blend_mode\": 3")
    #expect(try open(hidden).allPixels() == [[Self.red, Self.red], [Self.red, Self.red]])
  }

  @Test(arguments: [
    ("\"effects\": []},", "\"effects\": [{\"name\": \"Outline\", \"enabled\": true}]},", "Outline"),
    ("\"blend_mode\": 0", "\"blend_mode\": 3", "blend mode"),
    ("\"type\": 0", "\"type\": 2", "3D"), ("\"type\": 0", "\"type\": 3", "tiles"),
    ("\"clipping_mask\": false", "\"clipping_mask\": true", "clipping"),
    ("\"color_mode\": 5", "\"color_mode\": 9", "format 9"),
    ("\"size_x\": 2", "\"size_x\": 0", "no size"),
    ("\"size_x\": 2", "\"size_x\": 9999999999", "pixels"),
    ("\"effects\": []},", "\"animated_params\": \"{\\\"opacity\\\": {0: 1}}\"},", "opacity"),
  ])
  func whatWouldLookOtherwiseIsRefused(old: String, new: String, part: String) throws {
    let document = Self.document.replacing(old, with: new)
    #expect(document != Self.document)
    do {
      _ = try open(document)
      Issue.record("\(new) was read")
    } catch {
      let reason = (error as? any StageFailure)?.reason.text(.names) ?? ""
      #expect("\(error) \(reason)".contains(part), "\(error)")
    }
  }

  @Test func reportsMissingPixelsAndShowsTheRest() throws {
    let source = try open(Self.document.replacing("\"size_x\": 2", with: "\"size_x\": 3"))
    #expect(try source.allPixels() == [[0, 0, 0], [0, 0, 0]])
    #expect(source.warnings.contains { $0.detail.contains("8 bytes instead of 12") })
  }
}
