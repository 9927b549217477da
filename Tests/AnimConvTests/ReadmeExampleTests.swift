import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Compiles the README's library example unchanged, and runs it.
@Suite struct ReadmeExampleTests {
  private static func example() async throws {
    // README begins
    let conversion = Conversion(input: "in.gif", output: "out.mp4")
    let report = try await Converter(conversion).run { progress in
      print(progress.framesDone, "of", progress.framesTotal)
    }
    print(report.frameCount, "frames,", report.total)
    // README ends
  }

  private static func frames() async throws {
    // README begins
    let animation = try await AnimatedImage("in.gif", budget: FrameBudget(bytes: 64 << 20))
    let last = try await animation.frame(at: animation.count - 1)
    last.pixels.withBytes { rgba in print(rgba.count, "bytes at", last.start) }
    // README ends
  }

  @Test func theExamplesStandInTheReadmeAsTheyAreCompiledHere() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let bodies = source.components(separatedBy: "    // README begins\n").dropFirst()
      .map { $0.components(separatedBy: "    // README ends\n")[0] }
    let readme = try String(
      contentsOfFile: SourceTree.root.appending("README.md").string, encoding: .utf8)
    #expect(bodies.count == 2)
    for body in bodies {
      let example = body.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: "\n")
      #expect(readme.contains("```swift\nimport AnimConv\n\n\(example)\n```"))
    }
  }

  @Test func theExampleOfFramesFailsWhenTheInputIsMissing() async throws {
    let error = await #expect(throws: ConversionError.self) { try await Self.frames() }
    #expect(error?.kind == .missingInput)
    #expect(error?.file == "in.gif")
  }

  @Test func theExampleFailsAsTheReadmeSaysWhenTheInputIsMissing() async throws {
    let error = await #expect(throws: ConversionError.self) { try await Self.example() }
    #expect(error?.kind == .missingInput)
    #expect(error?.file == "in.gif")
  }

  @Test func theSameCodeConvertsAFileThatIsThere() async throws {
    let folder = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask,
      appropriateFor: FileManager.default.temporaryDirectory, create: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appendingPathComponent("out.mp4").path
    let input = SourceTree.root.appending("Tests/Fixtures/orbit.gif")
    let conversion = Conversion(input: .path(input), output: .file(FilePath(output)))
    let report = try await Converter(conversion).run()
    #expect(report.frameCount == 24)
    #expect("\(report.total)" == "1.9 s")
    #expect(FileManager.default.fileExists(atPath: output))
  }
}
