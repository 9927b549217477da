internal import AnimConv
internal import AnimTiming
internal import Raster
internal import TextFormats

/// The frames' data for the page's script, as JSON with short rows, because a page may have many
/// frames.
struct PageData {
  let report: Report

  /// The document. Nothing in it can end a `<script>` element.
  var text: String {
    let source = report.source
    let outputs = report.outputs.map { output in
      Self.object([
        ("type", Self.text(output.media?.type)), ("width", "\(output.size.width)"),
        ("height", "\(output.size.height)"),
        ("shownWidth", "\(output.comparison.size.width)"),
        ("shownHeight", "\(output.comparison.size.height)"),
        ("frames", Self.list(output.comparison.frames.map(row))),
      ])
    }
    return Self.object([
      ("hasMedia", source.media == nil ? "false" : "true"),
      (
        "source",
        Self.object([
          ("type", Self.text(source.media?.type)), ("width", "\(source.info.size.width)"),
          ("height", "\(source.info.size.height)"),
          ("frames", Self.list(source.info.frames.indices.map(sourceRow))),
        ])
      ), ("outputs", Self.list(outputs)),
    ])
  }

  /// Start, duration, rectangle, bytes, and the stored delay if the policy changed it.
  private func sourceRow(_ index: Int) -> String {
    let source = report.source
    let frame = source.info.frames[index]
    let rect = frame.rect
    let raw = source.delays.rawDelay(of: index)
    return Self.list([
      Self.number(source.timeline.startTime(of: index).asSeconds),
      Self.number(source.timeline.durationTime(of: index).asSeconds), "\(rect.x)", "\(rect.y)",
      "\(rect.width)", "\(rect.height)", frame.byteCount.map { "\($0)" } ?? "null",
      Self.text(raw.map(\.shortText)),
    ])
  }

  /// Start, duration, the source's frame, similarity, ratio, bytes, and the place of the worst
  /// window.
  private func row(_ frame: OutputComparison.FrameDifference) -> String {
    Self.list([
      Self.number(frame.start.asSeconds), Self.number(frame.duration.asSeconds),
      "\(frame.sourceIndex)", Figures.data(ssim: frame.ssim), frame.psnr.map(Self.number) ?? "null",
      frame.byteCount.map { "\($0)" } ?? "null", "\(frame.worstWindow.x)",
      "\(frame.worstWindow.y)",
    ])
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(jsonText($0)):\($1)" }.joined(separator: ",") + "}"
  }

  private static func list(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  private static func text(_ value: String?) -> String { value.map(jsonText) ?? "null" }

  private static func number(_ value: Double) -> String { Figures.short(value, places: 6) }
}

extension ResolvedDelays {
  /// The stored delay of a frame whose duration the policy changed; nil for others.
  ///
  /// - Complexity: O(log changes).
  func rawDelay(of frame: Int) -> Delay? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].frames.upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    guard low < changes.count, changes[low].frames.contains(frame) else { return nil }
    return changes[low].raw
  }
}

extension Delay {
  /// `20 ms`, or `nothing`.
  var shortText: String { time?.formatted(in: .milliseconds) ?? "nothing" }
}
