import SystemPackage
import Testing

@testable import AnimBatch

@Suite struct NameTemplateTests {
  private func path(
    _ template: String, _ input: FilePath = "in/walk.left.gif", in folder: FilePath = "deep/er",
    suffix: String = "", ext: String = "mp4"
  ) throws -> FilePath {
    try NameTemplate(template)
      .path(input: input, subfolder: folder, suffix: suffix, fileExtension: ext)
  }

  @Test func placeholdersAreFilledIn() throws {
    #expect(
      try path("{dir}/{stem}{suffix}.{ext}", suffix: "-poster") == "deep/er/walk.left-poster.mp4")
    #expect(try path("x-{name}.{ext}") == "x-walk.left.gif.mp4")
    #expect(try path("all/{stem}.{ext}") == "all/walk.left.mp4")
  }

  @Test func anEmptyFolderLeavesNoSlash() throws {
    #expect(try path("{dir}/{stem}.{ext}", in: "") == "walk.left.mp4")
    #expect(try path("a/{dir}/{stem}.{ext}", in: "") == "a/walk.left.mp4")
  }

  @Test func aFolderOfFramesHasNoExtensionAndNoPoint() throws {
    #expect(try path("{stem}.{ext}", ext: "") == "walk.left")
  }

  @Test func aNameThatStartsWithAPointIsAllStem() throws {
    #expect(try path("{stem}.{ext}", ".gif") == ".gif.mp4")
  }

  static let refused: [(template: String, nearest: String?)] = [
    ("{stm}.mp4", "stem"), ("{dir}/x.mp4", "stem"), ("../{stem}.mp4", nil), ("/x/{stem}", nil),
    ("a/../{stem}", nil), ("{stem", nil), ("{what}{stem}", nil),
  ]

  @Test(arguments: refused)
  func whatWouldLeaveTheFolderOrNameNothingIsRefused(template: String, nearest: String?) {
    let error = #expect(throws: BatchError.self) { try NameTemplate(template) }
    guard case .nameTemplate(template, _, let found)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(found == nearest)
  }
}
