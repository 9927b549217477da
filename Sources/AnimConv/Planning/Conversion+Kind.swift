internal import OutputFiles
internal import SystemPackage

extension Conversion {
  /// The kind that was requested, that the player uses, or that the output's name implies.
  ///
  /// - Throws: ``PlanningError``.
  var settledKind: OutputKind {
    get throws {
      guard let player = playerAsset else {
        let kind = try namedKind
        if kind == .imageSet { throw PlanningError.needsPlayer(kind) }
        return kind
      }
      let needed = player.outputKind
      let isNamed = self.kind != nil || needed == .sheet
      if !isNamed, case .file(let path) = output, path.extension == nil { return needed }
      let kind = try namedKind
      let isFolder = needed == .imageSet && kind == .frameFolder
      guard kind == needed || isFolder else { throw PlanningError.kindOfPlayer(kind, player) }
      return needed
    }
  }

  /// Whether cells were requested.
  private var asksForCells: Bool {
    sheet.layout != nil || sheet.columns != nil || sheet.data?.isEmpty == false
  }

  private var namedKind: OutputKind {
    get throws {
      if let kind { return kind }
      if !frames.writesPictures { return .frameRecord }
      guard case .file(let path) = output else {
        throw PlanningError.containerUnknown(fileExtension: nil)
      }
      let fileExtension = path.extension?.lowercased()
      if let kind = OutputKind(of: path, hasCells: asksForCells) { return kind }
      if FileStatus(of: path, followingLinks: true)?.isFolder == true { return .frameFolder }
      throw PlanningError.containerUnknown(fileExtension: fileExtension)
    }
  }
}
