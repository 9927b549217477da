internal import Libav
internal import Threads

/// An encoder that is passed from one owner to another.
final class OpenEncoder {
  let encoder: Encoder

  init(_ settings: Encoder.Settings) throws(LibavError) { encoder = try Encoder(settings) }
}

/// Encodes segments of a video in parallel, each with its own encoder, and returns their packets in
/// order.
///
/// Used by one thread, like the sink that owns it; the encoders work on their own threads. At most
/// ``VideoSegments/mostWaiting`` images wait; sending another one blocks until an encoder has taken
/// one. If packets exceed ``VideoSegments/mostPacketBytes``, encoders wait, except that of the
/// first unfinished segment.
final class SegmentedEncoder: @unchecked Sendable {
  private final class EncodedPacket {
    let packet: Packet
    var byteCount: Int { packet.byteCount }

    init() throws { packet = try Packet() }
  }

  private final class Segment {
    var pictures = Fifo<Picture>()
    /// Whether its last image was sent.
    var isComplete = false
    var packets = Fifo<EncodedPacket>()
    /// Whether its last packet is available.
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

  /// The following is accessed only inside the lock.
  private let monitor = Monitor()
  /// Opened before the first image; used by the first segment.
  private var opened: OpenEncoder?
  /// Segments with remaining packets, in order.
  private var unfinished = Fifo<Segment>()
  /// The segments without an encoder yet.
  private var unbegun = Fifo<Segment>()
  /// The segment that receives images.
  private var current: Segment?
  private var waiting = 0
  /// Bytes of packets that were not taken yet.
  private var packetBytes = 0
  private var workers = 0
  private var failure: (any Error)?
  /// Whether the packets are no longer needed.
  private var isOver = false

  /// - Parameter first: an encoder with these settings that has received no image.
  init(_ settings: Encoder.Settings, _ segments: VideoSegments, first: OpenEncoder) {
    self.settings = settings
    self.segments = segments
    opened = first
    flag = CancellationFlag.betweenFrames
    handler = flag?.whenSet { [weak self] in self?.stop() }
  }

  deinit { forgetFlag() }

  /// Sends an image to the current segment, waiting for room.
  ///
  /// - Parameter beginsSegment: whether it is the first of the next segment.
  /// - Throws: errors of an encoder; `CancellationError`.
  func send(_ picture: Picture, beginsSegment: Bool) throws {
    // The sink's pool continues to use the image; its memory is shared until the encoder releases
    // it.
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

  /// Images that no encoder has taken yet.
  var picturesWaiting: Int { monitor.enter { waiting } }

  /// Marks the end of the images.
  func complete() {
    monitor.enter { current?.isComplete = true }
  }

  /// Takes the next packet.
  ///
  /// - Parameter waits: whether to wait for it.
  /// - Throws: errors of an encoder; `CancellationError`.
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

  /// Cancels, and waits until no encoder is running.
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

  /// The work of each thread: one segment after another.
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
