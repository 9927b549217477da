package import Raster

/// The threads and look-ahead of an encoder, and the resulting memory.
///
/// Both follow from the frame size and the memory limit, not from the machine: the same request
/// gives the same bytes everywhere.
package struct EncoderFit: Sendable, Hashable {
  package var threads: Int
  /// Pictures.
  var lookAhead: Int
  /// Memory of the encoder, in bytes, by ``EncoderMemory``.
  package var bytes: Int

  /// - Parameters:
  ///   - threads: the requested number; nil for the size's default. At most
  ///     ``EncoderMemory/mostThreads`` are used.
  ///   - frames: the expected number of frames.
  ///   - room: the memory limit of the encoder, in bytes.
  /// - Returns: the first choice that fits, or the smallest if none does.
  package init(
    _ memory: EncoderMemory, size: PixelSize, threads: Int?, frames: Int, room: Int
  ) {
    let wanted = LookAhead.frames(for: size)
    // A shorter look-ahead makes files a little larger, fewer threads make it slower; a single
    // image needs neither.
    let lookAheads = [wanted, 10, 4, min(4, frames - 1)].filter { $0 <= wanted }
    let most = min(threads ?? EncoderThreads.count(for: size), memory.mostThreads)
    let counts = threads == nil ? [most, 2, 1].filter { $0 <= most } : [most]
    var smallest: EncoderFit?
    for count in counts {
      for lookAhead in lookAheads {
        let bytes = memory.bytes(
          size: size, frames: frames, threads: count, lookAhead: lookAhead)
        let fit = EncoderFit(threads: count, lookAhead: lookAhead, bytes: bytes)
        if bytes <= room {
          self = fit
          return
        }
        if bytes < smallest?.bytes ?? .max { smallest = fit }
      }
    }
    self = smallest!
  }

  private init(threads: Int, lookAhead: Int, bytes: Int) {
    self.threads = threads
    self.lookAhead = lookAhead
    self.bytes = bytes
  }
}
