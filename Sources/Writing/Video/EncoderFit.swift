package import Raster

/// How many threads an encoder gets and how far it looks ahead, and what memory it then takes.
///
/// Both are decided by the picture's size and by the memory that is allowed, never by the machine:
/// the same request gives the same bytes everywhere.
package struct EncoderFit: Sendable, Hashable {
  package var threads: Int
  /// Pictures.
  var lookAhead: Int
  /// Memory of the encoder, in bytes, by ``EncoderMemory``.
  package var bytes: Int

  /// - Parameters:
  ///   - threads: that were asked for; nil for what suits the size. No more than
  ///     ``EncoderMemory/mostThreads`` are given.
  ///   - frames: how many pictures will come.
  ///   - room: bytes that the encoder may take.
  /// - Returns: the first choice that fits, or the smallest when none does.
  package init(
    _ memory: EncoderMemory, size: PixelSize, threads: Int?, frames: Int, room: Int
  ) {
    let wanted = LookAhead.frames(for: size)
    // A shorter look-ahead makes files a little larger, fewer threads make it slower; a picture
    // that is alone needs neither.
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
