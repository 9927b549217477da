/// The Pareto frontier of many outputs.
enum SweepFrontier {
  /// The outputs for which no other is at most as large and at least as similar. The smallest
  /// first; the first of equal ones.
  ///
  /// - Complexity: O(n log n) for n outputs.
  static func of(_ outputs: [(byteCount: Int64, ssim: Double)]) -> [Int] {
    let order = outputs.indices.sorted {
      (outputs[$0].byteCount, -outputs[$0].ssim, $0) < (
        outputs[$1].byteCount, -outputs[$1].ssim, $1
      )
    }
    var best = -Double.infinity
    return order.filter { index in
      guard outputs[index].ssim > best else { return false }
      best = outputs[index].ssim
      return true
    }
  }
}
