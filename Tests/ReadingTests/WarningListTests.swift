import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

@Suite struct WarningListTests {
  private func damage(_ frame: Int) -> ReadingWarning {
    ReadingWarning(kind: .damagedFrame, frame: frame, detail: "frame \(frame) is damaged")
  }

  @Test func theSameIsSaidOnce() throws {
    var list = WarningList(isStrict: false)
    for _ in 0..<5 { for frame in 0..<3 { try list.report(damage(frame)) } }
    #expect(list.warnings == (0..<3).map(damage))
  }

  @Test func damageOfAFileThatHasChangedIsSaidOnceWithTheCause() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("x.gif")
      try folder.write([1, 2, 3], to: "x.gif")
      let source = try ByteSource(
        owning: FileDescriptor.open(path, .readOnly), byteCount: 3)
      var list = WarningList(isStrict: false, of: source)
      try list.report(damage(0))
      #expect(list.warnings == [damage(0)])
      try folder.write([1], to: "x.gif")
      for frame in 0..<5000 { try list.report(damage(frame)) }
      #expect(list.warnings.count == 2)
      #expect(list.warnings[1].frame == 0)
      #expect(list.warnings[1].detail.contains("the file has changed since it was opened"))
      var strict = WarningList(isStrict: true, of: source)
      #expect(throws: ReadingError.self) { try strict.report(damage(7)) }
    }
  }
}
