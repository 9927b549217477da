import Confining
import SystemPackage
import TestSupport
import Testing

@Suite struct ConfinementTests {
  /// A test runner has threads, and would lose its files.
  @Test func aProcessWithThreadsIsNotConfined() async throws {
    #if os(Linux)
      #expect {
        try confine(reading: [], writing: [])
      } throws: {
        if case .hasThreads(let count)? = $0 as? ConfinementError { count > 1 } else { false }
      }
    #endif
    #expect(Confinement.current == nil)
  }

  @Test func tooManyPlacesAreReplacedByTheirFolders() {
    let places = Set((0..<3000).map { FilePath("/a/\($0 % 30)/\($0)") })
    let reach = Reach(reading: places, writing: ["/w/x"]).gathered(limit: 1000)
    #expect(reach.reading == Set((0..<30).map { FilePath("/a/\($0)") }))
    #expect(reach.writing == ["/w/x"])
    #expect(Reach(reading: places).gathered(limit: 10).reading == ["/a"])
    #expect(Reach(reading: places).gathered(limit: 3000).reading == places)
  }

  /// The folder above `a/..` is not `a`.
  @Test func placesWithParentsStay() {
    let places = Set((0..<20).map { FilePath("\($0)/..") })
    #expect(Reach(reading: places).gathered(limit: 10).reading == places)
  }

  @Test func aPathIsCoveredByItsFolder() throws {
    try TemporaryFolder.with { folder in
      let reach = Reach(reading: [folder.path], writing: [folder.path.appending("out")])
      #expect(reach.covers(folder.path.appending("in.gif"), writing: false))
      #expect(!reach.covers(folder.path.appending("in.gif"), writing: true))
      #expect(reach.covers(folder.path.pushing("out/new/x.gif"), writing: true))
      #expect(!reach.covers("/nonexistent/x", writing: false))
      #expect(!reach.covers(folder.path.pushing("../x"), writing: false))
    }
  }
}
