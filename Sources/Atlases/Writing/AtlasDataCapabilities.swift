/// What a format can say of a sheet; what it cannot say is refused, never lost silently.
package struct AtlasDataCapabilities: Sendable, Hashable {
  /// Whether players of the format learn how long each frame stays.
  package var carriesTime: Bool
  /// How much of the number of plays they learn.
  package var plays: Plays
  /// How a frame may be turned on the sheet; ``AtlasFrame/Rotation/none`` when not at all.
  package var rotation: AtlasFrame.Rotation
  /// Whether transparent borders may be left out.
  package var carriesTrimming: Bool
  package var pages: Pages
  /// Whether all frames have to be of one size.
  package var needsEqualSizes: Bool

  package init(
    carriesTime: Bool, plays: Plays = .none, rotation: AtlasFrame.Rotation = .none,
    carriesTrimming: Bool = false, pages: Pages = .one, needsEqualSizes: Bool = false
  ) {
    self.carriesTime = carriesTime
    self.plays = plays
    self.rotation = rotation
    self.carriesTrimming = carriesTrimming
    self.pages = pages
    self.needsEqualSizes = needsEqualSizes
  }

  /// What of the number of plays is kept.
  package enum Plays: Sendable, Hashable {
    /// The player decides.
    case none
    /// Once or for ever; several plays become one, which rests on the same frame.
    case onceOrForever
    case any
  }

  /// How many pictures there may be.
  package enum Pages: Sendable, Hashable {
    case one
    /// Several, when frames are on them in their order: all of the first page, then all of the
    /// second. A file for each page, or each page with its frames.
    case inOrder
    /// Several, with frames anywhere.
    case any
    /// One picture for every frame, which it fills; equal frames may share one.
    case eachFrame
  }
}

extension AtlasDataFormat {
  /// What the format can say.
  package var capabilities: AtlasDataCapabilities {
    switch self {
    case .aseprite, .asepriteArray:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder)
    // Phaser (3.55 to 4.2) mirrors the coordinates of turned frames and never turns them back.
    case .phaser:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, carriesTrimming: true, pages: .inOrder)
    case .asepriteNumbers:
      AtlasDataCapabilities(carriesTime: true, plays: .any, carriesTrimming: true)
    case .pixi:
      AtlasDataCapabilities(
        carriesTime: true, rotation: .clockwise, carriesTrimming: true, pages: .inOrder)
    case .cocos:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder)
    case .texturePacker, .texturePackerArray, .starling:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .clockwise, carriesTrimming: true, pages: .inOrder)
    case .libgdx:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .counterclockwise, carriesTrimming: true, pages: .inOrder)
    case .godot:
      AtlasDataCapabilities(
        carriesTime: true, plays: .onceOrForever, carriesTrimming: true, pages: .any)
    case .unity: AtlasDataCapabilities(carriesTime: false, pages: .inOrder)
    case .yysprite: AtlasDataCapabilities(carriesTime: true, plays: .any)
    case .css: AtlasDataCapabilities(carriesTime: true, plays: .any, needsEqualSizes: true)
    case .webvtt: AtlasDataCapabilities(carriesTime: true, pages: .any)
    case .android:
      AtlasDataCapabilities(carriesTime: true, plays: .onceOrForever, pages: .eachFrame)
    }
  }
}
