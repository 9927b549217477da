import Foundation
import Libav
import Synchronization
import Testing

@Suite struct SVTAV1Tests {
  /// Debian's libavcodec includes it.
  @Test func itsReleaseIsWhatItSays() throws {
    try #require(Capabilities.hasEncoder("libsvtav1"))
    let stated = try #require(SVTAV1.statedRelease)
    #expect((0..<100).contains(stated))
    #expect(SVTAV1.release == stated)
    #expect(SVTAV1.mostThreads == (stated >= 2 ? 4 : .max))
  }

  /// It would wait for a picture forever.
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

  /// Opening and closing use memory that all encoders of the process share, without a lock.
  @Test(.timeLimit(.minutes(3)), .enabled(if: Capabilities.hasEncoder("libsvtav1")))
  func manyAreOpenedUsedAndClosedAtOnce() throws {
    let ended = DispatchSemaphore(value: 0)
    let opened = Mutex(0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        for round in 0..<6 {
          guard let encoder = try? Self.encoder(Encoder.Option("svtav1-params", "lp=2")),
            (try? Self.encode(round % 2 * 3, with: encoder)) != nil
          else { break }
          _ = consume encoder
          opened.withLock { $0 += 1 }
        }
        ended.signal()
      }
    }
    for _ in 0..<4 { ended.wait() }
    #expect(opened.withLock(\.self) == 24)
  }

  /// Encodes grey pictures and reads all packets.
  private static func encode(_ count: Int, with encoder: borrowing Encoder) throws {
    let packet = try Packet()
    for time in 0..<count {
      let picture = try Picture(width: 320, height: 240, format: .yuv420p, color: color)
      picture.presentationTime = Int64(time)
      try encoder.send(picture)
      while try encoder.receive(into: packet) == .packet {}
    }
    if count > 0 {
      try encoder.send(nil)
      while try encoder.receive(into: packet) == .packet {}
    }
  }

  private static let color = ColorTags(
    matrix: .bt709, transfer: .bt709, primaries: .bt709, isLimitedRange: true, chromaLocation: .left
  )

  private static func encoder(_ option: Encoder.Option) throws -> Encoder {
    try Encoder(
      Encoder.Settings(
        name: "libsvtav1", width: 320, height: 240, pixelFormat: .yuv420p,
        timebase: Rational(1, 25), frameRate: Rational(25, 1),
        color: color, bitRate: nil, maxKeyFrameDistance: nil, maxBFrames: 0, threads: 1,
        usesGlobalHeader: true, codecTag: nil, options: [option]))
  }

  #if os(Linux)
    /// If run as root, it starts real-time threads and makes the opening thread such a thread;
    /// these block the processors of the whole machine.
    @Test(.enabled(if: geteuid() == 0 && Capabilities.hasEncoder("libsvtav1")))
    func noThreadIsARealTimeOne() throws {
      let tasks = "/proc/self/task"
      let before = sched_getscheduler(0)
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: tasks))
      let encoder = try Self.encoder(Encoder.Option("svtav1-params", "lp=1"))
      let started = try Set(FileManager.default.contentsOfDirectory(atPath: tasks))
        .subtracting(names).compactMap { pid_t($0) }
      // Release 4 starts them with the first picture.
      if SVTAV1.release < 4 { #expect(started.count > 1) }
      #expect(sched_getscheduler(0) == before)
      // 1 and 2 are SCHED_FIFO and SCHED_RR (sched(7)). Threads of an encoder that another test is
      // opening have these policies for a moment.
      var areRealTime: Bool { started.map(sched_getscheduler).contains { [1, 2].contains($0) } }
      for _ in 0..<1000 where areRealTime { usleep(5000) }
      #expect(!areRealTime)
      _ = consume encoder
    }
  #endif
}
