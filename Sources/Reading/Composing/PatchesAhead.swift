internal import Threads

/// Decodes the patches of the next frames on its own threads, while the drawing thread draws
/// earlier ones on the canvas. Patches do not depend on each other; only the canvas does.
///
/// Used by the drawing thread only.
final class PatchesAhead<Decoded: Sendable> {
  /// Decodes the patch of a frame; called by one thread at a time.
  typealias Decoder = @Sendable (_ frame: Int) throws -> Decoded

  /// Frames that are decoded or being decoded before they are drawn.
  private static var reach: Int { 3 }

  private let count: Int
  private let isWorthwhile: (Int) -> Bool
  private let decoders: [(lane: SerialLane, decode: Decoder)]
  private var begun: [Int: AwaitedResult<Decoded>] = [:]

  /// - Parameters:
  ///   - count: the number of frames.
  ///   - isWorthwhile: whether decoding a frame takes longer than passing it between threads.
  ///   - makeDecoder: makes a decoder that shares nothing with other decoders.
  init(count: Int, isWorthwhile: @escaping (Int) -> Bool, makeDecoder: () -> Decoder) {
    self.count = count
    self.isWorthwhile = isWorthwhile
    decoders = (0..<min(Self.reach, max(2, processorCount))).map { _ in
      (SerialLane(patchThreads), makeDecoder())
    }
  }

  /// Starts the frames after this one. Returns this frame's patch, waiting for it; nil if it was
  /// not started, so that the caller must decode it.
  func take(_ frame: Int) throws -> Decoded? {
    let wanted = frame...min(frame + Self.reach, count - 1)
    for other in begun.keys where !wanted.contains(other) { begun[other] = nil }
    for next in wanted.dropFirst() where begun[next] == nil && isWorthwhile(next) { begin(next) }
    return try begun.removeValue(forKey: frame)?.take()
  }

  private func begin(_ frame: Int) {
    let patch = AwaitedResult<Decoded>()
    begun[frame] = patch
    let (lane, decode) = decoders[frame % decoders.count]
    lane.start { patch.fulfill { try decode(frame) } }
  }
}

/// The threads of all animations.
private let patchThreads = LanePool(most: max(2, processorCount))
