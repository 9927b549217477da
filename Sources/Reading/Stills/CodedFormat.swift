internal import Raster
internal import Stages

/// A still image format that an FFmpeg decoder reads as a whole file: its signature and its header.
/// A new format is a file in this folder and an entry in ``all``.
///
/// FFmpeg includes these decoders, and OSS-Fuzz tests them continuously.
struct CodedFormat: Sendable {
  let kind: SourceKind
  /// Whether a file starts like this format; nothing else is examined.
  let matches: @Sendable (_ head: [UInt8]) -> Bool
  /// Reads the header.
  let header: @Sendable (ByteReader) throws -> CodedHeader

  /// Formats with a signature first: Targa has none, and is recognized by a plausible header.
  static let all: [CodedFormat] = [
    tiff, bmp, qoi, netpbm, jpeg2000, dds, psd, openEXR, dpx, sgi, pcx, targa,
  ]

  /// - Parameter head: the first ``SourceKind/signatureLength`` bytes of a file.
  /// - Returns: nil for other formats.
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
