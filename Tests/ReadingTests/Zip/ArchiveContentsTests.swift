import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

@Suite struct ArchiveContentsTests {
  /// A zip archive written by Python, with images under some names and texts under others.
  private func open(_ pictures: [String], _ texts: [String: String] = [:]) throws
    -> any FrameSource
  {
    try TemporaryFolder.with { folder in
      let script = """
        import sys, zipfile
        z = zipfile.ZipFile(sys.argv[1], 'w')
        for pair in sys.argv[2:]:
            file, name = pair.split('=', 1)
            z.write(file, name)
        z.close()
        """
      var words = ["python3", "-c", script, folder.appending("a.zip").string]
      for (index, name) in pictures.enumerated() {
        try folder.write(PictureFiles.png(8, 8, PictureFiles.pixel(index)), to: "\(index).png")
        words.append("\(folder.appending("\(index).png").string)=\(name)")
      }
      for (index, text) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
        try folder.write(text.value, to: "\(index).txt")
        words.append("\(folder.appending("\(index).txt").string)=\(text.key)")
      }
      _ = try Command.run(words)
      return try openSource(.bytes(folder.bytes(of: "a.zip"), name: "zip"))
    }
  }

  static let documents: [(pictures: [String], texts: [String: String], title: String)] = [
    (["preview.png", "mergedimage.png"], ["mimetype": "application/x-krita"], "a Krita document"),
    (["data/layer0.png"], ["mimetype": "image/openraster", "stack.xml": "x"], "an OpenRaster"),
    (["word/media/image1.png"], ["[Content_Types].xml": "x", "word/document.xml": "x"], "Word"),
    (["image_data/1.png"], ["data.json": "{}"], "a Pixelorama document"),
    (["0123.png"], ["sprite.json": "{}"], "a Scratch sprite"),
    (["0123.png"], ["project.json": "{}"], "a Scratch project"),
    (["1.png"], ["mimetype": "application/x-other"], "application/x-other"),
    (["1.png"], ["sound.wav": "x"], "sound.wav"),
    (["1.png"], ["other.json": "{}"], "other.json"),
    (["a/1.png", "b/2.png"], [:], "several folders"),
    (["left.png", "right.png"], [:], "not numbered"),
    (["1.png", "2.jpg"], [:], "several formats"),
  ]

  @Test(arguments: documents)
  func documentsAreNamed(_ file: (pictures: [String], texts: [String: String], title: String)) {
    #expect {
      try open(file.pictures, file.texts)
    } throws: { error in
      guard case ReadingError.unsupported(let detail, let remedy) = error else { return false }
      return "\(detail)".contains(file.title) && remedy != nil
    }
  }

  @Test func numberedPicturesAreFrames() throws {
    #expect(try open(["1.png", "2.png"]).info.frames.count == 2)
    #expect(try open(["walk/1.png", "walk/2.png"]).info.frames.count == 2)
    #expect(try open(["1.png"], ["readme.txt": "x"]).info.frames.count == 1)
    let list = #"{"frames":[{"file":"left.png","delay":70},{"file":"right.png","delay":90}]}"#
    let listed = try open(["left.png", "right.png"], ["animation.json": list])
    #expect(listed.info.frames.map(\.delay.description) == ["0.07 s", "0.09 s"])
  }

  /// A listed image that is missing from the archive cannot be supplied: the archive is damaged.
  @Test func aPictureThatTheListNamesAndTheArchiveLacksIsDamage() throws {
    let list = #"{"frames":[{"file":"left.png","delay":70},{"file":"gone.png","delay":90}]}"#
    let error = #expect(throws: FrameFolderError.self) {
      try open(["left.png"], ["animation.json": list])
    }
    #expect(error?.kind == .damagedInput)
    #expect(error.map { "\($0.reason)" }?.contains("gone.png") == true)
  }
}
