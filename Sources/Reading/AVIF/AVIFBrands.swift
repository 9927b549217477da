/// The brands in the first box of a file (`ftyp`; AV1 Image File Format, section 8).
struct AVIFBrands {
  /// Whether the animation is the main content rather than its still image.
  let isSequence: Bool

  /// Nil unless it is an AVIF; nil for an MP4, for example.
  ///
  /// - Parameter signature: the first bytes of a file.
  init?(signature: some Collection<UInt8>) {
    let bytes = Array(signature)
    guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    func brand(_ offset: Int) -> String {
      String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }
    let major = brand(8)
    isSequence = major == "avis"
    if major == "avis" || major == "avif" { return }
    let others = stride(from: 16, through: min(size, bytes.count) - 4, by: 4).map(brand)
    guard ["mif1", "msf1", "miaf"].contains(major),
      others.contains("avif") || others.contains("avis")
    else { return nil }
  }
}
