/// Every list of 1 to `maxLength` durations out of `values`.
func allDurationLists(maxLength: Int, values: ClosedRange<Int64>) -> [[Int64]] {
  var lists: [[Int64]] = []
  var longest: [[Int64]] = [[]]
  for _ in 0..<maxLength {
    longest = longest.flatMap { list in values.map { list + [$0] } }
    lists += longest
  }
  return lists
}
