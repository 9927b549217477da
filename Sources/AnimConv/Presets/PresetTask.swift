/// The purpose of a preset. The list of presets is grouped by it.
package enum PresetTask: String, Sendable, Hashable, CaseIterable {
  case web, posts, stickers, documents, frames, editing, engines, apps, other

  /// The heading of the group.
  package var title: String {
    switch self {
    case .web: "Web pages"
    case .posts: "Posts"
    case .stickers: "Emoji and stickers"
    case .documents: "Documentation and overviews"
    case .frames: "Frames of videos"
    case .editing: "Editing and archiving"
    case .engines: "Game engines and style sheets"
    case .apps: "Image views of apps"
    case .other: "Other presets"
    }
  }
}
