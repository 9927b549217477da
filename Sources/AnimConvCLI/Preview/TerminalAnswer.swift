/// A terminal's response about the images that it supports.
struct TerminalAnswer: Equatable {
  /// kitty's protocol: it has accepted an image of one pixel.
  var takesKitty = false
  /// iTerm2's inline images: it has reported its cell size in iTerm2's format.
  var takesITerm = false
  /// Sixel: attribute 4 of its device attributes.
  var takesSixel = false
  /// Pixels of a character; nil if it has not reported them.
  var cell: Cell?

  struct Cell: Equatable {
    var width: Int
    var height: Int
  }

  /// The query for everything. The device attributes come last, because every terminal responds to
  /// them, so there is no waiting for missing responses.
  static let query =
    "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}]1337;ReportCellSize\u{07}"
    + "\u{1B}[16t" + "\u{1B}[c"

  init() {}

  /// - Parameter text: the response.
  /// - Returns: nil while the device attributes are missing.
  init?(parsing text: String) {
    guard let attributes = text.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/) else { return nil }
    takesSixel = attributes.1.split(separator: ";").contains("4")
    takesKitty = text.contains("\u{1B}_Gi=31;OK\u{1B}\\")
    takesITerm = text.contains("\u{1B}]1337;ReportCellSize=")
    if let size = text.firstMatch(of: /\u{1B}\[6;([0-9]{1,4});([0-9]{1,4})t/),
      let height = Int(size.1), let width = Int(size.2), height > 0, width > 0
    {
      cell = Cell(width: width, height: height)
    }
  }
}
