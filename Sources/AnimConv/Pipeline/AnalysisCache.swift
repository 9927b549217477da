internal import Raster
internal import Reading

/// Results of examining the frames of one source, so that several plans in a row examine them once.
///
/// Only the latest results are kept, whatever the number of plans.
final class AnalysisCache {
  private let isKeeping: Bool
  private var hasAlpha: Bool?
  private var dithering: (shown: [Int], search: DitherSearch)?
  private var last: (subject: Subject, analysis: Analysis)?

  /// - Parameter isKeeping: whether several plans will be made; otherwise nothing is kept.
  init(isKeeping: Bool = false) { self.isKeeping = isKeeping }

  /// Everything on which ``Analysis`` depends besides the source.
  private struct Subject: Hashable {
    let shapings: [ShapingPlan]
    let scales: [Int]
    let shaping: ShapingPlan
    let shown: [Int]
    let findsPixelArt: Bool
    let findsRepeats: Bool
    let undithering: Conversion.Undithering
    var watched: AnyHashable?

    init(_ wanted: AnalysisRequest, _ played: PlayedFrames) {
      shapings = wanted.shapings
      scales = wanted.scales
      shaping = played.shaping
      shown = Array(played.timing.sourceIndices)
      findsPixelArt = wanted.pixelArt
      findsRepeats = wanted.repeats
      undithering = wanted.undithering
      watched = wanted.watcher?.subject
    }
  }

  /// See ``FrameSource/detectAlpha()``.
  func detectAlpha(of source: any FrameSource) throws -> Bool {
    if let hasAlpha { return hasAlpha }
    let found = try source.detectAlpha()
    if isKeeping { hasAlpha = found }
    return found
  }

  /// See ``Analysis/init(_:_:_:dithering:onAnalysis:)``.
  func analysis(
    _ wanted: AnalysisRequest, _ played: PlayedFrames, _ source: any FrameSource,
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Analysis {
    let subject = Subject(wanted, played)
    if let known = known(subject) { return known }
    let search =
      wanted.undithering == .off
      ? nil : try searchDithering(of: source, shown: subject.shown, onAnalysis: onAnalysis)
    let analysis = try Analysis(wanted, played, source, dithering: search, onAnalysis: onAnalysis)
    if isKeeping { last = (subject, analysis) }
    return analysis
  }

  private func known(_ subject: Subject) -> Analysis? {
    guard let last else { return nil }
    for watcher in [last.analysis.watcher] + (last.analysis.watcher?.others ?? []) {
      var seen = last.subject
      seen.watched = watcher?.subject
      if seen == subject {
        var analysis = last.analysis
        analysis.watcher = watcher
        return analysis
      }
    }
    return nil
  }

  private func searchDithering(
    of source: any FrameSource, shown: [Int],
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> DitherSearch {
    if let dithering, dithering.shown == shown { return dithering.search }
    let search = try DitherSearch(source, shown: shown, onAnalysis: onAnalysis)
    if isKeeping { dithering = (shown, search) }
    return search
  }
}
