/// The zlib stream of one frame: the content of its `IDAT` or `fdAT` chunks, one after the other.
///
/// The survey has checked the sums of the chunks.
final class PNGDataStream {
  private var walker: PNGChunkWalker
  private let reader: ByteReader
  private let end: Int64
  private let usesFrameData: Bool
  /// Bytes of the chunk that are not handed out yet, and where they start.
  private var rest = 0
  private var position: Int64 = 0

  /// Why reading failed, for the one who could not be told by the return value.
  private(set) var failure: (any Error)?

  init(_ record: PNGFrameRecord, _ reader: ByteReader) {
    self.reader = reader
    walker = PNGChunkWalker(reader, at: record.dataOffset)
    end = record.dataEnd
    usesFrameData = record.usesFrameData
  }

  /// Copies the next bytes.
  ///
  /// - Returns: how many, 0 at the end, -1 when reading failed; ``failure`` then tells why.
  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    do {
      while rest == 0 {
        guard try nextChunk() else { return 0 }
      }
      reader.seek(to: position)
      let count = try reader.read(min(rest, capacity), into: buffer)
      position += Int64(count)
      // A file that shrank since the survey ends here.
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
      // The sequence number comes before the data.
      let skipped = usesFrameData ? 4 : 0
      guard chunk.byteCount >= skipped else { return false }
      rest = chunk.byteCount - skipped
      position = chunk.offset + 8 + Int64(skipped)
      return true
    }
    return false
  }
}
