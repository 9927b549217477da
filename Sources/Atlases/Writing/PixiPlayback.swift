internal import AnimTiming
internal import TextFormats

/// The playback speed for PixiJS, for an animation whose names are repeated according to their
/// durations.
///
/// `AnimatedSprite` advances by `animationSpeed` entries per tick, at 60 ticks per second; the data
/// has no other timing.
package struct PixiPlayback {
  let name: String
  /// The duration of one entry in the list of names.
  let slot: RationalTime
  let plays: LoopCount

  /// - Throws: ``AtlasWritingError``.
  package static func all(in sheet: SheetDescription) throws -> [PixiPlayback] {
    try sheet.animations().map { animation in
      PixiPlayback(
        name: animation.name,
        // Cannot fail: a slot is at most the total, which fits.
        slot: try! RationalTime(
          ticks: animation.timeline.commonDivisor, timebase: animation.timeline.timebase),
        plays: animation.plays)
    }
  }

  /// Entries per tick of 1/60 s, as a fraction.
  private var speed: (numerator: Int64, denominator: Int64) {
    let denominator = slot.numerator.multipliedReportingOverflow(by: 60)
    if denominator.overflow { return (0, 1) }
    let divisor = greatestCommonDivisor(slot.denominator, denominator.partialValue)
    return (slot.denominator / divisor, denominator.partialValue / divisor)
  }

  /// `animationSpeed`, rounded to a millionth, and `slotDuration` in milliseconds, rounded to a
  /// nanosecond.
  var data: JSONOutput {
    let speed = ExactDecimal(
      Int128(speed.numerator), over: Int128(speed.denominator), places: 6)
    let duration = ExactDecimal(
      1000 * Int128(slot.numerator), over: Int128(slot.denominator), places: 6)
    return .object(
      [
        ("slotDuration", .number(duration ?? ExactDecimal(0))),
        ("animationSpeed", .number(speed ?? ExactDecimal(0))),
      ], .inline)
  }

  /// JavaScript code that plays it from a loaded sheet.
  package var code: String {
    let (numerator, denominator) = speed
    let name = jsonText(name)
    var text = """
      const sprite = new PIXI.AnimatedSprite(sheet.animations[\(name)]);
      sprite.animationSpeed = \(numerator)\(denominator == 1 ? "" : " / \(denominator)");
      sprite.loop = \(plays.totalPlays != 1);

      """
    if plays.totalPlays > 1 {
      text += """
        let plays = \(plays.totalPlays);
        sprite.onLoop = () => { if (--plays === 1) sprite.loop = false; };

        """
    }
    return text + "sprite.play();\n"
  }
}
