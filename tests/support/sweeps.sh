# Sourced by shell tests of sweeps, before checks.sh, which changes the folder. Makes studies, and compares the results
# of sweeps.

# usual_machine GRID: prints a machine file of the usual shape. GRID is the points along x, y and slices, in words.
usual_machine() {
    local level="from: -900, to: 900, points:"
    cat <<EOF
name: usual
units: {length: mm, angle: deg}
base: {radius: 1000, spread: 20, azimuth: 0, axis: home, max_tilt: 33}
platform: {radius: 700, spread: 20, azimuth: 60, axis: home, max_tilt: 36}
legs: {min: 1200, max: 2000}
home: {z: 1450}
scan: {x: {$level $1}, y: {$level $2}, z: {from: 1000, to: 1900, slices: $3}}
requirements: [{name: near home, x: [-50, 50], roll: [-3, 3], clearance: 5}]
EOF
}

# without_run FILE: prints FILE without data that differ between runs. These are the record's member "run", alone or in
# the page's data, and its text on the page without scripts.
without_run() {
    python3 - "$1" <<'EOF'
import json, re, sys
text = open(sys.argv[1]).read()
def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key != "run"}
    return [plain(item) for item in value] if isinstance(value, list) else value
if sys.argv[1].endswith(".json"):
    print(json.dumps(plain(json.loads(text))))
else:
    text = re.sub(r"<dt>(devices|measured)</dt><dd>.*?</dd>\n?", "", text)
    script = re.compile(r"(<script[^>]*application/json[^>]*>)(.*?)(</script>)", re.S)
    print(script.sub(lambda m: m.group(1) + json.dumps(plain(json.loads(m.group(2)))) + m.group(3), text))
EOF
}

# same_sweep ONE OTHER: expects the same files in both folders, byte for byte except for the run in the record. A block
# that was written twice must be the same twice.
same_sweep() {
    [ "$(ls "$1")" = "$(ls "$2")" ] || fail "$2 has other files than $1: $(ls "$1" "$2" | tr '\n' ' ')"
    local file
    for file in "$1"/*; do
        case $file in
            */sweep.json | */index.html)
                same_after without_run "$file" "$2/${file##*/}" || fail "$2/${file##*/} is another one"
                ;;
            *) cmp -s "$file" "$2/${file##*/}" || fail "$2/${file##*/} differs" ;;
        esac
    done
}

# finished_blocks FILE: prints how many blocks of FILE have their seal; 0 if there is no file.
finished_blocks() {
    python3 - "$1" <<'EOF'
import os, sys
print(open(sys.argv[1], "rb").read().count(b"BSXH") if os.path.exists(sys.argv[1]) else 0)
EOF
}
