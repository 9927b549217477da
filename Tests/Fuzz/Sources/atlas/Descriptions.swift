private let packed = """
  "frame":{"x":0,"y":0,"w":8,"h":4},"rotated":true,"trimmed":true,
  "spriteSourceSize":{"x":1,"y":2,"w":4,"h":8},"sourceSize":{"w":8,"h":12}
  """

/// One small description of each supported format.
let descriptions = [
  // Aseprite, hash with tags.
  """
  {"frames":{"walk 0.ase":{\(packed),"duration":70},"walk 1.ase":{\(packed),"duration":10}},
  "meta":{"app":"https://www.aseprite.org/","image":"sheet.png","size":{"w":32,"h":16},
  "scale":"1","frameTags":[{"name":"walk","from":0,"to":1,"direction":"pingpong","repeat":"2"}]}}
  """,
  // Aseprite, array; bare numbers.
  """
  {"frames":[{"filename":"a","duration":5,\(packed)}],"meta":{"image":"sheet.png"}}
  """,
  """
  {"frames":{"0":{\(packed)},"1":{\(packed)}},"meta":{"image":"sheet.png","scale":"0.5"}}
  """,
  // TexturePacker and PixiJS, with animations and further packs.
  """
  {"frames":{"a":{\(packed),"pivot":{"x":0.5,"y":1}}},"animations":{"run":["a","a"]},
  "meta":{"app":"x","image":"sheet.png","related_multi_packs":["data"],"scale":"1"}}
  """,
  // Phaser, several textures.
  """
  {"textures":[{"image":"sheet.png","format":"RGBA8888","size":{"w":32,"h":16},"scale":1,
  "frames":[{"filename":"x",\(packed)}]}],"meta":{"app":"x"}}
  """,
  // Starling.
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <TextureAtlas imagePath="sheet.png" width="32" height="16"><!-- c -->
  <SubTexture name="w&amp;0" x="0" y="0" width="8" height="4" frameX="-3" frameY="-4"
  frameWidth="16" frameHeight="12" rotated="true"/></TextureAtlas>
  """,
  // Cocos2d, formats 2 and 3.
  """
  <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>frames</key><dict>
  <key>a.png</key><dict><key>frame</key><string>{{2,3},{8,4}}</string><key>offset</key>
  <string>{1,-2}</string><key>rotated</key><true/><key>sourceColorRect</key>
  <string>{{4,4},{8,4}}</string><key>sourceSize</key><string>{15,13}</string></dict></dict>
  <key>metadata</key><dict><key>format</key><integer>2</integer><key>realTextureFileName</key>
  <string>sheet.png</string></dict></dict></plist>
  """,
  """
  <plist version="1.0"><dict><key>frames</key><dict><key>a</key><dict><key>spriteOffset</key>
  <string>{1.5,-2}</string><key>spriteSize</key><string>{8,4}</string><key>spriteSourceSize</key>
  <string>{15,12}</string><key>textureRect</key><string>{{2, 3}, {8, 4}}</string>
  <key>textureRotated</key><false/></dict></dict><key>metadata</key><dict><key>format</key>
  <integer>3</integer><key>textureFileName</key><string>sheet.png</string></dict></dict></plist>
  """,
  // libGDX, old and new.
  """

  sheet.png
  size: 32,16
  format: RGBA8888
  filter: Nearest,Nearest
  repeat: none
  walk
    rotate: 90
    xy: 2, 2
    size: 4, 8
    orig: 16, 12
    offset: 3, 4
    index: 1
  """,
  """
  sheet.png
  size:32,16
  pma:true
  walk
  bounds:0,0,8,4
  offsets:1,2,12,8
  rotate:true
  index:0
  """,
  // Godot.
  """
  [gd_resource type="SpriteFrames" load_steps=3 format=3]

  [ext_resource type="Texture2D" path="res://sheet.png" id="1_a"]

  [sub_resource type="AtlasTexture" id="T_1"]
  atlas = ExtResource("1_a")
  region = Rect2(0, 0, 8, 4)
  margin = Rect2(1, 2, 2, 2)

  [resource]
  animations = [{
  "frames": [{
  "duration": 2.5,
  "texture": SubResource("T_1")
  }],
  "loop": true,
  "name": &"walk",
  "speed": 12.0
  }]
  """,
  // Lists.
  "ffconcat version 1.0\nfile 'f1.png'\nduration 0.07\nfile f2.png\nduration 40ms\nfile f2.png\n",
  """
  {"format":"animconv-timing","version":1,"plays":3,"frames":[{"file":"f1.png","duration":40},
  {"file":"f2.png","duration":"1001/30000"}]}
  """,
  """
  {"name":"x","loops":0,"skip_first":false,"default_delay":"8/10","delays":[100,"1/3"],
  "frames":["f1",{"f*":10}]}
  """,
  """
  <?xml version="1.0"?><animation name="x" loops="2" skip_first="true" default_delay="1/10">
  <frame src="f1.png" delay="5/100"/><frame src="f2.png"/></animation>
  """,
  #"{"body":{"frames":[{"file":"f1.png","delay":70},{"file":"f2.png","delay":12}]}}"#,
  "f1.png,70\nf2.png,0.5s\n", "f1.png\nf2.png\n", "70\n80ms\n",
  """
  {"images":[{"idiom":"universal","filename":"f1.png","scale":"1x"},
  {"idiom":"universal","filename":"f2.png","scale":"2x"}],"info":{"version":1,"author":"xcode"}}
  """,
]
