extension OptionSet where Self == Element {
  /// Inserts or removes a member.
  mutating func set(_ member: Self, _ isOn: Bool) {
    if isOn { insert(member) } else { remove(member) }
  }
}
