import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing
import Writing

@testable import AnimConv
@testable import Raster

/// Each kind of output is one folder: no code outside it, except the list of kinds, depends on it.
@Suite struct OutputKindTests {
  @Test func aKindOfItsOwnIsPlannedWrittenCheckedAndPublished() throws {
    try TemporaryFolder.with { folder in
      let size = PixelSize(width: 3, height: 2)
      let pictures = (0..<3).map { frame in
        (0..<6).map { UInt32(truncatingIfNeeded: $0 * 40 + frame) | 0xFF00_0000 }
      }
      var conversion = Conversion(
        input: .path("in.gif"), output: .file(folder.appending("out.rgba")))
      conversion.kind = OutputKind(RawRGBAOutput())
      conversion.timing.edits.direction = .reverse
      let report = try ConversionJob(
        conversion, open: { _, _ in ArraySource(pictures, size: size) }
      )
      .run()
      #expect(folder.names == ["out.rgba"])
      let bytes = try folder.bytes(of: "out.rgba")
      let pixels = pictures.reversed().joined().flatMap { pixel in
        (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
      }
      #expect(Array(bytes.prefix(pixels.count)) == pixels)
      #expect(Array(bytes.dropFirst(pixels.count)) == [60, 0, 0, 0, 50, 0, 0, 0, 40, 0, 0, 0])
      #expect(report.plan.notes.contains("3 frames are not compressed"))
      #expect(
        MediaConstraint.Facts(of: report.plan)[.seconds]
          == .number(MediaConstraint.Quantity(150, 1000)))
      #expect(MediaConstraint.Facts(of: report.plan)[.container] == .word("rgba"))
    }
  }

  @Test func settingsThatItDoesNotTakeAreRefused() throws {
    var settings = ConversionSettings()
    try settings.set("crf", to: "20")
    let kind = OutputKind(RawRGBAOutput())
    let error = #expect(throws: SettingError.self) { try settings.checkScope(outputs: [kind]) }
    #expect(
      error?.reason.description.contains("is for videos, not for a file of raw pixels") == true)
  }

  @Test func everyKindHasANameAnExtensionAndATitleOfItsOwn() {
    let kinds = OutputKind.all
    #expect(Set(kinds).count == kinds.count)
    #expect(Set(kinds.map(\.title)).count == kinds.count)
    let extensions = kinds.flatMap(\.definition.fileExtensions)
    #expect(Set(extensions).count == extensions.count)
    for kind in kinds {
      #expect(OutputKind(kind.description) == kind)
      for ending in kind.definition.fileExtensions {
        #expect(OutputKind(fileExtension: ending) == kind)
      }
    }
    #expect(OutputKind("heic") == nil && OutputKind(fileExtension: "") == nil)
  }

  /// The files of the library that mention a kind by its own type.
  @Test func onlyTheListAndItsOwnFolderMentionAKind() throws {
    let files =
      try SourceTree.files(of: "AnimConv") + SourceTree.files(of: "AnimConvCLI")
      + SourceTree.files(of: "AnimBatch")
    for folder in ["AVIF", "Video", "Sheet", "ImageSet", "FrameFiles"] {
      let own = files.filter { $0.path.contains("/Outputs/\(folder)/") }
      let types = own.reduce(into: Set<String>()) { $0.formUnion($1.declaredTypes) }
      #expect(!types.isEmpty)
      for file in files where !own.contains(where: { $0.path == file.path }) {
        if file.path.hasSuffix("OutputKind+All.swift") { continue }
        // An imageset consists of columns, which are sheets.
        if folder == "Sheet", file.path.contains("/Outputs/ImageSet/") { continue }
        let mentioned = file.words.intersection(types)
        #expect(mentioned.isEmpty, "\(file.path) mentions \(mentioned.sorted()) of \(folder)")
      }
    }
  }
}
