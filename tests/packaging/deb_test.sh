#!/usr/bin/env bash
# Checks the Debian package that cpack makes: its description, its files, and whether it runs where it is unpacked.
# usage: deb_test.sh HEXSCAN SOURCE_DIR BUILD_DIR the program as built, everything else in BUILD_DIR built as well
set -uo pipefail
built=$1
source_dir=$2
build_dir=$3
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

if ! command -v dpkg-shlibdeps >/dev/null; then
    echo "skipped: no dpkg-shlibdeps (dpkg-dev)"
    exit 77
fi
cpack --config "$build_dir/CPackConfig.cmake" -G DEB -B "$work" >cpack.log 2>&1 || fail "cpack: $(cat cpack.log)"
# The target uninstall must not remove the files of a package.
for manifest in "$build_dir"/install_manifest_{program,python}.txt; do
    [ ! -e "$manifest" ] || fail "cpack left $manifest"
done
version=$("$built" --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')
package=hexscan_${version}_$(dpkg --print-architecture).deb
[ -e "$package" ] || fail "there is no $package but $(ls)"
field() { dpkg-deb -f "$package" "$1"; }
[ "$(field Package)" = hexscan ] || fail "it is called $(field Package)"
[ "$(field Version)" = "$version" ] || fail "its version is $(field Version)"
[ -n "$(field Description)" ] || fail "it lacks a description"
grep -q '^[^<>]* <[^<> ]*@[^<> ]*>$' <<<"$(field Maintainer)" ||
    fail "its maintainer has no address: $(field Maintainer)"
dpkg-deb -e "$package" control || fail "its control files cannot be unpacked"
! grep -rq ldconfig control || fail "it calls ldconfig: $(grep -r ldconfig control)"

# On the machine that it was built on, what it depends on is installed.
depends=$(field Depends | sed 's/ ([^)]*)//g; s/, /\n/g')
for name in libc6 libyaml-cpp libtbb; do
    grep -q "^$name" <<<"$depends" || fail "it does not depend on $name: $depends"
done
while IFS= read -r name; do
    grep -qx installed <<<"$(dpkg-query -W -f '${db:Status-Status}\n' "${name%% |*}" 2>&1)" ||
        fail "it depends on $name, which is not installed"
done <<<"$depends"

dpkg-deb -x "$package" there || fail "it cannot be unpacked"
[ -z "$(find there -mindepth 1 -maxdepth 1 ! -name usr)" ] || fail "it has files outside /usr"
[ -z "$(find there -perm /022)" ] || fail "others may write $(find there -perm /022)"
share=there/usr/share
for file in man/man1/hexscan.1 doc/hexscan/copyright doc/hexscan/CHANGELOG.md fish/vendor_completions.d/hexscan.fish; do
    [ -s "$share/$file" ] || fail "/usr/share/$file is missing"
done
grep -q '^\.TH HEXSCAN 1' <<<"$(head -n 1 $share/man/man1/hexscan.1)" || fail "hexscan.1 is no page of the manual"
# Libraries that are compiled in require their licence texts.
for licence in 'three\.js' 'Apache License' 'The HDF Group' 'Niels Lohmann' 'D\. E\. Shaw Research' 'Sean Barrett' \
    'Wenzel Jakob' 'Redistributions in binary form must reproduce' 'Permission is hereby granted, free of charge'; do
    grep -q "$licence" $share/doc/hexscan/copyright || fail "copyright says nothing of $licence"
done
bash -c ". $share/bash-completion/completions/hexscan && complete -p hexscan" >/dev/null ||
    fail "bash has no completion"

# As installed, it finds its modules and its machines in its own prefix.
hexscan=$work/there/usr/bin/hexscan
for machine in "$source_dir"/platforms/*.yaml; do
    name=$(basename "$machine" .yaml)
    cmp "$machine" "$share/hexscan/platforms/$name.yaml" || fail "$name is not the machine of the sources"
    scan=(--device cpu --grid 21x21x9 --image none)
    expect 0 "results" scan "$name" "${scan[@]}" --output "installed-$name"
    "$built" scan "$machine" "${scan[@]}" --output "built-$name" --quiet || fail "$name cannot be scanned"
    cmp {installed,built}-"$name"/radii.csv || fail "$name: other radii"
done
for module in "$build_dir"/hexscan_*.so; do
    name=$(basename "$module")
    [ ! -e "$module" ] || [ -e "there/usr/lib/hexscan/$name" ] || fail "$name is not in it"
done

# The module for Python, where it is built, by the distribution's Python.
package=there/usr/lib/python3/dist-packages
if compgen -G "$build_dir/python/hexscan/_hexscan*.so" >/dev/null; then
    said=$(PYTHONPATH=$package /usr/bin/python3 -B -c 'import hexscan
m = hexscan.platform("rubin-camera-hexapod")
print(hexscan.__version__, m.reachable(m.home), len(hexscan.platforms()))' 2>&1)
    [ "$said" = "$version True $(find "$source_dir/platforms" -name '*.yaml' | wc -l)" ] || fail "the module says $said"
    for file in py.typed _hexscan.pyi; do [ -e "$package/hexscan/$file" ] || fail "the module lacks $file"; done
fi

# Other files with a version must have this one.
grep -qx "version: $version" "$source_dir/CITATION.cff" || fail "CITATION.cff is of another version than $version"
grep -qx "## $version" "$source_dir/CHANGELOG.md" || fail "CHANGELOG.md does not know $version"
finish
