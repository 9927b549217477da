internal import AnimTiming
internal import TextFormats

/// Code in GameMaker's language that loads a strip, `NAME_stripN.png`, as a sprite and plays it.
///
/// A sprite that is loaded at run time has one speed. Frames of different durations are advanced by
/// the code instead.
package enum StripCode {
  /// - Parameter atlas: frames side by side in play order, on one page.
  /// - Returns: nil without durations.
  package static func text(_ atlas: Atlas) -> String? {
    let times = atlas.frames.compactMap(\.delay.time)
    guard let image = atlas.pages.first?.image, let first = times.first,
      times.count == atlas.frames.count
    else { return nil }
    var text = "// Create event\nsprite_index = sprite_add("
    text += "\(jsonText(image)), \(times.count), false, false, 0, 0);\n"
    let plays = atlas.plays ?? atlas.playsOfOnlyTag ?? .forever
    if Set(times).count == 1, first > .zero, plays == .forever {
      let rate = decimal(RationalTime(first.denominator, first.numerator))
      return text + "sprite_set_speed(sprite_index, \(rate), spritespeed_framespersecond);\n"
    }
    let last = times.count - 1
    return text + """
      image_speed = 0;
      seconds = [\(times.map(decimal).joined(separator: ", "))];
      plays = \(plays == .forever ? -1 : plays.totalPlays);
      elapsed = 0;

      // Step event
      elapsed += delta_time / 1000000;
      while (plays != 0 && elapsed >= seconds[image_index]) {
        elapsed -= seconds[image_index];
        if (image_index < \(last)) image_index += 1;
        else {
          plays -= 1;
          if (plays != 0) image_index = 0;
        }
      }

      """
  }

  /// Rounded to a millionth.
  private static func decimal(_ time: RationalTime) -> String {
    ExactDecimal(Int128(time.numerator), over: Int128(time.denominator), places: 6)
      .map { "\($0)" } ?? "0"
  }
}
