internal import Libav

extension StoredColor {
  /// Values that mean standard range (ITU-T H.273) but are not converted to sRGB either.
  private static let plain = (
    primaries: [1, 4, 5, 6, 7], transfers: [1, 4, 5, 6, 7, 11, 12, 13, 14, 15]
  )
  private static let unspecified = [0, 2]

  /// - Parameters:
  ///   - color: how the samples become sRGB.
  ///   - tags: the tags of the first picture.
  ///   - orientation: the rotation that is applied to pictures.
  /// - Returns: nil for colours that are converted, and if the picture contradicts the file.
  init?(_ color: VideoColor, _ tags: ColorTags, _ orientation: PictureOrientation) {
    guard color.light == .standard, color.caveat == nil, !color.isFullRange, tags.isLimitedRange
    else { return nil }
    let said = tags.codePoints
    func number(_ said: Int, among known: [Int], or usual: Int) -> UInt32? {
      if known.contains(said) { return UInt32(said) }
      return Self.unspecified.contains(said) ? UInt32(usual) : nil
    }
    let (matrix, named): (Standard, [Int])
    switch color.matrix {
    case .bt709: (matrix, named) = (.bt709, [1])
    case .bt601: (matrix, named) = (.bt601, [6, 5])
    case .bt2020, .smpte240m, .fcc: return nil
    }
    // 2 means an unspecified matrix; 0 would mean red, green and blue.
    guard said.matrix == 2 || named.contains(said.matrix),
      let primaries = number(said.primaries, among: Self.plain.primaries, or: 1),
      let transfer = number(said.transfer, among: Self.plain.transfers, or: 1)
    else { return nil }
    var location: UInt32 = 0
    if case .number(let stored)? = tags.chromaLocation {
      location = orientation.turned(chromaLocation: stored)
    }
    self.init(
      matrix: matrix,
      tags: ColorTags(
        matrix: .number(UInt32(said.matrix == 2 ? named[0] : said.matrix)),
        transfer: .number(transfer), primaries: .number(primaries), isLimitedRange: true,
        chromaLocation: .number(location)))
  }
}
