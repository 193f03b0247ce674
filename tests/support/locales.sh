# Sourced by shell tests that run hosts in other locales. Makes these in the folder locales. They have commas as decimal
# points, a decimal point of two bytes, and other rules for capitals.
host_locales=(de_DE.UTF-8 fa_IR.UTF-8 tr_TR.UTF-8)

# make_locales: exports LOCPATH. Ends the test as skipped if the system has no sources of locales.
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

# without_times: removes times from a text.
without_times() { sed -E 's/[0-9.]+ (ms|s|min)\b|[0-9]+ a second/TIME/g; /"seconds"|_s":|"started"|"total"/d'; }
