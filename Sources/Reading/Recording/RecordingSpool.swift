internal import AnimTiming
internal import CZlib
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage

/// The temporary file of a ``FrameRecording``: the pixels of each frame's rectangle, compressed if
/// that is smaller.
final class RecordingSpool: Sendable {
  private let file: TemporaryFile

  /// - Throws: ``ReadingError/system(operation:errno:)``.
  init(in folder: FilePath?) throws {
    file = try temporaryFile(in: folder)
  }

  /// Writes the pixels of a frame's rectangle at its offset.
  ///
  /// Wraps `compress2` with level 1.
  ///
  /// - Returns: the frame with its number of bytes.
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
    try calling("write") { try bytes.withUnsafeBytes { try file.write($0, at: frame.offset) } }
    return frame
  }

  /// The pixels of a frame's rectangle, row by row; the inverse of ``write(_:_:)``.
  ///
  /// Wraps `uncompress`.
  func read(_ frame: RecordedFrame, index: Int) throws -> [UInt8] {
    let stored = try [UInt8](unsafeUninitializedCapacity: frame.byteCount) { space, count in
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(space)[..<frame.byteCount])
      count = try calling("read") {
        try file.fill(bytes, at: frame.offset)
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

/// One frame of a ``FrameRecording``: its changes, and their place in the spool file.
struct RecordedFrame: Sendable {
  var duration: RationalTime
  /// The changed rectangle; empty if nothing changed.
  var rect: PixelRect
  /// The offset of its bytes in the spool file.
  var offset: Int64
  var byteCount: Int
  /// Whether its bytes are compressed (zlib) rather than plain pixels.
  var isCompressed: Bool
  /// Whether the whole image is opaque.
  var isOpaque: Bool
}
