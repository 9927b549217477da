internal import Dispatch
internal import Threads

/// Decodes the pictures that come next on threads of its own, while those before them are written.
///
/// Decoding a picture file takes longer than encoding it with a fast encoder, so that with one
/// thread the other processors would wait. No more than ``mostPictures`` are in use at once: the
/// next one is begun when an older one is put back into the pool.
final class PicturesAhead: Sendable {
  /// Pictures that are being decoded, wait or are being written.
  static let mostPictures = 3
  /// Pictures that are decoded at the same time.
  private static let threads = 2

  /// Where a picture that has been begun is waited for.
  fileprivate final class Slot: @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    /// Looked at inside the lock of the state only.
    var result: Result<PictureDecoder.Decoded, any Error>?
  }

  fileprivate struct State {
    /// Whether frames are asked for in order.
    var isRunning = false
    /// The frame to begin with next.
    var next = 0
    /// Frames that have been begun and not yet taken.
    var begun: [Int: Slot] = [:]
    /// Decoders that have nothing to do.
    var idle: [PictureDecoder]
    /// Pictures that were begun and not yet put back.
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

  /// Notes that a picture is no longer used, and begins another one in its place.
  ///
  /// Locks nothing on the calling thread. A picture is put back where its last reference goes, and
  /// the optimizer moves that: the caller may be inside any lock, this object's as well.
  func noteReturned() {
    WorkerThread.start("picture-return") { [weak self] in self?.beginInPlace() }
  }

  private func beginInPlace() {
    state.withLock { $0.pictures -= 1 }
    begin()
  }

  /// Begins with the frames from `frame` on, or goes on with them.
  func run(from frame: Int) {
    state.withLock { state in
      state.isRunning = true
      state.next = max(state.next, frame)
    }
    begin()
  }

  /// Begins nothing more until it is run again, and forgets what was begun.
  func stop() {
    let forgotten = state.withLock { state in
      state.isRunning = false
      state.next = 0
      defer { state.begun = [:] }
      return state.begun
    }
    // Pictures go outside the lock.
    withExtendedLifetime(forgotten) {}
  }

  /// The picture of a frame, waiting for it; nil when it has not been begun, and then the caller
  /// begins it.
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

  /// A file that cannot be read may leave a picture counted that was never taken; nothing is read
  /// behind it.
  private func begin() {
    while let (frame, slot, decoder) = state.withLock({ $0.begin(indices) }) {
      let picture = pictures[Int(indices[frame])]
      WorkerThread.start("picture") { [weak self] in
        var result: Result<PictureDecoder.Decoded, any Error>? = Result {
          try decoder.decode(picture, frame: frame)
        }
        guard let self else { return }
        // Moved, so that this thread holds the picture no longer than its consumer.
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
  /// The next frame with a picture of its own, when there are a decoder and room for it.
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

/// Tells of buffers that are put back, so that a pool need not own who listens.
final class PictureReturns: @unchecked Sendable {
  /// Set once, before the pool is used.
  weak var ahead: PicturesAhead?
}
