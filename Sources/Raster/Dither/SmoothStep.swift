/// The position of `value` between two ends, from 0 to 1, with a soft start and end.
func smoothStep(_ start: Float, _ end: Float, _ value: Float) -> Float {
  let share = min(max((value - start) / (end - start), 0), 1)
  return share * share * (3 - 2 * share)
}
