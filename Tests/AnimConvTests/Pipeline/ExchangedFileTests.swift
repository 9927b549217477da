import AnimPlay
import Foundation
import OutputFiles
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv

/// A link that another program puts under the name of a temporary file never receives the output's
/// bytes, and the file it leads to is not overwritten, in every way of writing.
@Suite struct ExchangedFileTests {
  @Test(arguments: [
    "a.mp4", "a.mov", "a.webm", "a.gif", "a.apng", "a.webp", "a.avif", "a.png", "a.zip",
  ])
  func anExchangedFileIsNeitherWrittenToNorPublished(_ output: String) throws {
    var gif = GIFBuilder(8, 6)
    for fill in 0..<3 { gif.frame(.init(w: 8, h: 6, fill: UInt8(fill), delay: 9)) }
    gif.end()
    try TemporaryFolder.with { folder in
      try folder.write("precious", to: "victim")
      let victim = folder.appending("victim").string
      let conversion = Conversion(
        input: .bytes(gif.bytes, name: "in.gif"), output: .file(folder.appending(output)))
      let job = ConversionJob(
        conversion,
        observer: { _ in
          for name in folder.names where name.hasPrefix(".animconv-") {
            let path = folder.appending(name).string
            unlink(path)
            symlink(victim, path)
          }
        })
      let error = #expect(throws: ConversionError.self) { _ = try job.run() }
      #expect(error?.underlying as? OutputError == .exchanged)
      #expect(try folder.text(of: "victim") == "precious")
      #expect(folder.names == ["victim"])
    }
  }
}
