/* Scripts for shells. They call `passwright completion words -- WORD…`, which prints the candidates. */

export type Shell = "bash" | "zsh" | "fish";

const bash = `# bash completion of passwright: source <(passwright completion bash)
_passwright() {
  local line="\${COMP_LINE:0:COMP_POINT}" words candidate rest
  read -ra words <<<"$line"
  if [[ "$line" == *[[:space:]] ]]; then words+=(""); fi
  local current="\${words[\${#words[@]} - 1]}"
  # bash replaces only what follows a colon or an equals sign.
  local before="\${current%"\${current##*[:=]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate rest; do
    printf -v candidate '%q' "\${candidate#"$before"}"
    COMPREPLY+=("$candidate")
  done < <("\${words[0]}" completion words -- "\${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _passwright passwright
`;

const zsh = `#compdef passwright
# zsh completion of passwright: source <(passwright completion zsh)
_passwright() {
  local -a candidates
  local line
  for line in "\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ -n "$line" ]]; then candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done
  if (( \${#candidates} )); then _describe passwright candidates; else _files; fi
}
if [[ "\${funcstack[1]}" == _passwright ]]; then _passwright "$@"; else compdef _passwright passwright; fi
`;

const fish = `# fish completion of passwright: passwright completion fish | source
function __passwright_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] completion words -- $words[2..-1] $current 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path $current
    end
end
complete -c passwright -f -a '(__passwright_candidates)'
`;

export const scripts: { readonly [S in Shell]: string } = { bash, zsh, fish };
