import CLibrary
import Testing

@testable import Threads

@Suite struct WorkerThreadTests {
  private struct Own: Error {}

  /// Again and again: the thread may still be there when its result is.
  @Test func aYieldingThreadHandsItsResultOver() throws {
    for number in 0..<2000 {
      #expect(try WorkerThread.yielding("test") { number } == number)
    }
    #expect(throws: Own.self) { try WorkerThread.yielding("test") { throw Own() } }
  }

  #if !canImport(Darwin)
    /// What the thread that waits is not.
    @Test func itRunsAfterOthers() throws {
      func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
      let own = niceness()
      #expect(try WorkerThread.yielding("test", niceness) == own + 5)
      #expect(niceness() == own)
    }
  #endif
}
