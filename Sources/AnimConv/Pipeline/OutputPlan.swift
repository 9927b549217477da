/// What a conversion writes, settled in every detail, by kind.
public enum OutputPlan: Sendable {
  case video(VideoPlan)
  case sheet(SheetPlan)
  /// A folder, or an archive.
  case frames(FramesPlan)
}
