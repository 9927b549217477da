import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

@Suite struct UgoiraTests {
  private static let list =
    #"{"body":{"frames":[{"file":"000000.png","delay":70},{"file":"000001.png","delay":1200}]}}"#

  /// A zip archive written by Python, an independent writer, stored and deflated.
  private func archive(deflated: Bool, withList: Bool, in folder: TemporaryFolder) throws
    -> FilePath
  {
    try folder.writePictures(0...1, size: 40) { "00000\($0).png" }
    try folder.write(Self.list, to: "inside.json")
    let path = folder.appending("work.zip")
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_\(deflated ? "DEFLATED" : "STORED"))
      for name in ('000001.png', '000000.png'): z.write(sys.argv[2] + '/' + name, name)
      if \(withList ? "True" : "False"): z.write(sys.argv[2] + '/inside.json', 'animation.json')
      z.close()
      """
    _ = try Command.run("python3", "-c", script, path.string, folder.path.string)
    return path
  }

  private func judge(_ source: any FrameSource, _ delays: [String]) throws {
    #expect(source.info.kind == .ugoira)
    #expect(source.info.frames.map { $0.delay.description } == delays)
    #expect(try remaining(source).map(PictureFiles.number) == [0, 1])
  }

  @Test(arguments: [true, false])
  func theListInsideGivesTheTimes(deflated: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = try archive(deflated: deflated, withList: true, in: folder)
      try judge(openSource(.path(path)), ["0.07 s", "1.2 s"])
      // Also without a file on disk.
      try judge(
        openSource(.bytes(folder.bytes(of: "work.zip"), name: "zip")), ["0.07 s", "1.2 s"])
    }
  }

  @Test func aListBesideGivesTheTimes() throws {
    try TemporaryFolder.with { folder in
      let path = try archive(deflated: false, withList: false, in: folder)
      try judge(openSource(.path(path)), ["0.1 s", "0.1 s"])
      try folder.write(Self.list, to: "work.json")
      try judge(openSource(.path(path)), ["0.07 s", "1.2 s"])
      // A list for other files does not belong to this archive.
      try folder.write(#"[{"file":"x.png","delay":5}]"#, to: "work.json")
      try judge(openSource(.path(path)), ["0.1 s", "0.1 s"])
    }
  }

  @Test func everyTruncationIsAnError() throws {
    try TemporaryFolder.with { folder in
      _ = try archive(deflated: true, withList: true, in: folder)
      let bytes = try folder.bytes(of: "work.zip")
      for count in 4..<bytes.count {
        #expect {
          try openSource(.bytes(Array(bytes[..<count]), name: "zip"))
        } throws: {
          $0 is any StageFailure
        }
      }
    }
  }
}
