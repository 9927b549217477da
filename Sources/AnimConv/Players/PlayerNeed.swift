internal import Messages
internal import Writing

/// One thing that a player requires of a conversion: a value where nothing was asked for, or that
/// something was not asked for.
package struct PlayerNeed: Sendable {
  /// The setting that it is about; empty when nothing is refused.
  let setting: Message
  /// What the player needs, as messages say it after "needs".
  let need: String
  /// Puts in what is needed where that is open; false when something else was asked for.
  let meet: @Sendable (inout Conversion) -> Bool

  /// A setting has this value, and no other.
  ///
  /// - Parameter path: of the property, where it is not the main one of the setting.
  static func value<Value: Equatable & Sendable>(
    _ name: String, at path: String? = nil,
    _ property: any WritableKeyPath<Conversion, Value?> & Sendable, _ value: Value, _ need: String
  ) -> PlayerNeed {
    PlayerNeed(setting: "\(setting: name, at: path)", need: need) { conversion in
      let asked = conversion[keyPath: property]
      conversion[keyPath: property] = value
      return asked == nil || asked == value
    }
  }

  /// A setting has this value unless another is asked for.
  static func usual<Value: Sendable>(
    _ setting: any WritableKeyPath<Conversion, Value?> & Sendable, _ value: Value
  ) -> PlayerNeed {
    PlayerNeed(setting: "", need: "") { conversion in
      conversion[keyPath: setting] = conversion[keyPath: setting] ?? value
      return true
    }
  }

  /// A setting has this value, whatever was asked for.
  static func always<Value: Sendable>(
    _ setting: any WritableKeyPath<Conversion, Value> & Sendable, _ value: Value
  ) -> PlayerNeed {
    PlayerNeed(setting: "", need: "") { conversion in
      conversion[keyPath: setting] = value
      return true
    }
  }

  /// Something is not asked for.
  ///
  /// - Parameters:
  ///   - value: the only one that is refused; nil for any.
  ///   - path: of the property, where it is not the main one of the setting.
  static func never(
    _ name: String, is value: String? = nil, at path: String? = nil, _ need: String,
    _ isAsked: @escaping @Sendable (Conversion) -> Bool
  ) -> PlayerNeed {
    let setting: Message =
      if let value { "\(setting: name, case: value, at: path)" } else {
        "\(setting: name, at: path)"
      }
    return PlayerNeed(setting: setting, need: need) { !isAsked($0) }
  }

  /// The same, where a condition holds.
  func when(_ condition: @escaping @Sendable (Conversion) -> Bool) -> PlayerNeed {
    PlayerNeed(setting: setting, need: need) { [meet] in condition($0) ? meet(&$0) : true }
  }
}

extension Conversion {
  /// The same request with everything that its player needs.
  ///
  /// - Throws: ``PlayerAssetError/conflict(setting:player:needs:)`` when something else is asked for.
  func suited(to player: Player?) throws -> Conversion {
    guard let player else { return self }
    var suited = self
    for need in player.needs where !need.meet(&suited) {
      throw PlayerAssetError.conflict(setting: need.setting, player: player, needs: need.need)
    }
    return suited
  }
}
