internal import Raster
internal import Stages
internal import SystemPackage

/// The same sheet at other scales next to it, as in image sets: `NAME@2x.png` or `NAME_2x.png` for
/// `NAME.png`.
enum ScaleTwins {
  /// A warning for each twin whose size is not a multiple of the sheet's size. Other faults of
  /// twins do not matter here.
  ///
  /// - Parameter size: of the picture at `path`.
  static func warnings(
    _ path: FilePath, size: PixelSize,
    open: (ByteSource, ReadingOptions) throws -> any PictureRows
  ) -> [ReadingWarning] {
    guard let stem = path.stem else { return [] }
    let (base, scale) = split(stem)
    let suffix = path.extension.map { "." + $0 } ?? ""
    let names: [(name: String, scale: Int)] =
      [(base, 1)] + ["@", "_"].flatMap { mark in [2, 3].map { ("\(base)\(mark)\($0)x", $0) } }
    return names.compactMap { twin in
      guard twin.name != stem,
        let source = try? openFile(
          path.removingLastComponent().appending(twin.name + suffix), limits: ReadingLimits()),
        let picture = try? open(source, ReadingOptions())
      else { return nil }
      let fits =
        picture.size.width * scale == size.width * twin.scale
        && picture.size.height * scale == size.height * twin.scale
      if fits { return nil }
      return ReadingWarning(
        kind: .nonconforming,
        detail: "\(twin.name + suffix) is \(picture.size), which does not match the \(size) of "
          + "this sheet at \(scale)x: \(twin.scale)x is expected to be "
          + "\(size.width * twin.scale / scale)x"
          + "\(size.height * twin.scale / scale)")
    }
  }

  /// `NAME@2x` and `NAME_2x` into `NAME` and 2; any other name is its own at scale 1.
  private static func split(_ stem: String) -> (base: String, scale: Int) {
    for (ending, scale) in [("2x", 2), ("3x", 3)] where stem.hasSuffix(ending) {
      let rest = stem.dropLast(2)
      if let mark = rest.last, mark == "@" || mark == "_", rest.count > 1 {
        return (String(rest.dropLast()), scale)
      }
    }
    return (stem, 1)
  }
}
