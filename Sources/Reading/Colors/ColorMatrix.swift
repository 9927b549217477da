/// Converts linear light between two sets of primaries with the same white.
struct ColorMatrix: Hashable, Sendable {
  /// Rows, one for each result.
  private(set) var rows: [[Double]]

  /// The matrix from some primaries to others.
  init(from source: LightCoding.Primaries, to target: LightCoding.Primaries) {
    if source == target {
      rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    } else {
      rows = Self.product(Self.inverse(Self.toXYZ(target)), Self.toXYZ(source))
    }
  }

  /// The contribution of red, green and blue of some primaries to the luminance.
  static func luminances(of primaries: LightCoding.Primaries) -> [Double] { toXYZ(primaries)[1] }

  /// From red, green and blue to CIE XYZ, by the chromaticities of the primaries and of white
  /// (SMPTE RP 177).
  private static func toXYZ(_ primaries: LightCoding.Primaries) -> [[Double]] {
    // x and y of white, red, green and blue, by H.273 number.
    let number =
      switch primaries {
      case .standard: 1
      case .displayP3: 12
      case .bt2020: 9
      }
    let points = CodePoint.chromaticities(primaries: number)!
    let colors = (0..<4).map { point in
      let (x, y) = (points[2 * point], points[2 * point + 1])
      return [x / y, 1, (1 - x - y) / y]
    }
    let columns = (0..<3).map { row in (1...3).map { colors[$0][row] } }
    let inverse = inverse(columns)
    let scales = inverse.map { row in zip(row, colors[0]).reduce(0) { $0 + $1.0 * $1.1 } }
    return columns.map { row in zip(row, scales).map { $0 * $1 } }
  }

  private static func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
    left.map { row in
      (0..<3).map { column -> Double in
        row[0] * right[0][column] + row[1] * right[1][column] + row[2] * right[2][column]
      }
    }
  }

  /// By cofactors; for an invertible matrix.
  private static func inverse(_ matrix: [[Double]]) -> [[Double]] {
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (r, c) = ([(row + 1) % 3, (row + 2) % 3], [(column + 1) % 3, (column + 2) % 3])
      return matrix[r[0]][c[0]] * matrix[r[1]][c[1]] - matrix[r[0]][c[1]] * matrix[r[1]][c[0]]
    }
    let determinant = (0..<3).reduce(0) { $0 + matrix[0][$1] * cofactor(0, $1) }
    return (0..<3).map { row in (0..<3).map { cofactor($0, row) / determinant } }
  }
}
