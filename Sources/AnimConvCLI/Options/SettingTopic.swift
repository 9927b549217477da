internal import AnimConv

/// A group of settings as a type, which the argument parser needs for each group of options.
protocol SettingTopic {
  static var settings: [ConversionSettings.Setting] { get }
}

/// The groups of the table.
enum Settings {
  enum Input: SettingTopic { static let settings = SettingGroup.input.settings }
  enum PictureFiles: SettingTopic { static let settings = SettingGroup.pictureFiles.settings }
  enum SheetCutting: SettingTopic { static let settings = SettingGroup.sheetCutting.settings }
  enum Delays: SettingTopic { static let settings = SettingGroup.delays.settings }
  enum Play: SettingTopic { static let settings = SettingGroup.play.settings }
  enum Schedule: SettingTopic { static let settings = SettingGroup.schedule.settings }
  enum Size: SettingTopic { static let settings = SettingGroup.size.settings }
  enum Transparency: SettingTopic { static let settings = SettingGroup.transparency.settings }
  enum Video: SettingTopic { static let settings = SettingGroup.video.settings }
  enum Image: SettingTopic { static let settings = SettingGroup.image.settings }
  enum Sheet: SettingTopic { static let settings = SettingGroup.sheet.settings }
  enum Frames: SettingTopic { static let settings = SettingGroup.frames.settings }
  enum Pictures: SettingTopic { static let settings = SettingGroup.pictures.settings }
  enum Players: SettingTopic { static let settings = SettingGroup.players.settings }
  enum Output: SettingTopic { static let settings = SettingGroup.output.settings }

  /// All groups.
  enum All: SettingTopic { static let settings = ConversionSettings.Setting.all }

  /// The groups of frames in a batch, where `--name` is a template for the names of outputs.
  enum FramesOfBatch: SettingTopic {
    static let settings = SettingGroup.frames.settings.filter { $0.key != .name }
  }

  /// The groups of the output in a batch, where `--max-memory` applies to all conversions together.
  enum OutputOfBatch: SettingTopic {
    static let settings = SettingGroup.output.settings.filter { $0.key != .maxMemory }
  }
}
