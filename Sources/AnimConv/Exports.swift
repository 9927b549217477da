// The modules in AnimConv's interface, so that `import AnimConv` alone is enough.
@_exported public import AnimPlay
@_exported public import AnimTiming
@_exported public import Atlases
@_exported public import Confining
@_exported public import Messages
@_exported public import OutputFiles
@_exported public import Raster
@_exported public import Reading
@_exported public import Stages
@_exported public import SystemPackage
@_exported public import TextFormats
@_exported public import Threads
@_exported public import Writing
