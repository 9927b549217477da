public import Atlases

/// How a sheet is cut into frames and which of them play.
public struct SheetOptions: Sendable, Hashable {
  /// When a still picture is a sheet.
  public enum Use: String, Sendable, Hashable, CaseIterable {
    /// When ``grid`` or ``dropsBlankFrames`` asks for it, or when the file's name says so, as
    /// `walk_8x1.png`.
    case automatic
    /// Always; the cells follow from what is asked for, the name, or one row or column of squares.
    case always
    /// Never.
    case never
  }

  /// Whether a picture is a sheet at all.
  public var use = Use.automatic
  /// What is known of the cells.
  public var grid = GridRequest()
  /// Leaves out cells at the end that are wholly transparent. Decodes the sheet once more.
  public var dropsBlankFrames = false
  /// The tag or animation of an atlas that plays; nil for all frames once. Several play one after another:
  /// `idle,run`, where `\,` is a comma inside a name.
  public var tag: String?
  /// The path of the picture of an atlas, in place of what its data names; nil to find that.
  public var image: String?

  /// The order in which the frames of an atlas play when neither a tag nor a delay says it.
  public enum FrameOrder: String, Sendable, Hashable, CaseIterable {
    /// By the numbers in their names, where names are numbered; else as in the data.
    case automatic = "auto"
    /// As in the data.
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

  /// How the frames of an atlas follow each other when all of them play.
  public var frameOrder = FrameOrder.automatic

  /// What the data beside the picture says.
  public init() {}

  /// Whether a sheet is asked for, whatever the name of the file.
  var isRequested: Bool {
    switch use {
    case .automatic: grid != GridRequest() || dropsBlankFrames
    case .always: true
    case .never: false
    }
  }
}

extension SheetOptions.Use {
  /// `auto`, `on` or `off`.
  public init?(parsing text: String) {
    switch text {
    case "auto": self = .automatic
    case "on": self = .always
    case "off": self = .never
    default: return nil
    }
  }
}
