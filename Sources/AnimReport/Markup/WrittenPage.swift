/// A page that ``ReportFile`` writes.
protocol WrittenPage: Sendable {
  /// Its subject: the media are next to the page, and it replaces none of the subject's files.
  var report: Report { get }
  /// Its code.
  var script: String { get }
  /// The name of the code file next to the page.
  var scriptName: String { get }

  func markup(_ form: PageForm) -> HTML
}
