public import Writing

/// What a conversion writes, settled in every detail, by kind.
public enum OutputPlan: Sendable {
  case video(VideoPlan)
  case sheet(SheetPlan)
  /// SpritedAnimationView's.
  case imageSet(ImageSetPlan)
  /// A folder, or an archive.
  case frames(FramesPlan)
}

extension ConversionPlan {
  /// What is written.
  public var kind: OutputKind {
    switch content {
    case .video(let video): .video(video.encoding.container)
    case .sheet: .sheet
    case .imageSet: .imageSet
    case .frames(let frames): frames.isArchive ? .ugoira : .frameFolder
    }
  }

  /// What a player needs beside the pictures, and the code that plays them; nil without a player.
  public var asset: (any PlayerAsset)? { Self.asset(of: content) }

  /// Lines of code that play the output; nil where none are needed.
  public var code: String? {
    if case .sheet(let sheet) = content { sheet.code } else { asset?.code }
  }

  static func asset(of content: OutputPlan) -> (any PlayerAsset)? {
    switch content {
    case .video: nil
    case .sheet(let sheet): sheet.asset
    case .imageSet(let imageSets): imageSets.asset
    case .frames(let frames): frames.asset
    }
  }
}
