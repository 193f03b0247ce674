#!/usr/bin/env python3
"""Asks hexscan the questions of this folder's inputs, and compares the answers with the right ones.

usage: cases_test.py HEXSCAN [--table] [--only TOPIC]

--table prints what hexscan says for each case. A case is one command or several in a folder with the inputs, regular
expressions that the answer must match, and others that it must not match. Spaces and line breaks of answers count as
one space. The names of the files that the commands leave follow the answer, then the tables of sweeps.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
JOINTS = """name: lift
units: {length: mm, angle: deg}
base: {radius: 300, spread: 20, axis: home, max_tilt: 45}
platform: {radius: 150, spread: 20, azimuth: 60, axis: home, max_tilt: 45}
"""
LEGS = "legs: {min: 350, max: 550}\n"
HOME = "home: {z: 400}\n"
ARMS = """name: arms
units: {length: mm, angle: deg}
base: {radius: 100, spread: 40}
platform: {radius: 80, spread: 40, azimuth: 60}
legs: {kind: rotary, arm: 38, rod: 130, azimuth: WORD, angle: [-60, 60]}
home: mid
"""


@dataclass
class Case:
    topic: str
    question: str
    args: str
    right: list
    wrong: list = ()
    text: str = ""  # a machine file, asked.yaml, which the command reads
    files: tuple = ()  # further files: names and texts


def asks(topic, question, text, right, wrong=(), files=(), args="check asked.yaml"):
    return Case(topic, question, args, right, wrong, text, files)


def forces(limit, missing):
    return Case("forces", f"How much is missing at --max-force {limit}?", f"check designer.yaml --max-force {limit}",
                [rf"half: FAILS.*largest force: 143\.77 N, {limit} N allowed",
                 rf"force have {limit} need 4\.64[67] … 144 N {missing} missing"])


CASES = [
    Case("ranges of arms", "From where to where does z go?", "check arms.yaml --details",
         [r"z 68\.[01]\d* to 108\.6"], [r"z -"]),
    Case("import", "Are limits relative to home refused?", "import kinematics.hal relative.ini",
         [r"MIN_LIMIT is -5\.7466; must be .* write MIN_LIMIT = 24\.0001"]),
    Case("import", "Are limits from joint to joint imported?", "import kinematics.hal lengths.ini",
         [r"min: 24 max: 36"]),
    Case("import", "Is an offset that follows a signal named?", "import net.hal lengths.ini",
         [r"tool-offset is connected to a signal and is imported as 0"]),
    asks("import", "Is another module named?", "", [r"kinematics module is pumakins"],
         files=(("puma.hal", "loadrt pumakins\n"),), args="import puma.hal lengths.ini"),
    asks("import", "Are sourced files read?", "", [r"min: 24"], [r"warning"],
         files=(("outer.hal", "source kinematics.hal\n"),), args="import outer.hal lengths.ini"),
    asks("import", "Are pins at their defaults valid?", "",
         [r"36 of 36 joint coordinates .* keep the defaults", r"min: 24"],
         files=(("bare.hal", "loadrt genhexkins\n"),), args="import bare.hal lengths.ini"),
    forces(100, 44), forces(108, 36), forces(120, 24), forces(140, 4),
    Case("forces", "Do 145 N suffice?", "check designer.yaml --max-force 145", [r"half: HOLDS, proved"]),
    Case("forces", "What are the forces at home?", "check force.yaml --details",
         [r"forces at home in the legs 1 to 6: 18\.02, 18\.02"]),
    Case("bounds", "How large is the largest ball?", "scan lim1.yaml --map clearance,limit,effort --image none",
         [r"largest ball radius 0\.(39998|4\d*)", r"effort largest 20\.61 %"], [r"largest forces: \d"]),
    Case("bounds", "How far is the nearest limit at home?", "check lim1.yaml --details",
         [r"clearance at home 0\.38746 m \(all legs, shortest length\)"]),
    Case("bounds", "Does the ball depend on a limit that never binds?", "sweep sw1.yaml",
         [r"0,700,yes,no,[\d.]+,(0\.39[6-9]\d*|0\.4),.* 1,1000,\D+[\d.]+,\1,.* 2,3000,\D+[\d.]+,\1,"
          r".* 3,10000,\D+[\d.]+,\1,.* 4,100000,\D+[\d.]+,\1,"]),
    Case("assembly", "Is the other assembly found?", "check missed_120.yaml",
         [r"box: FAILS, the machine cannot get from home to x", r"pose inside: FAILS"]),
    Case("assembly", "Through the base?", "check other.yaml",
         [r"FAILS, the machine cannot get from home to x 0\.1, y 0, z -1 m",
         r"this pose is on the other side of the base"]),
    Case("assembly", "Where does travel meet singularities?", "check twice_13.yaml", [r"z m 0\.141146 .*singularity"]),
    Case("met positions", "Is home reachable?", "check fixed.yaml", [r"Home: x 0, y 0, z 200 mm"],
         [r"no reachable position was met"]),
    Case("met positions", "Why does the simulator not reach?", "check sim.yaml",
         [r"rod leg 1, rod too short by 34\.973 mm .*no rod length suits all poses: one leg needs at least 435 mm at "
          r"one pose, and one at most 424\.4 mm at another; arms of 111 mm, rods of 429\.9 mm, angle -82\.7 … 54\.03 "
          r"deg and arm joint 19\.45 deg suffice together, proved", r"no value helps while a rod does not reach"],
         [r"no reachable position was met", r"limit leg"]),
    Case("verdicts", "Which box is proved, and where is each end worst?", "check designer.yaml",
         [r"FAILS at x -60, y -60, z 460", r"also leg 6, shortest length: 315\.85 mm at x -60, y -60, z 340",
          r"the box is proved with all sides 0\.706 times as long: x -42\.36\d … 42\.36\d"]),
    asks("stiffness", "How stiff is the tool at home?", JOINTS + "legs: {min: 350, max: 550, stiffness: 1e6}\n" + HOME +
         "load: {force: [0, 0, -300]}\nrequirements: [{name: a, about: home, x: 20, stiffness: 1e5}, "
         "{name: b, about: home, x: 20, stiffness: 1e7}]\n",
         [r"stiffness of the tool at home in the softest direction: \d+ N/m", r"the load moves the tool at home by \d",
          r"a: HOLDS, proved", r"b: FAILS"], args="check asked.yaml --details"),
    asks("stiffness", "Is a limit on an unknown stiffness refused?", JOINTS + "legs: {min: 350, max: 550}\n" + HOME,
         [r"--min-stiffness: needs the stiffness of the legs"], args="check asked.yaml --min-stiffness 5"),
    Case("verdicts", "Which share of a load is carried?", "check designer.yaml --max-force 120",
         [r"load 0\.83\d of it is within the limits of forces everywhere, proved"]),
    asks("verdicts", "Is a word explained only where it appears?", JOINTS + LEGS + HOME +
         "requirements: [{name: a, z: [300, 600]}]\n", [r"a: FAILS"], [r"Clearance: how far"]),
    Case("notes", "Are a turned home and a turned frame explained?", "check up.yaml",
         [r"roll and yaw turn about the same axis", r"scan\.orientation: \{roll: 0, pitch: 90, yaw: 0\}"],
         [r"below the base"]),
    Case("notes", "Do crossing rods get a warning?", "check cross.yaml", [r"rods of legs 1 and 2 cross at home"]),
    Case("searches", "Is a conditioning far above the required one proved?", "check cond_k.yaml",
         [r"all six: HOLDS, proved", r"conditioning smallest 0\.07 … 0\.23\d* required 0\.07 ok"]),
    asks("searches", "Is a search that gave up no refusal?",
         (HERE / "cond_k.yaml").read_text().replace("conditioning: 0.07", "conditioning: 0.236"),
         [r"all six: OPEN, the proof gave up", r"smallest 0\S* … 0\.23\d* required 0\.236 not known", r"--effort 10"],
         [r": FAILS"]),
    Case("searches", "Are least sizes proved when put back?", "check sized_22.yaml", [r"b: HOLDS, proved"]),
    Case("searches", "Are least sizes proved when put back?", "check sized_111.yaml", [r"b: HOLDS, proved"]),
    Case("searches", "Which angles do arms in different turns need?", "check turns.yaml",
         [r"angle, leg 3 have -355 … -310 need -350\.5 … -329 deg",
         r"legs 1, 2, 4, 5 and 6 have -60 … 60 need 9\.554 … 30\.99"]),
    Case("searches", "Which angles do arms in one turn need?", "check turns0.yaml", [r"need 9\.554 … 30\.99 deg"]),
    Case("searches", "Are columns of searches that gave up marked?", "sweep columns_sweep.yaml",
         [r"gave up least_conditioning_in\.all six at once of 2 machines.*: the figures may be larger"]),
    Case("cures", "Is the cure a value that a file may have?", "check uni.yaml --at 0,0,560,100,0,0",
         [r"no platform\.universal\.ranges\[0\]\[0\] would do: the angle is beyond -90 deg"]),
    Case("cures", "How large is the mass?", "check z5.yaml",
         [r"mass in place of the load, the legs carry a mass of 75\.1[678] kg"]),
    Case("cures", "Along which direction does a sideways mass pull?", "check z6.yaml",
         [r"pulling along \[1, 0, 0\]"]),
    Case("cures", "Does a slider's zero change the findings?", "check sl0.yaml",
         [r"no fault found", r"z mm 13\.374 278\.374"],
         [r"Warning"]),
    Case("cures", "Does a slider's zero change the findings?", "check sl_130.yaml",
         [r"no fault found", r"z mm 13\.374 278\.374"], [r"Warning"]),
    asks("questions", "Is a box about home?", JOINTS + LEGS + HOME +
         "requirements: [{name: a, about: home, x: 30, y: [-10, 20], z: 10, yaw: [-4, 5]}]\n",
         [r"a: HOLDS.*x -30 … 30, y -10 … 20, z 390 … 410 mm; roll 0, pitch 0, yaw -4 … 5 deg"]),
    asks("questions", "Is a box without home named?",
         JOINTS + LEGS + HOME + "requirements: [{name: a, z: [-60, 60]}]\n",
         [r"does not contain home: z is -60 … 60 mm, home at 400; did you mean z 340 … 460\?"]),
    asks("questions", "Where is mid?", JOINTS + LEGS + "home: mid\n",
         [r"Home: x 0, y 0, z 398\.678", r"length 450 mm"]),
    asks("questions", "What is home by default?", JOINTS + "legs: {middle: 450, range: 100}\nload: {mass: 40}\n",
         [r"the file gives no home, so home is .*\(home: mid\): x 0, y 0, z 398\.678"]),
    asks("questions", "Do sides and distances of pairs do?",
         "name: s\nunits: {length: mm, angle: deg}\nbase: {side: 200, pair_distance: 60}\n"
         "platform: {side: 100, pair_distance: 40, azimuth: 60}\n" + "legs: {min: 150, max: 300}\n",
         [r"no fault found"]),
    asks("questions", "Do poses without a header do?",
         JOINTS + LEGS + HOME + "requirements: [{name: p, poses: p.csv}]\n",
         [r"p: HOLDS, proved asks for the 2 poses"], files=(("p.csv", "0,0,400,0,0,0\n1,2,410,0,1,0\n"),)),
    asks("questions", "Is a header shown where one is needed?",
         JOINTS + LEGS + HOME + "requirements: [{name: p, poses: p.csv}]\n",
         [r"has 3 numbers; a line must have the six x,y,z,roll,pitch,yaw"], files=(("p.csv", "0,0,400\n"),)),
    asks("questions", "Do quaternions and times do?",
         JOINTS + LEGS + HOME + "requirements: [{name: p, poses: p.csv}]\n",
         [r"p: HOLDS, proved asks for the 2 poses"],
         files=(("p.csv", "t,x,y,z,qw,qx,qy,qz\n0,0,0,400,1,0,0,0\n1,5,0,410,0.9990482,0.0436194,0,0\n"),)),
    asks("questions", "Does a machine hang from a turned base?",
         JOINTS.replace("base: {", "base: {at: {roll: 180, z: 800}, ") + LEGS + "tool: {roll: 180}\nhome: {z: 400}\n",
         [r"no fault found", r"length 451\.17 mm"]),
    Case("questions", "Which way do legs of an octahedron go?", "check octa.yaml",
         [r"All legs at home: length 249\.8 mm"]),
    asks("questions", "Is -q quiet?", JOINTS + LEGS + HOME, [], [r"volume", r"page"],
         args="scan asked.yaml -q --grid 11x11x3 --image none"),
    asks("questions", "Does new write a file and prove it?", "", [r"machine file: made\.yaml", r"job: HOLDS, proved"],
         args="new made.yaml"),
]
SMALL = "scan lim1.yaml --grid 31x31x5 --image none"
CASES += [
    asks("images", "Are x and y to scale?", (HERE / "lim1.yaml").read_text().split("scan:")[0],
         [r"1 slice of 1000 x 943 points", r"slice_000\.png"], args="scan asked.yaml --z 1.45 --image png"),
    Case("second scans", "Does the same scan keep other kinds of files?", f"{SMALL} --surface && {SMALL}",
         [r"files .*workspace\.stl"], [r"Removed"]),
    Case("second scans", "Does another scan remove them and say so?", f"{SMALL} --surface && {SMALL} --y -0.5:0.5",
         [r"Removed 4 files of an earlier run .*workspace\.stl"], [r"files .*workspace\.stl$"]),
    Case("second scans", "Does --keep refuse?", f"{SMALL} --surface && {SMALL} --y -0.5:0.5 --keep",
         [r"has files of an earlier run", r"files .*workspace\.stl"]),
    Case("summaries", "Does a scan print litres and its page?", SMALL,
         [r"volume [\d.]+ litres", r"page output/lim1/index\.html"], [r"not verified"]),
]
CASES += [asks("verdicts", f"Which rate do telescopic legs need, of {allowed}?", JOINTS + LEGS + HOME +
               f"requirements: [{{name: a, x: [-5, 5], rate: {allowed}}}]\n", [rf"rate have {allowed} need 1 {status}"])
          for allowed, status in ((2, "ok"), (0.5, r"0\.5 missing"))]
CASES += [asks("questions", f"Does azimuth: {word} do?", ARMS.replace("WORD", word), [r"Home: x 0, y 0, z 1\d\d"])
          for word in ("outward", "inward", "radial")]
CASES += [asks("questions", f"Does order: {word} do?", (HERE / "octa.yaml").read_text().replace(
    "azimuth: 60}", f"azimuth: 60, order: {word}}}"), [r"length 249\.8 mm"]) for word in ("left", "right")]

BARE = """name: bare
units: {length: mm, angle: deg}
base: {radius: 200, spread: 30}
platform: {radius: 150, spread: 30, azimuth: 60}
legs: {min: 200, max: 400}
"""
AT_250 = BARE + "home: {z: 250}\n"
GRID = ("scan: {x: {from: -100, to: 100, points: 3}, y: {from: -100, to: 100, points: 3}, "
        "z: {from: 50, to: 200, slices: 3}}")
TOUCHING = """name: touching
units: {length: mm, angle: deg}
base: {joints: [[200, 60, 0], [200, -60, 0], [-50, -200, 0], [-150, -150, 0], [-150, 150, 0], [-50, 200, 0]]}
platform: {joints: [[146, -12, 0], [146, 12, 0], [-104, -128, 0], [-60, -150, 0], [-60, 150, 0], [-104, 128, 0]]}
legs: {min: 150, max: 250}
home: {z: 120}
"""
# Lists of joints that fit leg by leg, to be swapped.
LISTED = """name: listed
units: {length: mm, angle: deg}
base: {joints: [BASE[-51.8, 193.2, 0], [-141.4, 141.4, 0], [-141.4, -141.4, 0], [-51.8, -193.2, 0]]}
platform:
  joints: [[106.1, -106.1, 0], [106.1, 106.1, 0], [38.8, 144.9, 0], [-144.9, 38.8, 0], [-144.9, -38.8, 0],
    [38.8, -144.9, 0]]
legs: {min: 150, max: 450}
home: {z: 250}
"""
# The slider machine of liujimu/PKM with rods that carry a load.
LOADED_SLIDERS = """name: loaded sliders
units: {length: mm, angle: deg}
base: {radius: 240, spread: 30, height: -190}
platform: {radius: 85, spread: 80, azimuth: 60}
legs: {kind: slider, rod: 260, rail: [0, 0, 1], travel: [-5, 260], max_force: 60}
load: {mass: 10}
home: {z: 100}
requirements: [{name: b, z: [-20, 200]}]
"""
SHORT_RODS = """name: short rods
units: {length: mm, angle: deg}
base: {radius: 240, spread: 30}
platform: {radius: 85, spread: 80, azimuth: 60}
legs: {kind: slider, rod: ROD, rail: [0, 0, 1], travel: [FROM, TO]}
load: {mass: 1}
home: {z: 100}
requirements: [{name: b, x: [-80, 80], z: [60, 140], roll: [-8, 8]}]
"""


def short_rods(rod, travel_from, travel_to):
    return SHORT_RODS.replace("ROD", rod).replace("FROM", travel_from).replace("TO", travel_to)


def sweeps(topic, question, machine, sweep, right, wrong=(), args="sweep sweep.yaml"):
    return asks(topic, question, machine, right, wrong, (("sweep.yaml", "machine: asked.yaml\n" + sweep),), args)


def scatters(question, more, right):
    """A sweep over the 72 numbers of a machine with sliders, and more."""
    numbers = "".join(f"{key}: {{normal: {deviation}}}, " for key, deviation in (
        ("base.joints", 0.1), ("platform.joints", 0.1), ("legs.rod", 0.1), ("legs.rail", 0.001), ("legs.travel", 0.1)))
    return sweeps("cures", question, (HERE / "sl0.yaml").read_text(),
                  f"tolerances: {{{numbers}{more}samples: 20, seed: 1}}\nmeasure: [conditioning_at_home]\n{GRID}\n",
                  right)


CASES += [
    Case("ranges of arms", "Do slices stay within one step of the workspace?",
         "scan arms.yaml --grid 21x21x41 --image none", [r"ranges .* z 66\.8 to 109\.9 mm"]),
    Case("ranges of rods", "From where to where does a simulator with rod ends go?", "check sim.yaml --details",
         [r"to half a percent: x -55\.\d+ to 75\.\d+, y -65\.\d+ to 65\.\d+, z 297\.\d+ to 470\.\d+ mm"]),
    Case("import", "Is a section named before LinuxCNC 2.8 named?", "import kinematics.hal axes.ini",
         [r"\[JOINT_0\] MIN_LIMIT is missing; .* under its name before LinuxCNC 2\.8, \[AXIS_0\] MIN_LIMIT"]),
    Case("import", "Is the second signal named, too?", "import net.hal lengths.ini",
         [r"net\.hal:38: genhexkins\.spindle-offset is connected to a signal and is imported as 0; .* setp "
          r"genhexkins\.spindle-offset VALUE"]),
    Case("forces", "Are both signs known without a limit?", "check designer.yaml",
         [r"force no limit given need -107\.1 … 245\.4 N largest found 245\.1 N, leg 3 at x -60, y -60, z 340 mm",
          r"a leg that is compressed has a positive force"]),
    Case("forces", "Are forces at home reported without a limit?", "check designer.yaml --details",
         [r"forces at home in the legs 1 to 6: 73\.13, 73\.13", r"requirement N mm conditioning 60mm12deg 245\.4 "]),
    asks("forces", "Are forces known where travels are too short?", LOADED_SLIDERS,
         [r"travel have -5 … 260 need -38\.43 … 181\.7 mm 33\.43 below missing "
          r"force have 60 need 20\.39 … 20\.4 N ok"],
         [r"not known"]),
    asks("forces", "Why are forces not known?", short_rods("200", "-300", "60"),
         [r"force no limit given need not known, a rod does not reach"]),
    asks("notes", "Does travel end at a singularity to be avoided?", AT_250 + "singularity: {avoid: true}\n",
         [r"yaw deg -90 90 singularity singularity"], [r"no limit in a full turn"]),
    asks("notes", "Is a singularity on the way named?", AT_250,
         [r"singular -90 90 In rows named singular, the platform crosses"]),
    asks("notes", "Which limits does home touch?", TOUCHING,
         [r"x ±0, y ±0, z ±0 mm; .*home touches .*leg 1, shortest length"]),
    asks("notes", "Are crossing legs a warning?", TOUCHING, [r"Warning: legs 1 and 2 cross at home"], [r"no fault"]),
    asks("notes", "Which leg does an index mean?", AT_250.replace("min: 200", "min: [200, 200, 500, 200, 200, 200]"),
         [r"legs\.min\[2\]: is above legs\.max\[2\]; must be at most 400 mm \(leg 3\)"]),
    sweeps("notes", "Is there a front where no machine meets a requirement?",
           AT_250 + "requirements: [{name: far, z: [250, 900]}]\n",
           f"vary: {{legs.max: [380, 390, 400]}}\nmeasure: [volume, requirements]\n{GRID}\n",
           [r"front none: no machine meets a requirement", r"nearest is machine 2: legs\.max 400 mm: 0 met"],
           [r"beats"]),
    sweeps("notes", "Do values tie that differ by rounding?", AT_250,
           "vary: {home.yaw: [-20, 20], home.y: [-13, 13]}\nmeasure: [conditioning_at_home]\n"
           f"front: {{maximize: [conditioning_at_home]}}\n{GRID}\n",
           [r"best 2 machines tie in conditioning_at_home", r"0,-20,-13,yes,,0\.26682551341\d+,yes",
            r"3,20,13,yes,,0\.26682551341\d+,yes"]),
    sweeps("verdicts", "How many machines meet every requirement, and how near is the nearest?",
           AT_250 + "requirements: [{name: far, z: [250, 500]}, {name: near, z: [250, 300]}]\n",
           f"vary: {{legs.max: [380, 390, 400]}}\nmeasure: [requirements]\n{GRID}\n",
           [r"no machine meets all 2 requirements; nearest is machine 2: legs\.max 400 mm: 1 met, 0\.0927 of the box "
            r"far is proved", r"none meets every requirement"]),
    sweeps("verdicts", "How many machines meet every requirement?",
           AT_250 + "requirements: [{name: near, z: [250, 300]}]\n",
           f"vary: {{legs.max: [300, 390, 400]}}\nmeasure: [requirements]\n{GRID}\n",
           [r"2 machines meet the requirement"]),
    asks("verdicts", "Are five that hold printed, and more counted?",
         AT_250 + "requirements: [" + "".join(f"{{name: r{k}, z: [250, 25{k}]}}, " for k in range(1, 7))
         + "{name: far, z: [250, 500]}]\n",
         [r"r5: HOLDS.* far: FAILS .* 1 more requirement holds, proved"], [r"r6: HOLDS"]),
    sweeps("searches", "Is the least conditioning in a box found with more effort?", (HERE / "cond_k.yaml").read_text(),
           "vary: {legs.rod: {add: [0]}}\nmeasure: [least_conditioning_in.all six]\n",
           [r"0,0,yes,,0\.23[1-3]\d*,"], [r"gave up"], args="sweep sweep.yaml --effort 50"),
    sweeps("searches", "Is the least clearance in a box exact to 1e-6?", (HERE / "cond_k.yaml").read_text(),
           "vary: {legs.rod: {add: [0]}}\nmeasure: [least_clearance_in.all six]\n",
           [r"0,0,yes,,0\.0015(1[2-9]|13[01])\d*,"], [r"gave up"]),
    asks("searches", "Does a pose agree with that least clearance?", (HERE / "cond_k.yaml").read_text().replace(
        "conditioning: 0.07", "clearance: 0.0596"), [r"smallest 0\.05957\d* required 0\.0596"]),
    scatters("Can 72 numbers scatter?", "", [r"machines 20, 0 of them impossible"]),
    scatters("Are 73 scattered numbers refused?", "home.x: {normal: 0.1}, ",
             [r"scatters 73 numbers; at most 72 are allowed"]),
    asks("cures", "Do the sizes that cure a simulator suffice in its file?", (HERE / "sim.yaml").read_text().replace(
        "arm: 100", "arm: 111").replace("rod: 400", "rod: 429.9").replace("[-60, 60]", "[-82.7, 54.03]").replace(
            "max_misalignment: 20", "max_misalignment: 19.45"), [r"travel: HOLDS, proved"]),
    asks("cures", "Which rods do sliders need?", short_rods("200", "-300", "60"), [r"rods need at least 234\.4 mm"]),
    asks("cures", "Do the sizes that cure sliders suffice in their file?", short_rods("271.3", "-203.6", "7.377"),
         [r"b: HOLDS, proved"]),
    asks("questions", "Does a mass alone make a load?", AT_250 + "load: {mass: 40}\n",
         [r"forces at home in the legs 1 to 6: 70\.67, 70\.67, 70\.67, 70\.67, 70\.67, 70\.67 N"],
         args="check asked.yaml --details"),
    asks("questions", "Is a place beside the workspace of mid refused?", BARE.replace("200, max: 400", "10, max: 50")
         + "home: mid\n", [r"home: is mid, but no pose was found above the base"]),
    asks("questions", "Is mid refused where the machine is singular?",
         BARE.replace("azimuth: 60", "azimuth: 0").replace("200, max", "300, max") + "home: mid\n",
         [r"home: is mid, but the machine is singular where all legs are at their middle"]),
    asks("questions", "Are frames turned and moved?", BARE.replace("spread: 30}", "spread: 30, at: {z: 100}}", 1)
         + "tool: {z: 20, roll: 0}\nhome: {z: 370}\n", [r"All legs at home: length 270\.26 mm"]),
    asks("questions", "Are six vectors as good as one?", JOINTS.replace(
        "axis: home", "axis: [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]]") + LEGS + HOME,
         [r"base joint 27\.553 deg; platform joint 27\.553 deg"]),
    asks("questions", "Is a missing order named?",
         (HERE / "octa.yaml").read_text().replace("azimuth: 60", "azimuth: 0"),
         [r"two leg orders are equally likely; give order: left"]),
    asks("questions", "Are arms that are not perpendicular to their radius noted?",
         ARMS.replace("WORD", "[10, -60, 130, 60, 250, 180]"),
         [r"Note: the arms of all legs are not perpendicular to the radius of their base joint"]),
    asks("questions", "Are two swapped joints noted?", LISTED.replace("BASE", "[193.2, 51.8, 0], [193.2, -51.8, 0], "),
         [r"Note: at home the legs are 270\.26 to 308\.25 mm long .* With platform joints 1 and 2 exchanged they would "
          r"be 270\.25 to 270\.26 mm long"], [r"Fault"]),
    asks("questions", "Are joints in their order left alone?",
         LISTED.replace("BASE", "[193.2, -51.8, 0], [193.2, 51.8, 0], "), [r"no fault found"], [r"exchanged they"]),
    asks("images", "Does a grid that the file gives keep its points?", AT_250, [r"3 slices of 21 x 11 points"],
         args="scan asked.yaml --grid 21x11x3 --image none"),
    Case("images", "Does the case study keep its points?", "scan --z 1.4 --image none",
         [r"1 slice of 1000 x 1000 points"]),
]
CASES += [asks("questions", f"Does axis: {word} do?", JOINTS.replace("axis: home", f"axis: {word}") + LEGS + HOME,
               [right])
          for word, right in (("up", r"base joint 27\.553 deg"), ("home", r"base joint 0 deg"),
                              ("down", r"leg 1 by 107\.45 deg"), ("radial", r"tilt 114\.22 deg"),
                              ("tangential", r"tilt 102\.34 deg"))]
CASES += [asks("questions", f"Which machine is order: {word}?", (HERE / "octa.yaml").read_text().replace(
    "azimuth: 60}", f"azimuth: 0, order: {word}}}").replace("max: 300", "max: 500"), [right])
          for word, right in (("left", r"length 205\.91, 320, 205\.91"), ("right", r"length 320, 205\.91, 320"))]


def answer_of(hexscan, case):
    with tempfile.TemporaryDirectory() as folder:
        for path in HERE.iterdir():
            if path.suffix in (".yaml", ".hal", ".ini"):
                shutil.copy(path, folder)
        relative = (HERE / "relative.ini").read_text(encoding="utf-8")
        lengths = relative.replace("-5.7466", "24").replace("6.2534", "36")
        (Path(folder) / "lengths.ini").write_text(lengths)
        (Path(folder) / "axes.ini").write_text(lengths.replace("[JOINT_", "[AXIS_"))
        for name, text in (("asked.yaml", case.text), *case.files):
            (Path(folder) / name).write_text(text)
        said = []
        for command in case.args.split(" && "):
            done = subprocess.run([hexscan, *command.split()], cwd=folder, capture_output=True, text=True, input="",
                                  check=False)
            said += [done.stdout, done.stderr]
        answer = " ".join(" ".join(said).split())
        left = sorted(path.name for path in Path(folder).glob("output/*/*"))
        tables = [path.read_text() for path in Path(folder).glob("output/*/designs.csv")]
    return f"{answer} files {' '.join(left)}" + "".join(" table " + " ".join(table.split()) for table in tables)


def main():
    hexscan, is_table = str(Path(sys.argv[1]).resolve()), "--table" in sys.argv
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    cases = [case for case in CASES if only in (None, case.topic)]
    failed = 0
    for case in cases:
        answer = answer_of(hexscan, case)
        faults = [f"misses {right}" for right in case.right if not re.search(right, answer)]
        faults += [f"has {wrong}" for wrong in case.wrong if re.search(wrong, answer)]
        failed += bool(faults)
        if is_table:
            met = next((m.group(0) for right in case.right if (m := re.search(right, answer))), answer[:100])
            print(f"| {case.topic} | {case.question} `{case.args}` | {met[:200]} | {'wrong' if faults else 'right'} |")
        for fault in faults:
            print(f"{case.topic}: {case.question} hexscan {case.args}: {fault}\n    {answer[:900]}")
    print(f"{len(cases)} cases, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
