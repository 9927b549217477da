/// The names of the elements of a WebM file that are read, changed or written (RFC 9559).
enum ElementName {
  static let segment: UInt32 = 0x1853_8067

  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekPosition: UInt32 = 0x53AC
  static let void: UInt32 = 0xEC

  static let info: UInt32 = 0x1549_A966
  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489

  static let tracks: UInt32 = 0x1654_AE6B
  static let trackEntry: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let video: UInt32 = 0xE0
  static let color: UInt32 = 0x55B0
  static let matrix: UInt32 = 0x55B1
  static let range: UInt32 = 0x55B9
  static let transfer: UInt32 = 0x55BA
  static let primaries: UInt32 = 0x55BB

  static let cluster: UInt32 = 0x1F43_B675
  static let timestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
  static let blockDuration: UInt32 = 0x9B
  static let referenceBlock: UInt32 = 0xFB
  static let blockAdditions: UInt32 = 0x75A1
}
