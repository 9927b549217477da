/// A page that ``ReportFile`` writes.
protocol WrittenPage: Sendable {
  /// What it is about: its media lie beside the page, and none of its files is replaced by it.
  var report: Report { get }
  /// Its code.
  var script: String { get }
  /// What the code's file is called beside the page.
  var scriptName: String { get }

  func markup(_ form: PageForm) -> HTML
}
