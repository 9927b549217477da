/// What a description of frames turned out to be.
package enum FrameDescription: Sendable {
  /// Frames on sheets.
  case atlas(Atlas)
  /// Frames that are files, or times for them.
  case list(FrameList)
  /// One picture at several scales.
  case imageSet(ImageSetContents)

  package var format: AtlasFormat {
    switch self {
    case .atlas(let atlas): atlas.format
    case .list(let list): list.format
    case .imageSet: .imageset
    }
  }
}
