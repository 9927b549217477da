internal import Raster
internal import Stages

/// A format of still pictures that a decoder of FFmpeg reads as a whole file: how such a file is
/// recognized, and what its header says. A further format is a file in this folder and a place in
/// ``all``.
///
/// FFmpeg has these decoders built in, and OSS-Fuzz tests them all the time.
struct CodedFormat: Sendable {
  let kind: SourceKind
  /// Whether a file that begins with these bytes is one; nothing else is looked at.
  let matches: @Sendable (_ head: [UInt8]) -> Bool
  /// Reads what stands before the samples.
  let header: @Sendable (ByteReader) throws -> CodedHeader

  /// Those with a signature first: a Targa has none, and is known by a header that makes sense.
  static let all: [CodedFormat] = [
    tiff, bmp, qoi, netpbm, jpeg2000, dds, psd, openEXR, dpx, sgi, pcx, targa,
  ]

  /// - Parameter head: the first ``SourceKind/signatureLength`` bytes of a file.
  /// - Returns: nil for what is none of them.
  init?(signature head: some Collection<UInt8>) {
    let bytes = Array(head.prefix(64))
    guard let found = Self.all.first(where: { $0.matches(bytes) }) else { return nil }
    self = found
  }

  init(
    _ kind: SourceKind, matches: @escaping @Sendable ([UInt8]) -> Bool,
    header: @escaping @Sendable (ByteReader) throws -> CodedHeader
  ) {
    self.kind = kind
    self.matches = matches
    self.header = header
  }
}
