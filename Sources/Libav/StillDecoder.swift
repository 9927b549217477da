internal import CFFmpeg

/// Owner of a decoder for files with one picture each, such as JPEG.
package struct StillDecoder: ~Copyable {
  private let codec: CodecContext

  /// - Parameters:
  ///   - name: FFmpeg's name of the decoder.
  ///   - maxPixels: larger pictures are refused before memory is allocated for them.
  package init(_ name: String, maxPixels: Int) throws(LibavError) {
    try FFmpegLibrary.avcodec.open()
    guard let found = avcodec_find_decoder_by_name(name) else {
      throw LibavError(
        operation: "find the decoder \(name)", code: CFFMPEG_ERROR_DECODER_NOT_FOUND)
    }
    let codec = try CodecContext(found)
    codec.pointer.thread_count = 1
    codec.pointer.max_pixels = Int64(maxPixels)
    try check("open the decoder \(name)") { avcodec_open2(codec.pointer, found, nil) }
    self.codec = codec
  }

  /// Decodes a whole file. Wraps `avcodec_send_packet` and `avcodec_receive_frame`.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, into picture: Picture
  ) throws(LibavError) {
    let packet = try Packet()
    try packet.fill(
      bytes: bytes, blockAdditional: UnsafeRawBufferPointer(start: nil, count: 0), isKey: true)
    try check("decode with \(codec.name)") { avcodec_send_packet(codec.pointer, packet.pointer) }
    try check("decode with \(codec.name)") { avcodec_send_packet(codec.pointer, nil) }
    try check("decode with \(codec.name)") {
      avcodec_receive_frame(codec.pointer, picture.pointer)
    }
  }
}
