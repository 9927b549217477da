/// The descriptions of sheets that animconv writes.
///
/// The raw values are the names on the command line.
public enum AtlasDataFormat: String, Sendable, Hashable, CaseIterable {
  /// Aseprite's JSON with frames by name: durations in ms, tags, and `animations` for PixiJS.
  case aseprite
  /// Aseprite's JSON with frames as a list.
  case asepriteArray = "aseprite-array"
  /// Aseprite's JSON with frames by bare number, as Phaser's `createFromAseprite` wants it.
  case asepriteNumbers = "aseprite-numbers"

  /// What people call it.
  public var title: String {
    switch self {
    case .aseprite: "Aseprite JSON"
    case .asepriteArray: "Aseprite JSON (array)"
    case .asepriteNumbers: "Aseprite JSON (numbers)"
    }
  }
}
