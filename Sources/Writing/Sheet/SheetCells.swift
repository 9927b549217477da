package import Atlases

/// The cells of a sheet at one scale: the part of each frame, and its place.
package struct SheetCells: Sendable, Hashable {
  /// The cell of each output frame; cells are numbered in the order of their first frames.
  package var cellOfFrame: [Int32]
  /// The part of the frame in each cell.
  package var crops: CellCrops
  package var geometry: SheetGeometry
  /// The direction in which rotated cells are rotated.
  package var turn = AtlasFrame.Rotation.clockwise
  /// The width of the repeated edges.
  package var extrude: Int

  package init(
    cellOfFrame: [Int32], crops: CellCrops, geometry: SheetGeometry,
    turn: AtlasFrame.Rotation = .clockwise, extrude: Int
  ) {
    self.cellOfFrame = cellOfFrame
    self.crops = crops
    self.geometry = geometry
    self.turn = turn
    self.extrude = extrude
  }
}
