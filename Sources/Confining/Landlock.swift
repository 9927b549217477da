internal import CConfinement
internal import CLibrary
internal import SystemPackage

/// The rules of Landlock for one process.
struct Landlock {
  /// The version of the interface, from 1.
  let abi: Int

  /// Applies the rules.
  ///
  /// Paths that do not exist, and files of kinds that Landlock does not restrict, such as pipes
  /// without a name, need no rule.
  ///
  /// - Returns: the operations that are refused from now on.
  /// - Throws: ``ConfinementError/system(operation:errno:)``.
  func restrict(to reach: Reach) throws(ConfinementError) -> Set<Confinement.Part> {
    var parts: Set<Confinement.Part> = []
    var files: LandlockRights = []
    if reach.limitsFiles, abi >= 2 || !reach.movesBetweenFolders {
      files = .known(abi: abi)
      parts.insert(.files)
      if abi >= 3 { parts.insert(.truncation) }
      if abi >= 5 { parts.insert(.devices) }
    }
    var network: UInt64 = 0
    if abi >= 4 {
      network = reach.mayConnect ? 0b01 : 0b11
      if !reach.mayConnect { parts.insert(.tcp) }
    }
    if abi >= 6 { parts.insert(.processes) }
    let scopes: UInt64 = abi >= 6 ? 0b11 : 0
    if files.isEmpty, network == 0, scopes == 0 { return [] }
    let rules = animconv_landlock_ruleset(files.rawValue, network, scopes)
    if rules < 0 { throw .system(operation: "making rules for files", errno: -rules) }
    if !files.isEmpty {
      let shortage = allow(reach, in: rules)
      if shortage != 0 {
        close(rules)
        throw .system(operation: "making rules for files", errno: shortage)
      }
    }
    let outcome = animconv_landlock_restrict(rules)
    if outcome < 0 { throw .system(operation: "restricting files", errno: -outcome) }
    return parts
  }

  private struct Rule {
    let rules: Int32
    let rights: UInt64
    var shortage: Int32

    mutating func allow(_ path: UnsafePointer<CChar>?) {
      let outcome = animconv_landlock_allow(rules, path, rights)
      if [EMFILE, ENFILE, ENOMEM].contains(-outcome) { shortage = -outcome }
    }
  }

  /// - Returns: 0, or the `errno` of a place that could not be opened because there is no
  ///   descriptor or memory left. Without a rule for that place, the rules would be too narrow for
  ///   the run, and for libraries that then end the process.
  private func allow(_ reach: Reach, in rules: Int32) -> Int32 {
    var shortage: Int32 = 0
    let known = LandlockRights.known(abi: abi)
    func allow(_ places: some Sequence<FilePath>, _ rights: LandlockRights) {
      var rule = Rule(
        rules: rules, rights: rights.intersection(known).rawValue, shortage: shortage)
      for place in places {
        (place.isEmpty ? "." : place).withPlatformString { rule.allow($0) }
      }
      shortage = rule.shortage
    }
    func allow(
      _ places: (animconv_take_path?, UnsafeMutableRawPointer?) -> Void, _ rights: LandlockRights
    ) {
      var rule = Rule(
        rules: rules, rights: rights.intersection(known).rawValue, shortage: shortage)
      withUnsafeMutablePointer(to: &rule) { rule in
        places(
          { path, rule in
            guard let rule else { return }
            rule.assumingMemoryBound(to: Rule.self).pointee.allow(path)
          }, rule)
      }
      shortage = rule.shortage
    }
    allow(animconv_system_places, .reading)
    allow(animconv_system_devices, .devices)
    if reach.mayConnect { allow(animconv_network_places, .reading) }
    allow([SystemPlaces.temporary], .writing)
    allow(reach.listing, .readFolder)
    allow(reach.reading, .reading)
    allow(reach.writing, .writing)
    return shortage
  }
}
