import AnimPlay
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading

@Suite struct ConversionErrorTests {
  @Test func theFrameIsSaidOnce() {
    #expect(ConversionError.text(frame: 20, "frame 20 is damaged") == "frame 20 is damaged")
    let end = "the file ends inside frame 2"
    #expect(ConversionError.text(frame: 2, end) == end)
    #expect(ConversionError.text(frame: 2, "after frame 20") == "frame 2: after frame 20")
    #expect(ConversionError.text(frame: 2, "damaged") == "frame 2: damaged")
    #expect(ConversionError.text(frame: nil, "damaged") == "damaged")
  }

  @Test func theStageAndTheFileAreSaidOnce() {
    func text(_ file: String?, _ reason: String) -> String {
      ConversionError.text(file: file, stage: "writing", frame: nil, reason: reason)
    }
    #expect(text("a.png", "writing failed: no room") == "writing: no room")
    #expect(text("d/a.txt", "\"a.txt\": no list") == "writing: no list")
    #expect(text("d/a.txt", "d/a.txt: no list") == "writing: no list")
    #expect(text("d/a.txt", "\"b.txt\": no list") == "writing: \"b.txt\": no list")
  }

  @Test func anErrorAboutAnOutputNamesTheInput() throws {
    try TemporaryFolder.with { folder in
      try folder.write("of no account", to: "in.gif")
      try folder.write("old", to: "out.mp4")
      let conversion = Conversion(
        input: .path(folder.appending("in.gif")), output: .file(folder.appending("out.mp4")))
      let error = #expect(throws: ConversionError.self) { try ConversionJob(conversion).run() }
      #expect(error?.files == "\(folder.path)/in.gif -> \(folder.path)/out.mp4")
      #expect(
        error?.description
          == "\(folder.path)/in.gif -> \(folder.path)/out.mp4: writing: the file exists; "
          + "use -y to replace it, or -n to skip the conversion")
    }
  }
}
