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
