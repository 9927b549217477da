import AnimTiming
import AtlasTestSupport
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Atlases

/// Whole files of every format, kept in `Tests/Goldens/atlas`. With `ANIMCONV_RECORD_GOLDENS` set
/// they are written instead, and the tests fail.
@Suite struct AtlasGoldenTests {
  @Test(arguments: AtlasDataFormat.allCases)
  func filesAreAsTheyWere(format: AtlasDataFormat) throws {
    let folder = SourceTree.root.appending("Tests/Goldens/atlas/\(format.rawValue)")
    let files = try texts(format, goldenAtlas(for: format))
    let isRecording = ProcessInfo.processInfo.environment["ANIMCONV_RECORD_GOLDENS"] != nil
    for (name, text) in files {
      let path = folder.appending(name).string
      if isRecording {
        try FileManager.default.createDirectory(
          atPath: folder.string, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        Issue.record("recorded \(name)")
      } else {
        #expect(try text == String(contentsOfFile: path, encoding: .utf8))
      }
    }
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder.string)) == Set(files.keys))
  }
}
