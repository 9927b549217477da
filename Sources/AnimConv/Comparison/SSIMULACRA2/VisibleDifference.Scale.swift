internal import CPixels

extension VisibleDifference {
  /// One scale of the comparison, half as wide and high as the previous one. Holds a few rows.
  final class Scale {
    let width: Int
    /// The next smaller one.
    let next: Scale?
    private(set) var errors: Errors
    private let height: Int
    /// The number of rows received.
    private var rows = 0

    /// Linear red, green and blue of both images, two rows.
    private let linear: FloatLines
    /// XYB of both images, the last nine rows.
    private let colors: FloatLines
    /// For the last nine rows and each channel: both images, the sum of their squares and the
    /// square of their difference, blurred horizontally.
    private let blurred: FloatLines
    /// The values above and below the images.
    private let outside: FloatLines
    private let work: FloatLines

    /// The reach of the largest filter, in rows.
    private static let reach = 4
    private static let slots = 2 * reach + 1

    /// - Parameter scales: the largest number of scales, including this one.
    init(width: Int, height: Int, scales: Int) {
      self.width = width
      self.height = height
      errors = Errors(count: width * height)
      // As in libjxl, the size before halving decides.
      next =
        scales > 1 && min(width, height) >= smallestSide
        ? Scale(width: (width + 1) / 2, height: (height + 1) / 2, scales: scales - 1) : nil
      linear = FloatLines(2 * 2 * 3, count: width)
      colors = FloatLines(Self.slots * 2 * 3, count: width)
      blurred = FloatLines(Self.slots * 3 * 4, count: width)
      outside = FloatLines(4, count: width)
      work = FloatLines(2, count: width)
    }

    /// Distance from one line to the next, in numbers.
    var stride: Int { linear.stride }

    /// The place for the next row's linear red; green and blue follow at intervals of ``stride``.
    func linearRow(_ picture: Int) -> UnsafeMutablePointer<Float> { linearRow(picture, rows) }

    private func linearRow(_ picture: Int, _ y: Int, _ channel: Int = 0)
      -> UnsafeMutablePointer<Float>
    {
      linear.line((2 * picture + y & 1) * 3 + channel)
    }

    private func colorRow(_ picture: Int, _ y: Int, _ channel: Int = 0)
      -> UnsafeMutablePointer<Float>
    {
      colors.line((y % Self.slots * 2 + picture) * 3 + channel)
    }

    private func blurredRow(_ y: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
      (0..<height).contains(y)
        ? blurred.line((y % Self.slots * 3 + channel) * 4) : outside.line(0)
    }

    /// Compares the row whose linear values are complete, once enough rows below it are available,
    /// and passes it on to the next scale.
    func addRow() {
      let y = rows
      for picture in 0..<2 {
        animconv_xyb_of_linear(
          linearRow(picture, y), stride, width, colorRow(picture, y), stride)
      }
      for channel in 0..<3 {
        animconv_blur_row(
          colorRow(0, y, channel), colorRow(1, y, channel), width, work.line(0),
          blurredRow(y, channel), stride)
      }
      rows += 1
      if y >= Self.reach { addErrors(y - Self.reach) }
      if y & 1 == 1 || rows == height { handDown(y) }
    }

    /// Adds the errors of rows whose filter extends below the image.
    func addLastRows() {
      precondition(rows == height, "all rows")
      for y in max(0, height - Self.reach)..<height { addErrors(y) }
    }

    /// Discards all rows.
    func begin() {
      rows = 0
      errors = Errors(count: errors.count)
    }

    private func addErrors(_ y: Int) {
      for channel in 0..<3 {
        let around: [UnsafePointer<Float>?] = (0..<Self.slots).map {
          UnsafePointer(blurredRow(y + $0 - Self.reach, channel))
        }
        errors.sums.withUnsafeMutableBufferPointer {
          animconv_add_errors(
            colorRow(0, y, channel), colorRow(1, y, channel), around, stride, width,
            $0.baseAddress! + 6 * channel)
        }
      }
    }

    /// Passes the mean of row `y` and the row above it to the next scale. The last row or column of
    /// an odd number counts twice.
    private func handDown(_ y: Int) {
      guard let next else { return }
      for picture in 0..<2 {
        for channel in 0..<3 {
          let (above, below) = (
            linearRow(picture, y & ~1, channel), linearRow(picture, y, channel)
          )
          if width & 1 == 1 {
            above[width] = above[width - 1]
            below[width] = below[width - 1]
          }
          animconv_halve_rows(
            above, below, next.width, next.linearRow(picture) + channel * next.stride)
        }
      }
      next.addRow()
    }
  }
}
