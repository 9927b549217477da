internal import CJXL
internal import Raster
internal import Stages

/// Passes the bytes of a JPEG XL to libjxl in pieces, and reports its events.
package final class JXLDecoder {
  enum Event: Equatable {
    case info, colors, layer, needsBuffer, picture
    /// Every frame was reported.
    case end
    /// The file ends within its last frame or before it.
    case cut
    case failed
  }

  private let source: ByteSource
  private let handle: OpaquePointer
  /// The bytes that libjxl has received and not used yet.
  private var piece: UnsafeMutableRawBufferPointer
  /// The position in the file of the bytes after ``piece``.
  private var position: Int64 = 0
  private var holdsInput = false

  private static let pieceBytes = 256 << 10

  /// - Parameter pixels: whether whole frames are decoded; otherwise layers are reported as stored.
  /// - Throws: ``ReadingError/libraryMissing(detail:remedy:)``.
  init(_ source: ByteSource, pixels: Bool) throws {
    try Self.open()
    guard let handle = cjxl_decoder(pixels ? 1 : 0) else {
      throw ReadingError.system(operation: "allocate", errno: 12)
    }
    self.handle = OpaquePointer(handle)
    self.source = source
    piece = .allocate(byteCount: Self.pieceBytes, alignment: 1)
  }

  deinit {
    cjxl_decoder_free(raw)
    piece.deallocate()
  }

  private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

  /// Suppresses libjxl's own messages about damage on standard error, for commands that report it
  /// themselves.
  package static func keepQuiet() { cjxl_be_quiet() }

  private static func open() throws {
    guard let reason = cjxl_open() else { return }
    throw ReadingError.libraryMissing(
      detail: "JPEG XL is decoded by libjxl, which cannot be opened (\(String(cString: reason)))",
      remedy:
        "install \(String(cString: cjxl_file_name())) or newer (Debian 12: apt install libjxl0.7)")
  }

  /// Continues to the next event.
  ///
  /// - Throws: what reading throws.
  func next() throws -> Event {
    while true {
      switch Int(cjxl_go_on(raw)) {
      case CJXL_DONE: return .end
      case CJXL_NEEDS_INPUT: if try !feed() { return .cut }
      case CJXL_NEEDS_BUFFER: return .needsBuffer
      case CJXL_HAS_INFO: return .info
      case CJXL_HAS_COLORS: return .colors
      case CJXL_HAS_LAYER: return .layer
      case CJXL_HAS_PICTURE: return .picture
      default: return .failed
      }
    }
  }

  /// Passes further bytes to libjxl, starting with those that it has not used.
  ///
  /// - Returns: false at the end of the file.
  private func feed() throws -> Bool {
    let rest = holdsInput ? cjxl_take_back(raw) : 0
    holdsInput = false
    position -= Int64(rest)
    if rest == piece.count { grow() }
    let count = try source.read(at: position, into: piece)
    guard count > rest else { return false }
    position += Int64(count)
    holdsInput = cjxl_input(raw, piece.baseAddress, count) != 0
    return holdsInput
  }

  private func grow() {
    let count = piece.count * 2
    piece.deallocate()
    piece = .allocate(byteCount: count, alignment: 1)
  }

  /// The position of the first unused byte, after the last event.
  func end() -> Int64 {
    if holdsInput { position -= Int64(cjxl_take_back(raw)) }
    holdsInput = false
    return position
  }

  /// Starts again and skips the given number of frames.
  func rewind(skipping frames: Int) {
    if holdsInput { _ = cjxl_take_back(raw) }
    holdsInput = false
    position = 0
    cjxl_rewind(raw)
    if frames > 0 { cjxl_skip(raw, frames) }
  }

  /// Valid after ``Event/info``.
  var info: cjxl_info? {
    var info = cjxl_info()
    return cjxl_get_info(raw, &info) != 0 ? info : nil
  }

  /// The size in the header.
  var size: PixelSize? {
    info.map { PixelSize(width: Int($0.width), height: Int($0.height)) }
  }

  /// Valid after ``Event/layer``.
  var layer: cjxl_layer? {
    var layer = cjxl_layer()
    return cjxl_get_layer(raw, &layer) != 0 ? layer : nil
  }

  /// Valid after ``Event/colors``: the colours of decoded pixels; nil for sRGB and for unknown
  /// colours.
  func colors() -> ColorDescription? {
    var (primaries, transfer) = (Int32(), Int32())
    if cjxl_colors(raw, &primaries, &transfer) != 0 {
      // 13 is the transfer function of sRGB (ITU-T H.273).
      return primaries == 1 && transfer == 13
        ? nil : .codePoints(primaries: Int(primaries), transfer: Int(transfer))
    }
    let count = cjxl_profile(raw, nil, 0)
    guard count > 0, count <= ReadingLimits().maxMetadataChunkBytes else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = cjxl_profile(raw, space.baseAddress, count)
    }
    return ICCProfile(bytes).map { .profile($0) }
  }

  /// After ``Event/needsBuffer``: sets the memory of the next picture, 4 or 8 bytes per pixel.
  ///
  /// - Parameter depth: bits of a sample, 8 or 16.
  func setOutput(_ bytes: UnsafeMutableRawBufferPointer, depth: Int) -> Bool {
    cjxl_set_output(raw, bytes.baseAddress, bytes.count, Int32(depth)) != 0
  }

  /// After ``Event/cut``: draws the part of the picture that has arrived; false if there is none.
  func drawRest() -> Bool { cjxl_flush(raw) != 0 }
}
