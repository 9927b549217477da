/// One layer, or a group of layers.
struct AsepriteLayer {
  enum Kind: Hashable {
    case image, group
    /// Its cels are grids of tiles of the tileset with this number.
    case tilemap(Int)
  }

  /// Names beyond this length are cut; they are for messages only.
  static let maxNameLength = 200

  let name: String
  let kind: Kind
  /// How deep in the tree the file says that it is.
  let level: Int
  /// Whether it and every group above it are visible.
  let isShown: Bool
  /// Whether it is visible itself.
  let isVisible: Bool
  /// The lowest layer, which is opaque where its cel is.
  let isBackground: Bool
  /// A picture to draw by, which is never part of the result.
  let isReference: Bool
  let mode: AsepriteBlendMode
  /// 0 to 255.
  let opacity: Int32
  /// The group that it is in; nil at the top.
  let parent: Int?
  /// How many groups are above it.
  let depth: Int
  /// Its place among the layers of its group, from the bottom.
  let place: Int

  /// What a layer draws: a group by its members, others by their cels.
  var isDrawn: Bool { isShown && !isReference && kind != .group }
}

/// The layers from the bottom up, and the tree that their levels describe.
struct AsepriteLayers {
  private(set) var all: [AsepriteLayer] = []
  /// The layers that a further one can lie in or beside: levels rise.
  private var path: [Int] = []
  /// How many members each group has so far, and the top.
  private var members: [Int?: Int] = [:]
  /// The numbers of backgrounds that are visible.
  private(set) var backgrounds: [Int] = []

  /// Reads a layer chunk.
  ///
  /// - Returns: what is wrong with it and was tolerated.
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
