/// The paths of one frame's pictures in their folder: `walk0.png`, `walk0@2x.png`, or
/// `walk0.imageset/walk0.png`.
package struct FramePath: Sendable, Hashable {
  private let stem: String
  private let fileExtension: String
  private let isImageSet: Bool

  /// - Parameter stem: the name without scale and extension.
  package init(_ stem: String, options: FrameFilesOptions) {
    self.stem = stem
    fileExtension = options.fileExtension
    isImageSet = options.usesImageSets
  }

  /// - Parameter path: the result of ``path(scale:)`` for 1.
  package init(stemOf path: String, options: FrameFilesOptions) {
    let name = path.split(separator: "/").last ?? ""
    self.init(
      String(name.dropLast(options.fileExtension.utf8.count + 1)), options: options)
  }

  package func path(scale: Int) -> String {
    let name = "\(stem)\(scale == 1 ? "" : "@\(scale)x").\(fileExtension)"
    return folder.map { "\($0)/\(name)" } ?? name
  }

  /// The imageset; nil when pictures are in the folder itself.
  package var folder: String? { isImageSet ? "\(stem).imageset" : nil }

  /// The `Contents.json` of the imageset.
  package func contents(scales: [Int]) -> [UInt8] {
    ImageSetText(
      images: scales.map { scale in
        ImageSetText.Image(
          fileName: String(path(scale: scale).split(separator: "/").last ?? ""), scale: scale)
      }
    ).bytes
  }
}
