public import Writing

/// What outputs can be, as far as settings act on them: kinds without their containers.
public struct OutputForms: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let videos = OutputForms(rawValue: 1)
  public static let sheets = OutputForms(rawValue: 2)
  public static let imageSets = OutputForms(rawValue: 4)
  public static let frameFolders = OutputForms(rawValue: 8)
  public static let frameArchives = OutputForms(rawValue: 16)
  public static let all: OutputForms = [
    .videos, .sheets, .imageSets, .frameFolders, .frameArchives,
  ]

  /// The form of one kind.
  public init(_ kind: OutputKind) {
    switch kind {
    case .video: self = .videos
    case .sheet: self = .sheets
    case .imageSet: self = .imageSets
    case .frameFolder: self = .frameFolders
    case .ugoira: self = .frameArchives
    }
  }

  /// Everything that is stored picture by picture.
  public static let pictures = all.subtracting(.videos)

  /// What people call them: `sheets and imagesets`.
  public var title: String {
    if self == .pictures { return "all outputs but videos" }
    if self == [.frameFolders, .frameArchives] { return "folders and archives of frames" }
    let named: [(OutputForms, String)] = [
      (.videos, "videos"), (.sheets, "sheets"), (.imageSets, "imagesets"),
      (.frameFolders, "folders of frames"), (.frameArchives, "archives of frames"),
    ]
    return list(named.filter { contains($0.0) }.map(\.1))
  }
}

/// `a, b and c`.
func list(_ words: [String]) -> String {
  words.count < 2
    ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words.last!
}
