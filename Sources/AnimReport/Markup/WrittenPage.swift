/// A page that ``ReportFile`` writes.
protocol WrittenPage: Sendable {
  /// The subject of the page: its media are next to the page, and the page replaces none of its
  /// files.
  var report: Report { get }
  /// Its code.
  var script: String { get }
  /// The name of the code file next to the page.
  var scriptName: String { get }

  func markup(_ form: PageForm) -> HTML
}
