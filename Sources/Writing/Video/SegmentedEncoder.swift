internal import Libav
internal import Threads

/// An encoder that is handed from one owner to another.
final class OpenEncoder {
  let encoder: Encoder

  init(_ settings: Encoder.Settings) throws(LibavError) { encoder = try Encoder(settings) }
}

/// Encodes segments of a video side by side, each with an encoder of its own, and gives their packets
/// in the order of the segments.
///
/// Used by one thread, like the sink that owns it; the encoders work on threads of their own. No more
/// pictures wait than ``VideoSegments/mostWaiting``: whoever sends another one waits until an encoder
/// has taken one. Where packets take more than ``VideoSegments/mostPacketBytes``, encoders wait, but
/// for that of the first segment that has not ended.
final class SegmentedEncoder: @unchecked Sendable {
  private final class EncodedPacket {
    let packet: Packet
    var byteCount: Int { packet.byteCount }

    init() throws { packet = try Packet() }
  }

  private final class Segment {
    var pictures = Fifo<Picture>()
    /// Whether its last picture has been sent.
    var isComplete = false
    var packets = Fifo<EncodedPacket>()
    /// Whether its last packet is there.
    var hasEnded = false
  }

  private enum Step {
    case packet(EncodedPacket)
    case outcome(Encoder.Outcome)
    case failure(any Error)
  }

  private let settings: Encoder.Settings
  private let segments: VideoSegments
  private let flag: CancellationFlag?
  private var handler: UInt64?

  /// What follows is seen inside of it only.
  private let monitor = Monitor()
  /// Opened before there was a picture; the first segment gets it.
  private var opened: OpenEncoder?
  /// Those whose packets have not all been taken, in order.
  private var unfinished = Fifo<Segment>()
  /// Those of them that no encoder has begun.
  private var unbegun = Fifo<Segment>()
  /// The one that pictures are sent to.
  private var current: Segment?
  private var waiting = 0
  /// Of packets that have not been taken.
  private var packetBytes = 0
  private var workers = 0
  private var failure: (any Error)?
  /// Whether nobody wants the packets any more.
  private var isOver = false

  /// - Parameter first: an encoder with these settings that has seen no picture.
  init(_ settings: Encoder.Settings, _ segments: VideoSegments, first: OpenEncoder) {
    self.settings = settings
    self.segments = segments
    opened = first
    flag = CancellationFlag.betweenFrames
    handler = flag?.whenSet { [weak self] in self?.stop() }
  }

  deinit { forgetFlag() }

  /// Sends a picture to the segment at hand, waiting for room.
  ///
  /// - Parameter beginsSegment: whether it is the first of the next one.
  /// - Throws: what an encoder has thrown; `CancellationError`.
  func send(_ picture: Picture, beginsSegment: Bool) throws {
    // The sink's pool goes on with the picture; its memory is shared until the encoder has let go.
    let picture = try picture.reference()
    let (error, needsWorker): ((any Error)?, Bool) = monitor.enter {
      while waiting >= segments.mostWaiting, failure == nil, !isOver { monitor.wait() }
      if let error = failure ?? (isOver ? CancellationError() : nil) { return (error, false) }
      if beginsSegment {
        current?.isComplete = true
        let next = Segment()
        current = next
        unfinished.append(next)
        unbegun.append(next)
      }
      current!.pictures.append(picture)
      waiting += 1
      guard !unbegun.isEmpty, workers < segments.atOnce else { return (nil, false) }
      workers += 1
      return (nil, true)
    }
    if let error { throw error }
    if needsWorker { WorkerThread.start("segment") { self.work() } }
  }

  /// Pictures that no encoder has taken.
  var picturesWaiting: Int { monitor.enter { waiting } }

  /// Says that the last picture has been sent.
  func complete() {
    monitor.enter { current?.isComplete = true }
  }

  /// Takes the next packet.
  ///
  /// - Parameter waits: for it, where it is not there yet.
  /// - Throws: what an encoder has thrown; `CancellationError`.
  func receive(into packet: borrowing Packet, waits: Bool) throws -> Encoder.Outcome {
    let step: Step = monitor.enter {
      while true {
        if let failure { return .failure(failure) }
        if isOver { return .failure(CancellationError()) }
        guard let segment = unfinished.first else { return .outcome(.end) }
        if let next = segment.packets.popFirst() {
          packetBytes -= next.byteCount
          return .packet(next)
        }
        if segment.hasEnded {
          _ = unfinished.popFirst()
        } else if waits {
          monitor.wait()
        } else {
          return .outcome(.needsInput)
        }
      }
    }
    switch step {
    case .packet(let next):
      packet.take(next.packet)
      return .packet
    case .outcome(let outcome): return outcome
    case .failure(let error): throw error
    }
  }

  /// Gives up, and waits until no encoder is at work.
  func cancel() {
    forgetFlag()
    monitor.enter {
      isOver = true
      unbegun = Fifo()
      opened = nil
    }
    monitor.enter {
      while workers > 0 { monitor.wait() }
      unfinished = Fifo()
      current = nil
    }
  }

  private func stop() {
    monitor.enter { isOver = true }
  }

  private func forgetFlag() {
    if let handler { flag?.forget(handler) }
    handler = nil
  }

  /// What each thread does: one segment after another.
  private func work() {
    while let (segment, opened) = nextSegment() {
      do {
        try encode(segment, with: opened)
        monitor.enter { segment.hasEnded = true }
      } catch {
        monitor.enter { failure = failure ?? error }
      }
    }
  }

  private func nextSegment() -> (Segment, OpenEncoder?)? {
    monitor.enter {
      guard !isOver, failure == nil, let segment = unbegun.popFirst() else {
        workers -= 1
        return nil
      }
      defer { opened = nil }
      return (segment, opened)
    }
  }

  private func encode(_ segment: Segment, with opened: OpenEncoder?) throws {
    let own = try opened ?? OpenEncoder(settings)
    var spare = try EncodedPacket()
    func drain() throws -> Encoder.Outcome {
      while true {
        let outcome = try own.encoder.receive(into: spare.packet)
        guard outcome == .packet else { return outcome }
        let isWanted = monitor.enter {
          while packetBytes > segments.mostPacketBytes, !isFirst(segment), !isOver, failure == nil {
            monitor.wait()
          }
          segment.packets.append(spare)
          packetBytes += spare.byteCount
          return !isOver && failure == nil
        }
        guard isWanted else { throw CancellationError() }
        spare = try EncodedPacket()
      }
    }
    while let picture = try nextPicture(of: segment) {
      try own.encoder.send(picture)
      _ = try drain()
    }
    try own.encoder.send(nil)
    let outcome = try drain()
    precondition(outcome == .end, "an encoder without input ends")
  }

  /// Whether all segments before it have ended.
  private func isFirst(_ segment: Segment) -> Bool {
    unfinished.first { !$0.hasEnded } === segment
  }

  /// Nil after the last one.
  private func nextPicture(of segment: Segment) throws -> Picture? {
    let (picture, isWanted): (Picture?, Bool) = monitor.enter {
      while segment.pictures.isEmpty, !segment.isComplete, !isOver, failure == nil {
        monitor.wait()
      }
      guard !isOver, failure == nil else { return (nil, false) }
      guard let next = segment.pictures.popFirst() else { return (nil, true) }
      waiting -= 1
      return (next, true)
    }
    guard isWanted else { throw CancellationError() }
    return picture
  }
}
