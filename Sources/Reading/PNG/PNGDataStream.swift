/// The zlib stream of one frame: the content of its `IDAT` or `fdAT` chunks in order.
///
/// The survey has verified the checksums of the chunks.
final class PNGDataStream {
  private var walker: PNGChunkWalker
  private let reader: ByteReader
  private let end: Int64
  private let usesFrameData: Bool
  /// Unread bytes of the chunk, and their offset.
  private var rest = 0
  private var position: Int64 = 0

  /// Why reading failed, because the return value cannot carry it.
  private(set) var failure: (any Error)?

  init(_ record: PNGFrameRecord, _ reader: ByteReader) {
    self.reader = reader
    walker = PNGChunkWalker(reader, at: record.dataOffset)
    end = record.dataEnd
    usesFrameData = record.usesFrameData
  }

  /// Copies the next bytes.
  ///
  /// - Returns: the number of bytes, 0 at the end, -1 on failure; ``failure`` then has the reason.
  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    do {
      while rest == 0 {
        guard try nextChunk() else { return 0 }
      }
      reader.seek(to: position)
      let count = try reader.read(min(rest, capacity), into: buffer)
      position += Int64(count)
      // A file that shrank after the survey ends here.
      rest = count == 0 ? 0 : rest - count
      return count
    } catch {
      failure = error
      return -1
    }
  }

  private func nextChunk() throws -> Bool {
    let type = usesFrameData ? PNGChunkType.frameData : .data
    while case .chunk(let chunk) = try walker.step(), chunk.offset < end {
      guard chunk.type == type else { continue }
      // The sequence number precedes the data.
      let skipped = usesFrameData ? 4 : 0
      guard chunk.byteCount >= skipped else { return false }
      rest = chunk.byteCount - skipped
      position = chunk.offset + 8 + Int64(skipped)
      return true
    }
    return false
  }
}
