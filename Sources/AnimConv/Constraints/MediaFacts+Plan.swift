internal import AnimTiming
internal import Raster
internal import Writing

extension MediaFacts {
  /// What the output of a plan will be; its bytes are not known before it is written.
  init(of plan: ConversionPlan) {
    self.init()
    self[.container] = .word(plan.kind.description)
    self[.sound] = .truth(false)
    switch plan.content {
    case .video(let video):
      note(size: video.encoding.codedSize)
      note(video.schedule.timeline, size: video.encoding.codedSize)
      self[.codec] = .word(video.encoding.codec.rawValue)
      self[.pixelFormat] = .word(video.encoding.pixelFormat)
      self[.alpha] = .truth(video.encoding.hasAlpha)
    case .sheet, .imageSet:
      // Of several pages, the widest and the highest; of several scales, the largest.
      var pages = plan.outputs.compactMap(\.size)
      if case .imageSet(let imageSets) = plan.content {
        pages = imageSets.asset.scales.map(imageSets.asset.sheetSize)
      }
      note(
        size: PixelSize(
          width: pages.map(\.width).max() ?? 0, height: pages.map(\.height).max() ?? 0))
      self[.frames] = .count(1)
      self[.alpha] = .truth(plan.shaping.outputHasAlpha)
    case .frames:
      note(size: plan.shaping.output)
      note(plan.timeline, size: plan.shaping.output)
      self[.alpha] = .truth(plan.shaping.outputHasAlpha)
    }
  }
}

extension ConstraintCheck {
  /// The constraints of which a plan already tells whether they will be met.
  init(foreseeable constraints: [Constraint], of plan: ConversionPlan) {
    let facts = MediaFacts(of: plan)
    self.init(constraints.filter { facts[$0.property] != nil }, facts: facts)
  }
}
