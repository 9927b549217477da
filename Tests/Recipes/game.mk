# The figures of a small game: one atlas for Phaser and one for Godot, made again when a source changes.
#
#     make -f game.mk
dist/.done: game.json
	animconv batch game.json --stamp $@ --depfile $@.d

-include dist/.done.d
