internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// One layer, or a group of layers.
struct AsepriteLayer {
  enum Kind: Hashable {
    case image, group
    /// Its cels are grids of tiles from the tileset with this number.
    case tilemap(Int)
  }

  /// Longer names are cut; they are only for messages.
  static let maxNameLength = 200

  let name: String
  let kind: Kind
  /// Its depth in the tree according to the file.
  let level: Int
  /// Whether it and every group above it are visible.
  var isShown: Bool
  /// Whether it is visible itself.
  let isVisible: Bool
  /// The lowest layer, which is opaque where its cel is.
  let isBackground: Bool
  /// A reference image, which is never part of the result.
  let isReference: Bool
  let mode: AsepriteBlendMode
  /// 0 to 255.
  let opacity: Int32
  /// The group that it is in; nil at the top.
  let parent: Int?
  /// The number of groups above it.
  let depth: Int
  /// Its place among the layers of its group, from the bottom.
  let place: Int

  /// The content of a layer: for a group its members, for others their cels.
  var isDrawn: Bool { isShown && !isReference && kind != .group }
}

extension AsepriteLayers {
  /// Shows the selected layers, and the members of selected groups.
  ///
  /// - Throws: ``ReadingError/unsuitedOptions(detail:remedy:)`` if no layer has a name.
  mutating func choose(_ options: ReadingOptions.Aseprite) throws {
    guard options.layer != nil || options.showsHiddenLayers else { return }
    let names = try options.layer.map { try self.names(in: $0) }
    var chosen: [Bool] = []
    for (index, layer) in all.enumerated() {
      let isNamed = names?.contains(layer.name) ?? false
      chosen.append(names == nil || isNamed || layer.parent.map { chosen[$0] } ?? false)
      let isBelowShown = isNamed || layer.parent.map { all[$0].isShown } ?? true
      let isVisible = isNamed || layer.isVisible || options.showsHiddenLayers
      all[index].isShown = chosen[index] && isVisible && isBelowShown
    }
    backgrounds = all.indices.filter { all[$0].isBackground && all[$0].isShown }
  }

  private func names(in text: String) throws -> [String] {
    let names = all.contains { $0.name == text } ? [text] : Atlas.names(in: text)
    for name in names {
      let named = all.filter { $0.name == name }
      if named.isEmpty {
        throw ReadingError.noSuch("layer", name, known: all.map(\.name))
      }
      if named.allSatisfy(\.isReference) {
        throw ReadingError.unsuitedOptions(
          detail: "the layer \(quoted(name)) is a reference layer, which is never shown",
          remedy: "choose another one")
      }
    }
    return names
  }
}

/// The layers from the bottom up, and the tree that their levels describe.
struct AsepriteLayers {
  fileprivate(set) var all: [AsepriteLayer] = []
  /// The layers that can be the parent or sibling of the next one, with rising levels.
  private var path: [Int] = []
  /// The number of members of each group so far, and of the top level.
  private var members: [Int?: Int] = [:]
  /// The numbers of visible backgrounds.
  fileprivate(set) var backgrounds: [Int] = []

  /// Reads a layer chunk.
  ///
  /// - Returns: the tolerated damage.
  /// - Throws: ``AsepriteFault``.
  mutating func read(_ fields: AsepriteFields, _ header: AsepriteHeader) throws -> [String] {
    let flags = try fields.word()
    let kindNumber = try fields.word()
    let level = try fields.word()
    try fields.skip(4)
    let modeNumber = try fields.word()
    let opacity = try fields.byte()
    try fields.skip(3)
    let name = String(try fields.text().prefix(AsepriteLayer.maxNameLength))
    var faults: [String] = []
    let kind: AsepriteLayer.Kind
    switch kindNumber {
    case 1: kind = .group
    case 2: kind = .tilemap(try fields.double())
    default:
      kind = .image
      if kindNumber != 0 { faults.append("a layer of the unknown kind \(kindNumber)") }
    }
    while let last = path.last, all[last].level >= level { path.removeLast() }
    let parent = path.last.flatMap { all[$0].kind == .group ? $0 : nil }
    if level > 0, parent == nil { faults.append("a layer at level \(level) without a group") }
    let isBackground = flags & 8 != 0 && kind != .group
    let isPlain = isBackground || (kind == .group && !header.composesGroups)
    let mode = AsepriteBlendMode(rawValue: modeNumber)
    if mode == nil, !isPlain { faults.append("a layer with the unknown blend mode \(modeNumber)") }
    let isVisible = flags & 1 != 0
    let place = members[parent, default: 0]
    members[parent] = place + 1
    if isBackground, isVisible { backgrounds.append(all.count) }
    path.append(all.count)
    all.append(
      AsepriteLayer(
        name: name, kind: kind, level: level,
        isShown: isVisible && parent.map { all[$0].isShown } ?? true, isVisible: isVisible,
        isBackground: isBackground, isReference: flags & 64 != 0,
        mode: isPlain ? .normal : mode ?? .normal,
        opacity: isPlain || !header.hasLayerOpacity ? 255 : Int32(opacity),
        parent: parent, depth: parent.map { all[$0].depth + 1 } ?? 0, place: place))
    return faults
  }
}
