@tool
extends EditorPlugin
# Imports animations as SpriteFrames in Godot 4.2 or newer, with the animconv that is installed. Copy the folder `addons` into
# the project and enable the plugin in the project settings. A WebP stays a texture until "Import As" in the Import
# dock is set to SpriteFrames.

var importer: EditorImportPlugin


func _enter_tree() -> void:
	importer = Importer.new()
	add_import_plugin(importer)


func _exit_tree() -> void:
	remove_import_plugin(importer)
	importer = null


class Importer extends EditorImportPlugin:
	func _get_importer_name() -> String:
		return "animconv.sprite_frames"

	func _get_visible_name() -> String:
		return "SpriteFrames"

	func _get_recognized_extensions() -> PackedStringArray:
		return PackedStringArray(["gif", "apng", "webp", "aseprite", "ase"])

	func _get_save_extension() -> String:
		return "res"

	func _get_resource_type() -> String:
		return "SpriteFrames"

	# Below that of Godot's own importers, which read WebP, too.
	func _get_priority() -> float:
		return 0.5

	func _get_import_order() -> int:
		return 0

	func _get_preset_count() -> int:
		return 1

	func _get_preset_name(_preset: int) -> String:
		return "Default"

	func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
		return [
			{"name": "program", "default_value": "animconv"},
			{"name": "options", "default_value": ""},
		]

	func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
		return true

	func _import(
		source_file: String,
		save_path: String,
		options: Dictionary,
		_platform_variants: Array[String],
		_gen_files: Array[String]
	) -> Error:
		var sheet := ProjectSettings.globalize_path(save_path) + ".sheet.png"
		var data := sheet.trim_suffix("png") + "json"
		var words := PackedStringArray([ProjectSettings.globalize_path(source_file), sheet, "-y", "-q"])
		words.append_array(["--preset", "godot", "--data", "aseprite-array", "--max-size", "16384"])
		words.append_array(String(options["options"]).split(" ", false))
		var messages := []
		var code := OS.execute(options["program"], words, messages, true)
		if code != 0:
			var reason := "".join(messages).strip_edges()
			if code == -1 or code == 127:
				reason = "%s is not on the PATH; install it, or set the import option" % options["program"]
			push_error("%s: %s" % [source_file, reason])
			return FAILED
		var image := Image.load_from_file(sheet)
		var parsed: Variant = JSON.parse_string(FileAccess.get_file_as_string(data))
		DirAccess.remove_absolute(sheet)
		DirAccess.remove_absolute(data)
		if image == null or not parsed is Dictionary:
			push_error("%s: the sheet is larger than 16384 pixels; set --scale in the import options" % source_file)
			return FAILED
		var frames := sprite_frames(parsed, ImageTexture.create_from_image(image))
		return ResourceSaver.save(frames, "%s.%s" % [save_path, _get_save_extension()], ResourceSaver.FLAG_COMPRESS)

	# An animation of the sheet's own name is Godot's `default`.
	func sprite_frames(data: Dictionary, texture: Texture2D) -> SpriteFrames:
		var whole := String(data["meta"]["image"]).get_basename()
		var cells: Array[AtlasTexture] = []
		for frame: Dictionary in data["frames"]:
			var cell := AtlasTexture.new()
			cell.atlas = texture
			cell.region = Rect2(frame["frame"]["x"], frame["frame"]["y"], frame["frame"]["w"], frame["frame"]["h"])
			cells.append(cell)
		var result := SpriteFrames.new()
		for tag: Dictionary in data["meta"]["frameTags"]:
			var animation := StringName("default" if tag["name"] == whole else tag["name"])
			if not result.has_animation(animation):
				result.add_animation(animation)
			var order := order_of(tag)
			# All durations are whole multiples of this unit.
			var unit := 0
			for index in order:
				unit = gcd(unit, int(data["frames"][index]["duration"]))
			result.set_animation_speed(animation, 1000.0 / maxi(unit, 1))
			result.set_animation_loop(animation, not tag.has("repeat"))
			for index in order:
				var duration := float(data["frames"][index]["duration"]) / maxi(unit, 1)
				result.add_frame(animation, cells[index], duration)
		if result.get_frame_count(&"default") == 0 and result.get_animation_names().size() > 1:
			result.remove_animation(&"default")
		return result

	# The frames of all plays, or of one play that repeats for ever. A ping-pong counts each sweep as a play, and
	# sweeps share the frame at which they turn.
	func order_of(tag: Dictionary) -> Array[int]:
		var sweep: Array[int] = []
		for index in range(int(tag["from"]), int(tag["to"]) + 1):
			sweep.append(index)
		if String(tag["direction"]) in ["reverse", "pingpong_reverse"]:
			sweep.reverse()
		var turns := String(tag["direction"]).begins_with("pingpong") and sweep.size() > 1
		var order: Array[int] = sweep.duplicate()
		for _play in int(tag.get("repeat", 2 if turns else 1)) - 1:
			if turns:
				sweep.reverse()
			order.append_array(sweep.slice(1) if turns else sweep)
		if turns and not tag.has("repeat"):
			order.pop_back()
		return order

	func gcd(a: int, b: int) -> int:
		return a if b == 0 else gcd(b, a % b)
