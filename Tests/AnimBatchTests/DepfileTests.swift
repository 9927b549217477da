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

  @Test(arguments: ["\n", "\r", "\t", ";", "|", "=", "*", "?", "&", "<", ">"])
  func namesWithoutACommonSpellingAreLeftOutAndTold(character: String) {
    var depfile = Depfile()
    depfile.add("out.mp4", dependsOn: ["a.gif", FilePath("b\(character).gif")])
    depfile.add(FilePath("o\(character).mp4"), dependsOn: ["a.gif"])
    #expect(
      String(decoding: depfile.bytes, as: UTF8.self) == """
        out.mp4: \\
          a.gif
        a.gif:

        """)
    #expect(depfile.leftOut == [FilePath("b\(character).gif"), FilePath("o\(character).mp4")])
  }

  @Test func onlyRulesAreReplaced() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.d")
      #expect(Depfile.mayReplace(path))
      var depfile = Depfile()
      for files in [[], ["a b.gif"]] as [[FilePath]] {
        depfile.add("out.mp4", dependsOn: files)
        try Depfile.write(depfile.bytes, to: path)
        #expect(Depfile.mayReplace(path))
      }
      for other in ["{\"frames\": 3}\n", "GIF89a", "a: b\n", "{\n"] {
        try folder.write(other, to: "out.d")
        #expect(!Depfile.mayReplace(path), "\(other)")
      }
      try folder.write("", to: "out.d")
      #expect(Depfile.mayReplace(path))
    }
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
