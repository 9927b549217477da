internal import Atlases

/// Which part of which output frame goes where on a sheet of one scale.
struct SheetCells: Sendable, Hashable {
  /// The cell of each output frame; cells are numbered in the order of their first frame.
  var cellOfFrame: [Int32]
  /// The part of the frame that each cell shows.
  var crops: CellCrops
  var geometry: SheetGeometry
  /// How the cells that are turned are turned.
  var turn = AtlasFrame.Rotation.clockwise
  /// How often the edges of cells are repeated.
  var extrude: Int
}
