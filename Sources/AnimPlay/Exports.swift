// The names that a player needs from the modules below. Their other public types can be used as
// values of members, but a program that imports AnimPlay does not see them as names.
@_exported public import enum AnimTiming.DelayPolicy
@_exported public import enum AnimTiming.LoopCount
@_exported public import struct AnimTiming.RationalTime
@_exported public import struct AnimTiming.AnimationTimeline
@_exported public import struct Messages.ConversionMessage
@_exported public import class Raster.PixelBuffer
@_exported public import struct Raster.PixelSize
@_exported public import enum Reading.AnimationInput
@_exported public import struct Reading.ReadingOptions
@_exported public import struct Stages.ReadingWarning
