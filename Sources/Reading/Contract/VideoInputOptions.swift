internal import Messages

/// How a video file is read.
public struct VideoInputOptions: Sendable, Hashable {
  /// Which of several videos in the file is read, from 0; nil for the one that players show.
  public var stream: Int?
  /// What becomes of pictures that are made of two fields.
  public var deinterlace = Deinterlacing.auto
  /// Whether pictures that the file shows at one time are all frames, the later ones less than a tick
  /// of the file's clock behind the first. Otherwise only the first is, since a player would show no
  /// other. False by default.
  public var keepsEqualTimes = false

  /// What players show.
  public init() {}
}

/// What becomes of pictures that are made of two fields, which were taken one after the other.
public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
  /// Where the file says that pictures are interlaced, what moves is made of the first field alone,
  /// and what stands still keeps both.
  case auto
  /// They stay as they are, with the comb that moving edges have.
  case off
}

extension Deinterlacing {
  /// What a user should hear of it where a file is interlaced, as a sentence part.
  var note: Message {
    switch self {
    case .auto:
      "the video is interlaced: what moves is made of the first of its two fields; "
        + "\(.deinterlace, case: Self.off.rawValue) keeps both"
    case .off: "the video is interlaced and stays so: edges that move have a comb"
    }
  }
}
