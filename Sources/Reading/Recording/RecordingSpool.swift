internal import AnimTiming
internal import CZlib
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage

/// The temporary file of a ``FrameRecording``: the pixels of each frame's rectangle, compressed
/// where that makes them smaller.
final class RecordingSpool: Sendable {
  private let file: FileDescriptor

  /// - Throws: ``ReadingError/system(operation:errno:)``.
  init(in folder: FilePath?) throws {
    file = try unnamedTemporaryFile(in: folder)
  }

  deinit { try? file.close() }

  /// Writes the pixels of a frame's rectangle to its offset.
  ///
  /// Wraps `compress2` with level 1.
  ///
  /// - Returns: the frame, with the bytes that it takes.
  func write(_ picture: PixelBuffer, _ frame: RecordedFrame) throws -> RecordedFrame {
    var frame = frame
    if frame.rect.isEmpty { return frame }
    let pixels = [UInt8](unsafeUninitializedCapacity: frame.rect.size.area * 4) { space, count in
      picture.eachRun(of: frame.rect) { offset, length in
        (space.baseAddress! + count).update(from: picture.base + offset, count: length)
        count += length
      }
    }
    var length = compressBound(uLong(pixels.count))
    var status = Z_OK
    let compressed = [UInt8](unsafeUninitializedCapacity: Int(length)) { space, count in
      status = compress2(space.baseAddress, &length, pixels, uLong(pixels.count), 1)
      count = status == Z_OK ? Int(length) : 0
    }
    frame.isCompressed = status == Z_OK && compressed.count < pixels.count
    let bytes = frame.isCompressed ? compressed : pixels
    frame.byteCount = bytes.count
    _ = try calling("write") { try file.writeAll(toAbsoluteOffset: frame.offset, bytes) }
    return frame
  }

  /// The pixels of a frame's rectangle, row after row; the inverse of ``write(_:_:)``.
  ///
  /// Wraps `uncompress`.
  func read(_ frame: RecordedFrame, index: Int) throws -> [UInt8] {
    let stored = try [UInt8](unsafeUninitializedCapacity: frame.byteCount) { space, count in
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(space)[..<frame.byteCount])
      count = try calling("read") {
        try file.fill(bytes, fromAbsoluteOffset: frame.offset)
      }
    }
    let wanted = frame.rect.size.area * 4
    if !frame.isCompressed, stored.count == wanted { return stored }
    var length = uLong(wanted)
    var status = Z_DATA_ERROR
    let pixels = [UInt8](unsafeUninitializedCapacity: wanted) { space, count in
      status = uncompress(space.baseAddress, &length, stored, uLong(stored.count))
      count = status == Z_OK ? Int(length) : 0
    }
    guard pixels.count == wanted else {
      throw ReadingError.malformed(
        detail: "the temporary file of the recording has changed", frame: index,
        byteOffset: frame.offset)
    }
    return pixels
  }
}

/// One frame of a ``FrameRecording``: what differs from the frame before, and where it is spooled.
struct RecordedFrame: Sendable {
  var duration: RationalTime
  /// What differs; empty when nothing does.
  var rect: PixelRect
  /// Where its bytes begin in the spool file.
  var offset: Int64
  var byteCount: Int
  /// Whether its bytes are compressed (zlib); else they are the pixels, row after row.
  var isCompressed: Bool
  /// Whether the whole picture is opaque.
  var isOpaque: Bool
}
