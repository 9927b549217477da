public import Atlases

extension ReadingOptions {
  /// Options for cutting a sheet into frames and selecting them.
  public struct Sheet: Sendable, Hashable {
    /// When a still image counts as a sheet.
    public enum Use: String, Sendable, Hashable, CaseIterable {
      /// If ``grid`` or ``dropsBlankFrames`` is set, or if the file's name gives the cells, as in
      /// `walk_8x1.png`.
      case automatic
      /// Always; the cells follow from the options, the name, or one row or column of squares.
      case always
      /// Never.
      case never
    }

    /// Whether an image is a sheet.
    public var use = Use.automatic
    /// The known facts about the cells.
    public var grid = GridRequest()
    /// Whether fully transparent cells at the end are dropped. Decodes the sheet once more.
    public var dropsBlankFrames = false
    /// The tag or animation of an atlas to play; nil for all frames once. Several play in a row:
    /// `idle,run`, where `\,` is a comma inside a name.
    public var tag: String?
    /// The path of an atlas's image, instead of the one in its data; nil to use the data.
    public var image: String?

    /// The play order of an atlas's frames without tags and delays.
    public enum FrameOrder: String, Sendable, Hashable, CaseIterable {
      /// By the numbers in their names, if there are any; otherwise in the order of the data.
      case automatic = "auto"
      /// The order in the data.
      case file
      /// By name, so that f2 comes before f10.
      case name

      var ofAtlas: Atlas.FrameOrder {
        switch self {
        case .automatic: .automatic
        case .file: .file
        case .name: .natural
        }
      }
    }

    /// The order of an atlas's frames if all of them play.
    public var frameOrder = FrameOrder.automatic

    /// The order in the data.
    public init() {}

    /// Whether a sheet is requested, whatever the file's name.
    var isRequested: Bool {
      switch use {
      case .automatic: grid != GridRequest() || dropsBlankFrames
      case .always: true
      case .never: false
      }
    }
  }
}

extension ReadingOptions.Sheet.Use: LosslessStringConvertible {
  /// `auto`, `on` or `off`.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .automatic
    case "on": self = .always
    case "off": self = .never
    default: return nil
    }
  }

  /// The text that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .automatic: "auto"
    case .always: "on"
    case .never: "off"
    }
  }
}
