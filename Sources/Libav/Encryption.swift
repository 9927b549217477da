internal import CFFmpeg

/// How containers mark a whole stream as encrypted; see also ``Packet/isEncrypted``.
enum Encryption {
  /// The sample entries `encv` and `enca` of ISO/IEC 14496-12, 8.12.1, and the ContentEncKeyID of
  /// Matroska (RFC 9559, 5.1.4.1.31.10), which FFmpeg stores with a stream.
  static func isUsed(by stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let tag = stream.codecpar.codec_tag
    return ["encv", "enca"].contains { tag == Self.tag($0) }
      || av_dict_get(stream.metadata, "enc_key_id", nil, 0) != nil
  }

  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
