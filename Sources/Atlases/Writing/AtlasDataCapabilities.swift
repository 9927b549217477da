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
  package var animations: Animations
  /// Whether players show frames as parts of an animation only.
  var showsOnlyAnimations: Bool

  package init(
    carriesTime: Bool, plays: Plays = .none, rotation: AtlasFrame.Rotation = .none,
    carriesTrimming: Bool = false, pages: Pages = .one, needsEqualSizes: Bool = false,
    animations: Animations = .none, showsOnlyAnimations: Bool = false
  ) {
    self.carriesTime = carriesTime
    self.plays = plays
    self.rotation = rotation
    self.carriesTrimming = carriesTrimming
    self.pages = pages
    self.needsEqualSizes = needsEqualSizes
    self.animations = animations
    self.showsOnlyAnimations = showsOnlyAnimations
  }

  /// What of the number of plays is kept.
  package enum Plays: Sendable, Hashable {
    /// The player decides.
    case none
    /// Once or for ever; several plays become one, which rests on the same frame.
    case onceOrForever
    case any
  }

  /// What is kept of several named animations.
  package enum Animations: Sendable, Hashable {
    /// All frames are one animation.
    case none
    /// The frames of each are named after it; directions are spelt out.
    case byName
    /// Stretches of the frames, with a direction.
    case tags
    /// Lists of any frames.
    case lists
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
    case .aseprite:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .lists)
    case .asepriteArray:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .tags)
    // Phaser (3.55 to 4.2) mirrors the coordinates of turned frames and never turns them back.
    case .phaser:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, carriesTrimming: true, pages: .inOrder,
        animations: .lists)
    case .asepriteNumbers:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, carriesTrimming: true, animations: .tags)
    case .pixi:
      AtlasDataCapabilities(
        carriesTime: true, rotation: .clockwise, carriesTrimming: true, pages: .inOrder,
        animations: .lists)
    case .cocos:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, rotation: .clockwise, carriesTrimming: true,
        pages: .inOrder, animations: .lists)
    case .texturePacker, .texturePackerArray, .starling:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .clockwise, carriesTrimming: true, pages: .inOrder,
        animations: .byName)
    case .libgdx:
      AtlasDataCapabilities(
        carriesTime: false, rotation: .counterclockwise, carriesTrimming: true, pages: .inOrder,
        animations: .byName)
    case .godot:
      AtlasDataCapabilities(
        carriesTime: true, plays: .onceOrForever, carriesTrimming: true, pages: .any,
        animations: .lists, showsOnlyAnimations: true)
    case .unity:
      AtlasDataCapabilities(carriesTime: false, pages: .inOrder, animations: .byName)
    case .yysprite: AtlasDataCapabilities(carriesTime: true, plays: .any)
    case .css:
      AtlasDataCapabilities(
        carriesTime: true, plays: .any, needsEqualSizes: true, animations: .lists,
        showsOnlyAnimations: true)
    case .webvtt: AtlasDataCapabilities(carriesTime: true, pages: .any)
    case .android:
      AtlasDataCapabilities(carriesTime: true, plays: .onceOrForever, pages: .eachFrame)
    }
  }
}
