import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats

@Suite struct ImageSetFramesTests {
  private func write(
    _ name: String, _ images: [(file: String, scale: Int, width: Int)], in folder: TemporaryFolder
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder.appending(name).string, withIntermediateDirectories: true)
    var entries: [String] = []
    for image in images {
      try folder.write(
        PictureFiles.png(image.width, image.width, PictureFiles.pixel(image.width)),
        to: "\(name)/\(image.file)")
      entries.append(
        #"{"idiom":"universal","filename":"\#(image.file)","scale":"\#(image.scale)x"}"#)
    }
    try folder.write(
      #"{"images":[\#(entries.joined(separator: ","))],"info":{"version":1}}"#,
      to: "\(name)/Contents.json")
  }

  @Test func contentsDecideWhichFileIsTheFrame() throws {
    try TemporaryFolder.with { folder in
      for index in [1, 2, 10] {
        // File names have no meaning here: the file named @3x is the picture of scale 1.
        try write(
          "\(index).imageset",
          [("a@3x.png", 1, 10 + index), ("b.png", 2, 20 + 2 * index)], in: folder)
      }
      try folder.write(#"{"info":{"version":1,"author":"xcode"}}"#, to: "Contents.json")
      var options = ReadingOptions()
      options.folder.gaps = .skip
      options.folder.sizes = .crop
      #expect(
        try remaining(openSource(.path(folder.path), options: options)).map(PictureFiles.number)
          == [11, 12, 20])
      options.folder.inputScale = ExactDecimal(2)
      let twice = try openSource(.path(folder.path), options: options)
      #expect(twice.info.warnings.isEmpty)
      #expect(try remaining(twice).map(PictureFiles.number) == [22, 24, 40])
      options.folder.inputScale = nil
      options.folder.gaps = .error
      #expect(throws: FrameFolderError.gaps(missing: "3-9", count: 7)) {
        try openSource(.path(folder.path), options: options)
      }
      let one = try openSource(.path(folder.appending("2.imageset")))
      #expect(try remaining(one).map(PictureFiles.number) == [12])
    }
  }

  @Test func aScaleThatDoesNotFitIsReported() throws {
    try TemporaryFolder.with { folder in
      try write("x.imageset", [("1.png", 1, 8), ("2.png", 2, 16), ("3.png", 3, 8)], in: folder)
      let warnings = try openSource(.path(folder.appending("x.imageset"))).info.warnings
      #expect(warnings.map(\.kind) == [.nonconforming])
      #expect(warnings.first?.detail.contains("8x8 as the picture for 3x") == true)
    }
  }

  @Test func contentsLeadNowhereElse() throws {
    try TemporaryFolder.with { folder in
      try write("x.imageset", [("1.png", 1, 8)], in: folder)
      try folder.writePictures([1])
      try folder.write(
        #"{"images":[{"filename":"../f1.png","scale":"1x"}]}"#, to: "x.imageset/Contents.json")
      #expect(throws: AtlasError.imageRefused(name: "../f1.png", reason: .outsideFolder)) {
        try openSource(.path(folder.appending("x.imageset")))
      }
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func theCorpusHas21FramesAndOneWrongScale() throws {
    let frames = try openSource(.path(Corpus.path("mdc-frames/goo_check__hide_3x")))
    #expect(frames.info.frames.count == 21)
    #expect(frames.info.size == PixelSize(width: 72, height: 72))
    let single = Corpus.path("mdc-frames/goo_check__hide_3x/10.imageset/10@3x.png")
    let tenth = try remaining(openSource(.path(single)))[0]
    #expect(try remaining(frames).map(pixels)[9] == pixels(tenth))
    let set = try openSource(
      .path(
        Corpus.path("mdc/SpritedAnimationView.xcassets/mdc_sprite_check__show.imageset")))
    #expect(set.info.warnings.contains { $0.detail.contains("24x744 as the picture for 3x") })
  }
}
