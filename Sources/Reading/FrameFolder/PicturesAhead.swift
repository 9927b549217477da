internal import Dispatch
internal import Threads

/// Decodes upcoming images on its own threads while earlier ones are written.
///
/// Decoding an image file takes longer than encoding it with a fast encoder, so with one thread the
/// other processors would be idle. At most ``mostPictures`` are in use; the next one starts when an
/// older one returns to the pool.
final class PicturesAhead: Sendable {
  /// Images that are being decoded, waiting, or being written.
  static let mostPictures = 3
  /// Images that are decoded in parallel.
  private static let threads = 2

  /// The channel for the result of a started image.
  fileprivate final class Slot: @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    /// Accessed only inside the lock of the state.
    var result: Result<PictureDecoder.Decoded, any Error>?
  }

  fileprivate struct State {
    /// Whether frames are requested in order.
    var isRunning = false
    /// The next frame to start.
    var next = 0
    /// Frames that were started but not taken yet.
    var begun: [Int: Slot] = [:]
    /// Idle decoders.
    var idle: [PictureDecoder]
    /// Images that were started but not returned yet.
    var pictures = 0
  }

  private let state: GuardedState<State>
  private let pictures: [PictureDecoder.Picture]
  /// The file of each frame.
  private let indices: [Int32]

  init(
    _ pictures: [PictureDecoder.Picture], indices: [Int32],
    makeDecoder: () -> PictureDecoder
  ) {
    self.pictures = pictures
    self.indices = indices
    state = GuardedState(State(idle: (0..<Self.threads).map { _ in makeDecoder() }))
  }

  /// Records that an image is no longer used, and starts another one.
  ///
  /// Takes no lock on the calling thread. An image returns where its last reference is released,
  /// and the optimizer may move that place into any lock, including this object's.
  func noteReturned() {
    WorkerThread.start("picture-return") { [weak self] in self?.beginInPlace() }
  }

  private func beginInPlace() {
    state.withLock { $0.pictures -= 1 }
    begin()
  }

  /// Starts with the frames from `frame` on, or continues with them.
  func run(from frame: Int) {
    state.withLock { state in
      state.isRunning = true
      state.next = max(state.next, frame)
    }
    begin()
  }

  /// Stops starting images until it runs again, and discards started ones.
  func stop() {
    let forgotten = state.withLock { state in
      state.isRunning = false
      state.next = 0
      defer { state.begun = [:] }
      return state.begun
    }
    // Images are released outside the lock.
    withExtendedLifetime(forgotten) {}
  }

  /// The image of a frame, waiting for it; nil if it was not started, and then the caller starts
  /// it.
  func take(_ frame: Int) throws -> PictureDecoder.Decoded? {
    let slot = state.withLock { state in
      let slot = state.begun.removeValue(forKey: frame)
      if slot == nil {
        state.pictures += 1
        state.next = max(state.next, frame + 1)
      }
      return slot
    }
    guard let slot else { return nil }
    slot.isDone.wait()
    return try state.withLock { _ in slot.result.take() }?.get()
  }

  /// After an unreadable file, an image may be counted that was never taken; nothing is read after
  /// that file.
  private func begin() {
    while let (frame, slot, decoder) = state.withLock({ $0.begin(indices) }) {
      let picture = pictures[Int(indices[frame])]
      WorkerThread.start("picture") { [weak self] in
        var result: Result<PictureDecoder.Decoded, any Error>? = Result {
          try decoder.decode(picture, frame: frame)
        }
        guard let self else { return }
        // Moved, so that this thread releases the image no later than its consumer.
        state.withLock { state in
          slot.result = result.take()
          state.idle.append(decoder)
        }
        slot.isDone.signal()
        begin()
      }
    }
  }
}

extension PicturesAhead.State {
  /// The next frame with its own image, if there is room and an idle decoder.
  fileprivate mutating func begin(
    _ indices: [Int32]
  ) -> (frame: Int, slot: PicturesAhead.Slot, decoder: PictureDecoder)? {
    guard isRunning, pictures < PicturesAhead.mostPictures, next < indices.count else { return nil }
    while next > 0, next < indices.count, indices[next] == indices[next - 1] { next += 1 }
    guard next < indices.count, let decoder = idle.popLast() else { return nil }
    let slot = PicturesAhead.Slot()
    begun[next] = slot
    pictures += 1
    defer { next += 1 }
    return (next, slot, decoder)
  }
}

/// Notifies a listener of returned buffers without owning it.
final class PictureReturns: @unchecked Sendable {
  /// Set once, before the pool is in use.
  weak var ahead: PicturesAhead?
}
