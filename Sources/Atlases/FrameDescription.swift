/// The result of reading a description of frames.
package enum FrameDescription: Sendable {
  /// Frames on sheets.
  case atlas(Atlas)
  /// Frames in separate files, or their durations.
  case list(FrameList)
  /// One image at several scales.
  case imageSet(ImageSetContents)

  package var format: AtlasFormat {
    switch self {
    case .atlas(let atlas): atlas.format
    case .list(let list): list.format
    case .imageSet: .imageset
    }
  }
}
