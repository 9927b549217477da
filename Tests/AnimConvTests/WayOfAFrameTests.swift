import Foundation
import SystemPackage
import TestSupport
import Testing

/// The article that describes conversions names files that exist, and not too many.
@Suite struct WayOfAFrameTests {
  @Test func itsFilesExistAndAreAtMostTwelveForEachWay() throws {
    let article = SourceTree.root.appending(
      "Sources/AnimConv/AnimConv.docc/TheWayOfAFrame.md")
    let text = try String(contentsOfFile: article.string, encoding: .utf8)
    let ways = text.components(separatedBy: "\n## ").dropFirst(2)
    #expect(ways.count == 4)
    for way in ways {
      let files = way.split(separator: "`").filter {
        $0.hasPrefix("Sources/") && $0.hasSuffix(".swift")
      }
      #expect(1...12 ~= files.count)
      #expect(Set(files).count == files.count)
      for file in files {
        let path = SourceTree.root.appending(String(file)).string
        #expect(FileManager.default.fileExists(atPath: path), "\(file)")
      }
    }
  }

  /// AnimConv's page is for its users; the page about targets describes its imports.
  private static let pageless: Set<String> = ["AnimConv", "AnimConvCLI", "CLibrary"]

  @Test func everyTargetExceptWrappersHasAPage() throws {
    for (name, _) in ImportDirectionTests.targets where !Self.pageless.contains(name) {
      let page = SourceTree.root.appending("Sources/\(name)/\(name).docc/\(name).md")
      let text = try String(contentsOfFile: page.string, encoding: .utf8)
      #expect(text.contains("import"), "\(name) does not say what it imports")
    }
  }
}
