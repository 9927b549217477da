internal import AnimTiming
internal import Atlases
internal import Messages

extension SheetPlan {
  /// What the descriptions cannot say of the times and the plays, each with a way that keeps it.
  var losses: [Message] {
    [lossOfTimes].compactMap(\.self) + data.compactMap(lossOfPlays)
  }

  private var atlas: Atlas { sheets[0].atlas }

  /// Equal times are one rate, which programs set themselves; different ones are lost when no
  /// description has them.
  private var lossOfTimes: Message? {
    let times = atlas.frames.compactMap(\.delay.time)
    guard !data.isEmpty, !data.contains(where: \.capabilities.carriesTime),
      let shortest = times.min(), let longest = times.max(), shortest < longest
    else { return nil }
    var note: Message = """
      \(data.map(\.title).joined(separator: " and ")) has no times, and frames show for \
      \(shortest.inMilliseconds) to \(longest.inMilliseconds): players will show all equally long; \
      use \(setting: "schedule", "fps=24", swift: ".constant(24)") \
      \(setting: "merge-duplicates", true)
      """
    if let other = companion { note = note + ", or \(with(other)) for a second file with them" }
    return note
  }

  /// A description that has times and suits this sheet.
  private var companion: AtlasDataFormat? {
    let features = AtlasFeatures(atlas)
    return [.aseprite, .godot].first { (try? features.check($0)) != nil }
  }

  private func lossOfPlays(_ format: AtlasDataFormat) -> Message? {
    guard format.capabilities.plays == .onceOrForever, case .plays(let plays) = atlas.plays,
      plays > 1
    else { return nil }
    let note: Message = "\(format.title) says once or for ever only: \(plays) plays become 1"
    guard !data.contains(where: { $0.capabilities.plays == .any }),
      (try? AtlasFeatures(atlas).check(.aseprite)) != nil
    else { return note }
    return note + "; \(with(.aseprite)) writes a second file with the number"
  }

  /// The setting that asks for one more description.
  private func with(_ other: AtlasDataFormat) -> Message {
    let all = data + [other]
    let cases = all.map { ".\($0)" }.joined(separator: ", ")
    return
      "\(setting: "data", all.map(\.rawValue).joined(separator: ","), swift: "[\(cases)]")"
  }
}
