import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import OutputFiles

@Suite struct DepfileTests {
  @Test func aRuleNamesWhatATargetWasMadeOf() {
    var depfile = Depfile()
    depfile.add("dist/a.mp4", dependsOn: ["in/a.gif", "in/a.json"])
    #expect(
      String(decoding: depfile.bytes, as: UTF8.self) == """
        dist/a.mp4: \\
          in/a.gif \\
          in/a.json
        in/a.gif:
        in/a.json:

        """)
  }

  @Test func colonsAreEscapedAndATargetWithALineBreakHasNoRule() {
    var depfile = Depfile()
    depfile.add("a:b.mp4", dependsOn: ["s:rc.gif"])
    depfile.add("c\nd.mp4", dependsOn: ["e.gif"])
    #expect(
      String(decoding: depfile.bytes, as: UTF8.self) == """
        a\\:b.mp4: \\
          s\\:rc.gif
        s\\:rc.gif:

        """)
  }

  @Test func signsThatMakeReadsAreEscapedAndLineBreaksLeftOut() {
    var depfile = Depfile()
    depfile.add("a b#c$d.mp4", dependsOn: ["x\\ y.gif", "li\nne.gif"])
    #expect(
      String(decoding: depfile.bytes, as: UTF8.self) == """
        a\\ b\\#c$$d.mp4: \\
          x\\\\\\ y.gif
        x\\\\\\ y.gif:

        """)
  }

  @Test func aStampIsNotOlderThanTheFolderThatItLiesIn() throws {
    try TemporaryFolder.with { folder in
      let stamp = folder.appending("all.stamp")
      for _ in 0..<20 {
        try Depfile.write([], to: stamp)
        let (file, parent) = (FileStamp(of: stamp), FileStamp(of: folder.path))
        #expect(try #require(file).modified >= #require(parent).modified)
      }
    }
  }
}
