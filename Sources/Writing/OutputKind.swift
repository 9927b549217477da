internal import SystemPackage

/// What a conversion writes.
public enum OutputKind: Hashable, Sendable {
  case video(VideoContainer)
  /// One picture, or several pages, with every frame in a cell of its own, and data beside it.
  case sheet
  /// A folder with a picture for each frame, and a list of their times.
  case frameFolder
  /// An Apple imageset, or a catalog of them, with a column of frames for each scale.
  case imageSet
  /// A zip archive of frames with their times, as ugoira are.
  case ugoira

  /// The kind that a path's extension asks for; nil when it asks for none.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public init?(fileExtension: String) {
    switch fileExtension {
    case "png": self = .sheet
    case "zip": self = .ugoira
    case "imageset", "xcassets": self = .imageSet
    default:
      guard let container = VideoContainer(fileExtension: fileExtension) else { return nil }
      self = .video(container)
    }
  }

  /// The kind by its name: `mp4`, `webm`, `mov`, `png`, `frames`, `zip` or
  /// `imageset`.
  public init?(parsing name: String) {
    switch name {
    case "png": self = .sheet
    case "frames": self = .frameFolder
    case "zip": self = .ugoira
    case "imageset": self = .imageSet
    default:
      guard let container = VideoContainer(rawValue: name) else { return nil }
      self = .video(container)
    }
  }
}

extension OutputKind {
  /// What a file of this kind ends with, without the dot; empty for a folder.
  public var fileExtension: String {
    switch self {
    case .video(let container): container.rawValue
    case .sheet: "png"
    case .frameFolder: ""
    case .imageSet: "imageset"
    case .ugoira: "zip"
    }
  }

  /// What people call it.
  public var title: String {
    switch self {
    case .video(let container): container.title
    case .sheet: "a sheet"
    case .imageSet: "an imageset"
    case .frameFolder: "a folder of frames"
    case .ugoira: "an archive of frames"
    }
  }
}

extension OutputKind: CustomStringConvertible {
  /// What ``init(parsing:)`` reads.
  public var description: String {
    switch self {
    case .video(let container): container.rawValue
    case .sheet: "png"
    case .frameFolder: "frames"
    case .ugoira: "zip"
    case .imageSet: "imageset"
    }
  }
}
