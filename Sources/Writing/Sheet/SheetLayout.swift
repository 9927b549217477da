/// How cells are arranged on a sheet.
public enum SheetLayout: String, Sendable, Hashable, CaseIterable {
  /// One below the other.
  case column
  /// One beside the other.
  case row
  /// Rows and columns, as near to a square as it gets unless the columns are given.
  case grid
  /// Each frame without its transparent borders, as close together as a heuristic gets them.
  case packed
}
