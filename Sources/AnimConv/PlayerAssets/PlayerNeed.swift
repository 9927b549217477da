internal import Messages
internal import Writing

/// One requirement of a player: a value for an open option, or a forbidden value.
package struct PlayerNeed: Sendable {
  /// The setting that is concerned; empty if nothing is refused.
  let setting: ConversionMessage
  /// The requirement, in the words that messages use after "needs".
  let need: String
  /// Sets the required value if the option is open; false if another value was requested.
  let meet: @Sendable (inout Conversion) -> Bool

  /// Requires exactly this value.
  ///
  /// - Parameter path: the property, if it is not the main one of the setting.
  static func value<Value: Equatable & Sendable>(
    _ name: SettingName, at path: String? = nil,
    _ property: any WritableKeyPath<Conversion, Value?> & Sendable, _ value: Value, _ need: String
  ) -> PlayerNeed {
    PlayerNeed(setting: "\(name, at: path)", need: need) { conversion in
      let asked = conversion[keyPath: property]
      conversion[keyPath: property] = value
      return asked == nil || asked == value
    }
  }

  /// Sets this value unless another is requested.
  static func usual<Value: Sendable>(
    _ setting: any WritableKeyPath<Conversion, Value?> & Sendable, _ value: Value
  ) -> PlayerNeed {
    PlayerNeed(setting: "", need: "") { conversion in
      conversion[keyPath: setting] = conversion[keyPath: setting] ?? value
      return true
    }
  }

  /// Sets this value in every case.
  static func always<Value: Sendable>(
    _ setting: any WritableKeyPath<Conversion, Value> & Sendable, _ value: Value
  ) -> PlayerNeed {
    PlayerNeed(setting: "", need: "") { conversion in
      conversion[keyPath: setting] = value
      return true
    }
  }

  /// Refuses a value.
  ///
  /// - Parameters:
  ///   - value: the refused value; nil for any.
  ///   - path: the property, if it is not the main one of the setting.
  static func never(
    _ name: SettingName, is value: String? = nil, at path: String? = nil, _ need: String,
    _ isAsked: @escaping @Sendable (Conversion) -> Bool
  ) -> PlayerNeed {
    let setting: ConversionMessage =
      if let value { "\(name, case: value, at: path)" } else {
        "\(name, at: path)"
      }
    return PlayerNeed(setting: setting, need: need) { !isAsked($0) }
  }

  /// The same requirement under a condition.
  func when(_ condition: @escaping @Sendable (Conversion) -> Bool) -> PlayerNeed {
    PlayerNeed(setting: setting, need: need) { [meet] in condition($0) ? meet(&$0) : true }
  }
}

extension Conversion {
  /// The same request with everything that its player requires.
  ///
  /// - Throws: ``PlayerAssetError/conflict(setting:player:needs:)`` if another value is requested.
  func suited(to player: PlayerAsset?) throws -> Conversion {
    guard let player else { return self }
    var suited = self
    for need in player.needs where !need.meet(&suited) {
      throw PlayerAssetError.conflict(setting: need.setting, player: player, needs: need.need)
    }
    return suited
  }
}
