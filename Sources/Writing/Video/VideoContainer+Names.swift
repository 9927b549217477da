extension VideoContainer {
  /// What names of its files end with, in lower case and without the dot: first that of new ones.
  package var fileExtensions: [String] {
    switch self {
    case .mp4: ["mp4", "m4v"]
    case .webm: ["webm"]
    case .mov: ["mov"]
    }
  }
}
