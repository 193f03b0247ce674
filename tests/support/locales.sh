# Sourced by shell tests that run hosts in other locales: makes them in the folder locales.
# Commas as decimal points; a decimal point of two bytes; other capitals.
host_locales=(de_DE.UTF-8 fa_IR.UTF-8 tr_TR.UTF-8)

# make_locales: exports LOCPATH; ends the test as skipped where the system has no sources of locales.
make_locales() {
    local name
    if ! command -v localedef >/dev/null || ! [ -e /usr/share/i18n/locales/de_DE ]; then
        echo "skipped: localedef or its sources are missing (package locales)"
        exit 77
    fi
    mkdir locales
    for name in "${host_locales[@]}"; do
        localedef -i "${name%.*}" -f UTF-8 "locales/$name" || fail "localedef cannot make $name"
    done
    export LOCPATH=$PWD/locales
}

# without_times: what is left of a text where times are gone.
without_times() { sed -E 's/[0-9.]+ (ms|s|min)\b|[0-9]+ a second/TIME/g; /"seconds"|_s":|"started"|"total"/d'; }
