import Foundation
import Libav
import Testing

@Suite struct SVTAV1Tests {
  /// Debian's libavcodec brings it along.
  @Test func itsReleaseIsWhatItSays() throws {
    try #require(Capabilities.hasEncoder("libsvtav1"))
    let stated = try #require(SVTAV1.statedRelease)
    #expect((0..<100).contains(stated))
    #expect(SVTAV1.release == stated)
    #expect(SVTAV1.mostThreads == (stated >= 2 ? 4 : .max))
  }

  /// It would wait for ever for a picture.
  @Test(.timeLimit(.minutes(1)), arguments: ["lp", "no such option"])
  func itCanBeClosedWithoutAnyPicture(option: String) throws {
    let isKnown = option == "lp"
    func open() throws {
      let encoder = try Self.encoder(
        isKnown ? Encoder.Option("svtav1-params", "lp=1") : Encoder.Option("no-such-option", "1"))
      _ = consume encoder
    }
    if isKnown { try open() } else { #expect(throws: LibavError.self) { try open() } }
  }

  private static func encoder(_ option: Encoder.Option) throws -> Encoder {
    try Encoder(
      Encoder.Settings(
        name: "libsvtav1", width: 320, height: 240, pixelFormat: .yuv420p,
        timebase: Rational(1, 25), frameRate: Rational(25, 1),
        color: ColorTags(
          matrix: .bt709, transfer: .bt709, primaries: .bt709, isLimitedRange: true,
          chromaLocation: .left),
        bitRate: nil, maxKeyFrameDistance: nil, maxBFrames: 0, threads: 1,
        usesGlobalHeader: true, codecTag: nil, options: [option]))
  }

  #if os(Linux)
    /// As root it starts real-time threads, and makes the one that opens it such a thread; these take the
    /// processors from the whole machine.
    @Test(.enabled(if: geteuid() == 0 && Capabilities.hasEncoder("libsvtav1")))
    func noThreadIsARealTimeOne() throws {
      let tasks = "/proc/self/task"
      let before = sched_getscheduler(0)
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: tasks))
      let encoder = try Self.encoder(Encoder.Option("svtav1-params", "lp=1"))
      let started = try Set(FileManager.default.contentsOfDirectory(atPath: tasks))
        .subtracting(names).compactMap { pid_t($0) }
      #expect(started.count > 1)
      #expect(sched_getscheduler(0) == before)
      // 1 and 2 are SCHED_FIFO and SCHED_RR (sched(7)).
      #expect(!started.map(sched_getscheduler).contains { [1, 2].contains($0) })
      _ = consume encoder
    }
  #endif
}
