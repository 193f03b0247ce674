#!/usr/bin/env bash
# Tests shared limits on the command line. Functions that do not support them yet must say so in one line.
#
# usage: shared_limits_test.sh HEXSCAN REPOSITORY
hexscan=$1 repository=$2
source "$repository/tests/support/checks.sh"
# A small requirement replaces the machine's own, because proofs of shared limits take long.
platform=$PWD/machine.yaml
sed '/^requirements:/,$d' "$repository/platforms/case-study.yaml" >"$platform"
printf 'requirements:\n  - {name: near, x: [-0.01, 0.01]}\n' >>"$platform"
small=(--grid 20x20x6 --image none)

expect 0 "every verdict equals" scan "$platform" "${small[@]}" --diameter 0.3 --gap 0.02 --free-ends 0.25 \
    --singularity 0.28 --map gap,conditioning --verify --output both
expect 0 "" scan --from both/run.json --output again --quiet
cmp both/radii.csv again/radii.csv || fail "limits that legs share are not repeated by their record"
expect 0 "" scan "$platform" "${small[@]}" --quiet --output plain
expect 0 "" scan --from both/run.json --diameter none --singularity none --map none --output taken-back --quiet
cmp plain/radii.csv taken-back/radii.csv || fail "limits that are taken back are kept"
cmp -s both/radii.csv plain/radii.csv && fail "limits that legs share cut nothing"
# The same command must write the same bytes of every output for a file whose limits are turned off by options, and for
# a file without limits.
mkdir -p one two
cp "$platform" one/machine.yaml
sed 's/^legs: {/legs: {diameter: 0.3, free_ends: 0.25, max_force: 130, /' "$platform" >two/machine.yaml
printf 'singularity: {min_conditioning: 0.28}\nload: {force: [20, 0, -600]}\n' >>two/machine.yaml
all=(machine.yaml --grid 20x20x8 --map clearance,limit --volume --surface --image png --quiet)
for folder in one two; do
    cd "$folder" || exit 1
    expect 0 "" scan "${all[@]}" --diameter none --singularity none --load none --output all
    expect 0 "" scan "${all[@]}" --output asked
    cd ..
done
diff -r --exclude=run.json --exclude=index.html --exclude=.hexscan-files-of-scan.json one/all two/all >difference ||
    fail "a limit that is not asked changes an output: $(cat difference)"
cmp -s two/all/radii.csv two/asked/radii.csv && fail "limits that are asked change no output"
python3 - <<END || fail "a limit that is not asked changes the record or the page"
import json, re
def without_results(record):
    "The record without the results of proofs, which may differ from run to run."
    for requirement in record["requirements"] or []: requirement.pop("result", None)
    return record
def record(folder):
    run = json.load(open(f"{folder}/all/run.json"))
    assert run.pop("timings")
    return without_results(run)
one, two = record("one"), record("two")
assert one == two, [(key, one[key], two[key]) for key in one if one[key] != two.get(key)]
def page(folder):
    text = re.sub(r"<dt>(scan|whole run)</dt><dd>.*?</dd>\n", "", open(f"{folder}/all/index.html").read())
    data = re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", text, re.S)
    told = json.loads(data.group(1))
    del without_results(told["record"])["timings"]
    told["summary"] = [line for line in told["summary"] if line[0] not in ("scan", "whole run")]
    return text[:data.start()], told, text[data.end():]
assert page("one") == page("two")
END

# Loads of the legs.
loaded=(--load 20:0:-600 --load-at 0:0:0.2)
expect 0 "(leg " scan "$platform" "${small[@]}" "${loaded[@]}" --load-torque 0:0:10 --max-force 130 \
    --map effort,force,error,rate,turn_rate --verify --output loaded
expect 0 "" scan --from loaded/run.json --output loaded-again --quiet
cmp loaded/radii.csv loaded-again/radii.csv || fail "what legs may carry is not repeated by its record"
cmp -s loaded/radii.csv plain/radii.csv && fail "what legs may carry cuts nothing"
expect 0 "" scan --from loaded/run.json --max-force none --map none --output unlimited --quiet
cmp plain/radii.csv unlimited/radii.csv || fail "a load without a limit cuts something"
expect 0 "" scan --from loaded/run.json --load none --map none --output unloaded --quiet
cmp plain/radii.csv unloaded/radii.csv || fail "a load that is taken back is kept"
python3 - <<END || fail "maps of a load are not told"
import json
maps = json.load(open("loaded/run.json"))["maps"]
assert 0.9 < maps["effort"]["largest"] <= 1, maps["effort"]
assert abs(maps["force"]["largest"] / 130 - maps["effort"]["largest"]) < 1e-6
assert maps["effort"]["leg"] == maps["force"]["leg"] in range(1, 7) and maps["effort"]["limit"] == "force", maps
gap = json.load(open("both/run.json"))["maps"]["gap"]
assert len(gap["legs"]) == 2 and gap["limit"] == "gap", gap
assert "leg" not in json.load(open("both/run.json"))["maps"]["conditioning"]
assert maps["rate"]["largest"] == 1 and maps["turn_rate"]["largest"] < 1 and maps["error"]["mean"] > 0.5
END
expect 2 "give --load FX:FY:FZ in N" scan "$platform" --max-force 100
expect 0 "no fault found" check "$platform" --max-force none --max-torque none
expect 2 "must be three numbers, X:Y:Z" scan "$platform" --load 100
expect 2 "must be above 0 and at most" scan "$platform" "${loaded[@]}" --max-force 0
expect 2 "max-force: has no effect with --load none" scan "$platform" --load none --max-force 100
expect 2 "gap: has no effect with --diameter none" scan "$platform" --diameter none --gap 0.01
expect 2 "needs legs with arms on motors" scan "$platform" "${loaded[@]}" --max-torque 10
expect 2 "needs a load" scan "$platform" --map force
expect 2 "use the map force" scan "$platform" "${loaded[@]}" --map torque
expect 2 "stages do not support limits on several legs together (legs.max_force);" scan "$platform" "${loaded[@]}" \
    --max-force 100 --stage 7 --output refused

# Without a limit of the force, the effort of a leg is its force.
expect 0 " N (leg 2, largest force)" scan "$platform" "${small[@]}" "${loaded[@]}" --map effort,force --output carried
python3 - <<END || fail "without a limit the effort is not the force"
import json
maps = json.load(open("carried/run.json"))["maps"]
assert maps["effort"] == maps["force"], maps
END
grep -q "effort_mean_N," carried/maps.csv || fail "the column of the effort does not name its unit"

# Obstacles, and the length for the conditioning, are keys of a file and options.
sed '/^legs:/d; s/^base: *{/&plate: {radius: 0.9, z: 0.02}, /; s/^platform: {/&plate: {radius: 0.6, z: -0.01}, /' \
    "$platform" >beside.yaml
cat >>beside.yaml <<END
legs: {min: 1.2, max: 2.0, diameter: 0.04, free_ends: 0.3}
keep_out: [{sphere: [0.4, 0, 0.7], radius: 0.1}, {capsule: [[0, -1, 0.5], [0, 1, 0.5]], radius: 0.05}]
singularity: {min_conditioning: 0.28, length: 0.6}
END
expect 0 "every verdict equals" scan beside.yaml "${small[@]}" --verify --output of-file
expect 0 "every verdict equals" scan "$platform" "${small[@]}" --diameter 0.04 --free-ends 0.3 --base-plate 0.9:0.02 \
    --platform-plate=0.6:-0.01 --keep-out 0.4:0:0.7:0.1,0:-1:0.5:0:1:0.5:0.05 --singularity 0.28 \
    --conditioning-length 0.6 --verify --output of-options
cmp of-file/radii.csv of-options/radii.csv || fail "options ask for something else than the keys of a file"
cmp -s of-file/radii.csv plain/radii.csv && fail "what is beside legs cuts nothing"
expect 0 "" scan beside.yaml "${small[@]}" --base-plate none --platform-plate none --keep-out none \
    --singularity none --quiet --output beside-none
expect 0 "" scan "$platform" "${small[@]}" --diameter 0.04 --free-ends 0.3 --quiet --output apart-alone
cmp beside-none/radii.csv apart-alone/radii.csv || fail "what is taken back is kept"
expect 0 "(strokes, joint tilts, gaps and singularities)" check beside.yaml
expect 2 "needs leg diameters; give --diameter" scan "$platform" --base-plate 0.5
expect 2 "must be none, or a disc R, R:Z or R:X:Y:Z" scan "$platform" --diameter 0.04 --base-plate 0.5:1:2
expect 2 "has the radius 0" scan "$platform" --diameter 0.04 --platform-plate 0
expect 2 "must be none, or spheres X:Y:Z:R and capsules" scan "$platform" --diameter 0.04 --keep-out 1:2:3
expect 2 "but legs must be" scan "$platform" --diameter 0.04 --keep-out 1:0:0:0.5
expect 2 "keep-out: keep_out[0]: the" scan "$platform" --diameter 0.04 --base-plate none --keep-out 1:0:0:0.5
expect 2 "max-force: legs.max_force" scan "$platform" --load 0:0:-10 --max-force 0
expect 2 "must be a length in the machine's unit" scan "$platform" --diameter 0.04 --gap none
expect 0 "joints, lengths divided by 1000 m" check "$platform" --conditioning-length 1000 --details
expect 0 "" scan "$platform" "${small[@]}" --conditioning-length 0.5 --quiet --output with-length
cmp with-length/radii.csv plain/radii.csv || fail "the length of the conditioning cuts something"
thick='  - {name: thick, x: [-0.01, 0.01], apart: 0.01}'
sed "s/^requirements:/&\n$thick/; s/^legs: {/&diameter: 0.04, free_ends: 0.3, /" "$platform" >ground.yaml
expect 2 "diameter none: removes what the key apart of the requirement thick needs" check ground.yaml --diameter none
expect 2 "conditioning-length: is 0 " scan "$platform" --singularity avoid --conditioning-length 0
expect 2 "keep-out: has no effect with --diameter none" scan "$platform" --diameter none --keep-out none

# The limits of the legs are proved, too.
expect 0 "proved (strokes, joint tilts, gaps and singularities)" check "$platform" --diameter 0.04 --gap 0.01 \
    --free-ends 0.2 --singularity avoid
expect 1 "would carry 109.48 N" check "$platform" --load 0:0:-600 --max-force 50
expect 0 "" check "$platform" --at 0,0,1.4 --diameter 0.04 --free-ends 0.2
expect 1 "is unreachable" check "$platform" --at 0,0,1.4 --diameter 0.6 --free-ends 0.2
expect 0 "conditioning over the reachable positions: least 0" check "$platform" --details

# Kernels, stages and proofs do not support some of these limits.
expect 2 "not limits on several legs" scan "$platform" "${small[@]}" --singularity avoid \
    --orientation=-1:1:3,0,0 --workspace total --certified --output refused
expect 2 "stages do not support limits on several legs together (singularity);" scan "$platform" --singularity avoid \
    --stage 7 --output refused
expect 2 "stages do not support limits on several legs together (legs.diameter, singularity);" scan "$platform" \
    --singularity avoid --diameter 0.01 --stage 7 --output refused

# Bad input.
expect 2 "give --diameter (0: legs are lines" scan "$platform" --gap 0.01
expect 2 "must be at least 0 and below 1" scan "$platform" --singularity 1.5
expect 2 "but two legs must be" scan "$platform" --diameter 0.9
expect 2 "needs leg diameters" scan "$platform" --map gap

cat >sweep.yaml <<END
machine: $platform
vary: {legs.max: {from: 1.9, to: 2, points: 3}}
measure: [volume, conditioning_at_home, error_at_home, rate_at_home, turn_rate_at_home]
END
expect 0 "" sweep sweep.yaml --device cpu --quiet
finish
