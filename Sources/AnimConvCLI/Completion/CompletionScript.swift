/// Scripts that let shells ask animconv itself for completions. They contain no list of options, so
/// they work with every release.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The first argument of a query; the index of the word and the words follow.
  static let question = "---complete"
  /// The line of a response that stands for file names.
  static let files = ":files"

  /// A response: one line per candidate, with its description after a tab.
  static func answer(_ arguments: ArraySlice<String>) -> String {
    guard let index = arguments.first.flatMap({ Int($0) }) else { return "" }
    let candidates = CompletionCandidates(words: Array(arguments.dropFirst()), index: index)
    let lines = candidates.words.map { $0.title.isEmpty ? $0.word : "\($0.word)\t\($0.title)" }
    return (lines + (candidates.takesFiles ? [files] : [])).map { $0 + "\n" }.joined()
  }

  var text: String {
    switch self {
    case .bash:
      #"""
      # Completion of animconv for bash: source this file, or put it into
      # ~/.local/share/bash-completion/completions/animconv
      _animconv() {
        local line current="${COMP_WORDS[COMP_CWORD]}" files
        [ "$current" = "=" ] && current=""
        COMPREPLY=()
        while IFS= read -r line; do
          case "$line" in
            :files)
              compopt -o filenames 2>/dev/null
              mapfile -t files < <(compgen -f -- "$current")
              COMPREPLY+=("${files[@]}")
              ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
          esac
        done < <("${COMP_WORDS[0]}" ---complete "$((COMP_CWORD - 1))" "${COMP_WORDS[@]:1}" 2>/dev/null)
      }
      complete -F _animconv animconv

      """#
    case .zsh:
      #"""
      #compdef animconv
      # Completion of animconv for zsh: put it as _animconv into a folder of $fpath, or source it.
      _animconv() {
        local line
        local -a lines described
        lines=("${(@f)$("${words[1]}" ---complete $((CURRENT - 2)) "${(@Q)words[2,-1]}" 2>/dev/null)}")
        for line in "${lines[@]}"; do
          case "$line" in
            '') ;;
            :files) compset -P '*='; _files ;;
            *$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
            *) described+=("${line//:/\\:}") ;;
          esac
        done
        (( ${#described} )) && _describe -V animconv described
      }
      if [ "${funcstack[1]}" = "_animconv" ]; then _animconv "$@"; else compdef _animconv animconv; fi

      """#
    case .fish:
      #"""
      # Completion of animconv for fish: put it into ~/.config/fish/completions/animconv.fish
      function __animconv_complete
          set -l tokens (commandline -opc)
          set -l current (commandline -ct)
          for line in ($tokens[1] ---complete (math (count $tokens) - 1) $tokens[2..-1] "$current" 2>/dev/null)
              if test "$line" = :files
                  __fish_complete_path "$current"
              else
                  printf '%s\n' "$line"
              end
          end
      end
      complete -c animconv -f -a '(__animconv_complete)'

      """#
    }
  }
}
