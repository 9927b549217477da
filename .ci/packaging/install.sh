#!/bin/sh
# Installs animconv, its manual pages, completions, presets and files for build systems.
#
#     ./install.sh [PREFIX]               by default /usr/local; ~/.local needs no root
#     ./install.sh --uninstall [PREFIX]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
uninstall=
if [ "${1-}" = --uninstall ]; then
  uninstall=1
  shift
fi
prefix=${1-/usr/local}
cd "$here"

# The files under their names in the prefix; zsh looks for completions elsewhere than packages do.
files=$(sed -n 's/^[0-9a-f]* [ *]//p' SHA256SUMS | grep -E '^(bin|share)/')
target() { printf '%s\n' "$1" | sed 's|^share/zsh/vendor-completions/|share/zsh/site-functions/|'; }

if [ -n "$uninstall" ]; then
  for file in $files; do rm -f "$prefix/$(target "$file")"; done
  [ ! -d "$prefix/share/animconv" ] || find "$prefix/share/animconv" -depth -type d -empty -delete
  echo "removed from $prefix"
  exit 0
fi

sha256sum --check --quiet SHA256SUMS
problem=$(./bin/animconv --version 2>&1 >/dev/null) || {
  echo "install.sh: animconv does not start here: $problem" >&2
  echo "It needs glibc 2.35 or newer, libpng16, libwebp7, libdeflate0 and zlib (Debian, Ubuntu:" >&2
  echo "apt install libpng16-16 libwebp7 libdeflate0 zlib1g)." >&2
  exit 1
}
for file in $files; do
  mode=644
  case "$file" in bin/*) mode=755 ;; esac
  to=$prefix/$(target "$file")
  mkdir -p "$(dirname "$to")"
  # Under another name first, so that a program that runs is replaced and not overwritten.
  cp "$file" "$to.new"
  chmod $mode "$to.new"
  mv -f "$to.new" "$to"
done
echo "installed $("$prefix/bin/animconv" --version) into $prefix"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to PATH" ;; esac
"$prefix/bin/animconv" doctor >/dev/null 2>&1 \
  || echo "for videos, AVIF and JPEG install FFmpeg's libraries: animconv doctor tells which"
