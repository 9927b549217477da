/// What a conversion writes, settled in every detail, by kind.
public enum OutputPlan: Sendable {
  case video(VideoPlan)
  case sheet(SheetPlan)
  /// A folder, or an archive.
  case frames(FramesPlan)
}

extension ConversionPlan {
  /// What is written.
  public var kind: OutputKind {
    switch content {
    case .video(let video): .video(video.encoding.container)
    case .sheet: .sheet
    case .frames(let frames): frames.isArchive ? .ugoira : .frameFolder
    }
  }
}
