/// Something that was wrong with an input and was tolerated, by a rule that the kind names.
public struct ReadingWarning: Sendable, Hashable, CustomStringConvertible {
  /// The rule.
  public enum Kind: String, Sendable, Hashable {
    /// The file ends early.
    case truncated
    /// A frame's data is damaged or short; the pixels that are missing are transparent.
    case damagedFrame
    /// A part of a video's sound cannot be decoded: there is silence instead.
    case damagedSound
    /// A block that the format does not know, or bytes between blocks, were passed over.
    case unknownData
    /// The file breaks a rule of its format without an effect on the picture.
    case nonconforming
    /// The colours are not sRGB, as they are taken to be, or lose range on the way there.
    case colorProfile

    /// Whether something of the animation may be lost.
    public var isDamage: Bool { self != .nonconforming && self != .colorProfile }
  }

  /// What was wrong.
  public var kind: Kind
  /// The frame, from 0, when it concerns one.
  public var frame: Int?
  /// Where in the file, in bytes from its start, when that is known.
  public var byteOffset: Int64?
  /// One sentence part for people, without the file's name: "frame 3 ends after 120 of 400 rows".
  public var detail: String

  /// Damage that was tolerated.
  public init(kind: Kind, frame: Int? = nil, byteOffset: Int64? = nil, detail: String) {
    self.kind = kind
    self.frame = frame
    self.byteOffset = byteOffset
    self.detail = detail
  }

  /// What was wrong, in words.
  public var description: String { detail }
}
