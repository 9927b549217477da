package import Atlases

/// Which part of which output frame goes where on a sheet of one scale.
package struct SheetCells: Sendable, Hashable {
  /// The cell of each output frame; cells are numbered in the order of their first frame.
  package var cellOfFrame: [Int32]
  /// The part of the frame that each cell shows.
  package var crops: CellCrops
  package var geometry: SheetGeometry
  /// How the cells that are turned are turned.
  package var turn = AtlasFrame.Rotation.clockwise
  /// How often the edges of cells are repeated.
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
