internal import AnimTiming
internal import Messages
internal import Stages

/// Files that repeat the previous one.
extension FrameFinder {
  /// Merges consecutive frames whose files have identical bytes. Frames without a duration stay
  /// unchanged.
  ///
  /// - Complexity: reads neighbours of equal size; memory is a few pieces of a file.
  func mergingRepeats(_ sequence: FrameSequence) throws -> FrameSequence {
    var merged = sequence
    merged.frames = []
    var last: ByteSource?
    for frame in sequence.frames {
      let previous = merged.frames.last
      let source = previous?.file == frame.file ? last : try open(frame.file)
      defer { last = source }
      if let previous, let last, let source, let time = frame.delay.time,
        let before = previous.delay.time,
        try previous.file == frame.file || last.hasSameBytes(as: source)
      {
        let sum = try before.adding(time)
        merged.frames[merged.frames.count - 1].delay = .declared(
          ticks: sum.numerator, timebase: Timebase(1, sum.denominator))
      } else {
        merged.frames.append(frame)
      }
    }
    let count = sequence.frames.count - merged.frames.count
    if count > 0 { merged.notes.append("frames that repeat the previous one: \(count)") }
    return merged
  }

  private func open(_ file: FrameFile) throws -> ByteSource {
    do { return try file.open(in: files) } catch let error as ReadingError {
      throw FrameFolderError(error, name: file.name, frame: nil)
    }
  }
}

extension ByteSource {
  /// Compares two inputs from end to end.
  fileprivate func hasSameBytes(as other: ByteSource) throws -> Bool {
    guard byteCount == other.byteCount else { return false }
    if self === other { return true }
    let piece = 1 << 16
    var (own, others) = ([UInt8](repeating: 0, count: piece), [UInt8](repeating: 0, count: piece))
    var offset: Int64 = 0
    while offset < byteCount {
      let count = try own.withUnsafeMutableBytes { try read(at: offset, into: $0) }
      let otherCount = try others.withUnsafeMutableBytes { try other.read(at: offset, into: $0) }
      guard count == otherCount, count > 0, own[..<count] == others[..<count] else { return false }
      offset += Int64(count)
    }
    return true
  }
}
