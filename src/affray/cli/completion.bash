%(complete_func)s() {
    local line type value word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        type=${line%%%%,*} value=${line#*,}
        if [[ $type == dir ]]; then
            compopt -o dirnames
        elif [[ $type == file ]]; then
            compopt -o default
        elif [[ $word == [\"\']* ]]; then
            COMPREPLY+=("$value")
        else
            COMPREPLY+=("$(printf '%%q' "$value")")
        fi
    done < <(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
