/// The file operations that Landlock can refuse, with the kernel's numbers.
struct LandlockRights: OptionSet {
  let rawValue: UInt64

  private static func bit(_ number: UInt64) -> LandlockRights {
    LandlockRights(rawValue: 1 << number)
  }

  static let writeFile = bit(1)
  static let readFile = bit(2)
  static let readFolder = bit(3)
  static let removeFolder = bit(4)
  static let removeFile = bit(5)
  static let makeFolder = bit(7)
  static let makeFile = bit(8)
  static let moveBetweenFolders = bit(13)
  static let truncate = bit(14)
  static let controlDevice = bit(15)

  /// All operations that a version of the interface supports.
  ///
  /// - Parameter abi: from 1; later versions than the latest known one have the same rights.
  static func known(abi: Int) -> LandlockRights {
    let count: UInt64 = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13
    return LandlockRights(rawValue: 1 << count - 1)
  }

  static let reading: LandlockRights = [.readFile, .readFolder]

  /// Excludes links, pipes, sockets and devices, and running a file.
  static let writing: LandlockRights = [
    .readFile, .readFolder, .writeFile, .removeFolder, .removeFile, .makeFolder, .makeFile,
    .moveBetweenFolders, .truncate,
  ]

  static let devices: LandlockRights = [.readFile, .writeFile, .truncate, .controlDevice]
}
