internal import OutputFiles
internal import SystemPackage

/// The two files of ``Conversion/Shaping/Alpha/pair``: for `walk.mp4`, `walk_rgb.mp4` and
/// `walk_alpha.mp4`.
struct AlphaPair {
  let color: FilePath
  let alpha: FilePath

  /// - Parameter path: the name of the output; no file of this name is written.
  init(of path: FilePath) {
    let ending = path.extension.map { FilePath($0).length + 1 } ?? 0
    color = path.inserting("_rgb", beforeLast: ending)
    alpha = path.inserting("_alpha", beforeLast: ending)
  }

  var files: [FilePath] { [color, alpha] }
}
