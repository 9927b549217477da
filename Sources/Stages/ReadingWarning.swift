/// A fault of an input that was tolerated, by the rule of its kind.
public struct ReadingWarning: Codable, Sendable, Hashable, CustomStringConvertible {
  /// The rule.
  public enum Kind: String, Codable, Sendable, Hashable {
    /// The file ends early.
    case truncated
    /// A frame's data is damaged or short; the missing pixels are transparent.
    case damagedFrame
    /// A part of a video's sound cannot be decoded and is silent.
    case damagedSound
    /// An unknown block, or bytes between blocks, were skipped.
    case unknownData
    /// The file breaks a rule of its format, without any effect on the picture.
    case nonconforming
    /// The colours are treated as sRGB although they are not, or lose range when they are
    /// converted.
    case colorProfile

    /// Whether a part of the animation may be lost.
    public var isDamage: Bool { self != .nonconforming && self != .colorProfile }
  }

  /// What was wrong.
  public var kind: Kind
  /// The frame, from 0, if the fault is in one.
  public var frame: Int?
  /// The position in the file, in bytes from its start, if known.
  public var byteOffset: Int64?
  /// One sentence part for messages, without the file's name: "frame 3 ends after 120 of 400 rows".
  public var detail: String

  /// Damage that was tolerated.
  public init(kind: Kind, frame: Int? = nil, byteOffset: Int64? = nil, detail: String) {
    self.kind = kind
    self.frame = frame
    self.byteOffset = byteOffset
    self.detail = detail
  }

  /// The fault as text.
  public var description: String { detail }
}
