package import AnimTiming
internal import Messages
internal import TextFormats

/// The names of pictures from a pattern, without extension.
package struct PictureNames: Sendable {
  /// The values that all names share.
  package struct Source: Sendable, Hashable {
    /// The input's name without its extension.
    package var stem: String
    /// The number of the first picture.
    package var start: Int
    /// The number of digits of the largest value of each number.
    package var digits: [PicturePattern.Value: Int]

    package init(stem: String, start: Int, digits: [PicturePattern.Value: Int]) {
      self.stem = stem
      self.start = start
      self.digits = digits
    }
  }

  /// The values for the name of one picture.
  package struct Picture: Sendable, Hashable {
    /// The number of earlier pictures.
    package var index: Int
    /// The time at which the input shows it.
    package var frame: Int
    /// Its time in the input.
    package var start: RationalTime
    package var pts: Int64?
    package var tag: String?
    /// See ``FrameScores/shot``.
    package var shot: Int?

    package init(
      index: Int, frame: Int, start: RationalTime, pts: Int64?, tag: String?, shot: Int? = nil
    ) {
      self.index = index
      self.frame = frame
      self.start = start
      self.pts = pts
      self.tag = tag
      self.shot = shot
    }
  }

  private let pattern: PicturePattern
  private let source: Source

  /// - Throws: ``FrameFilesError/outOfRange(setting:value:allowed:)``.
  package init(_ pattern: PicturePattern, _ source: Source) throws(FrameFilesError) {
    guard 0...999_999_999 ~= source.start else {
      throw .outOfRange(setting: .start, value: source.start, allowed: 0...999_999_999)
    }
    self.pattern = pattern
    self.source = source
  }

  /// The name of a picture.
  ///
  /// - Throws: ``FrameFilesError`` for an invalid file name, and for a value that the input does
  ///   not provide.
  package func name(of picture: Picture) throws(FrameFilesError) -> String {
    var name = ""
    for piece in pattern.pieces {
      switch piece {
      case .text(let text): name += text
      case .value(let value, let digits): name += try text(of: value, digits, picture)
      }
    }
    if let problem = FrameFileNames.problem(name, allowsPercent: true) {
      throw .name(name, problem)
    }
    return name
  }

  private func text(
    of value: PicturePattern.Value, _ digits: Int?, _ picture: Picture
  ) throws(FrameFilesError) -> String {
    func padded(_ number: Int64) -> String {
      (number < 0 ? "-" : "") + zeroPadded(number.magnitude, digits ?? source.digits[value] ?? 0)
    }
    switch value {
    case .index: return padded(Int64(picture.index))
    case .number: return padded(Int64(source.start) + Int64(picture.index))
    case .frame: return padded(Int64(picture.frame))
    case .ms: return padded(Self.milliseconds(picture.start))
    case .time: return Self.clock(Self.milliseconds(picture.start))
    case .stem: return Self.plain(source.stem)
    case .pts:
      guard let pts = picture.pts else { throw .noValue(.pts) }
      return padded(pts)
    case .shot:
      guard let shot = picture.shot else { throw .noValue(.shot) }
      return padded(Int64(shot))
    case .tag:
      guard let tag = picture.tag else { throw .noValue(.tag) }
      return Self.plain(tag)
    }
  }

  /// Whole milliseconds, rounded down.
  package static func milliseconds(_ time: RationalTime) -> Int64 {
    // This happens only beyond 292 million years.
    (try? time.ticks(in: .milliseconds, rounding: .down)) ?? .max
  }

  /// `00-00-03.040`
  private static func clock(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return zeroPadded(seconds / 3600, 2) + "-" + zeroPadded(seconds / 60 % 60, 2) + "-"
      + zeroPadded(seconds % 60, 2) + "." + zeroPadded(milliseconds % 1000, 3)
  }

  /// A text without characters that lead into another folder or that some systems refuse.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isRefusedInFileNames($0) ? "_" : $0 }))
  }
}
