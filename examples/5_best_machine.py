"""Which of many machines reaches most? usage: 5_best_machine.py FILE [--plot IMAGE]"""
import sys

import hexscan

table = hexscan.sweep(sys.argv[1])
best = table[table["volume_m3"].argmax()]
print(f"{len(table)} machines; number {best['machine']:.0f} reaches {best['volume_m3']:.6f} m^3")
if "--plot" in sys.argv:
    from matplotlib import pyplot
    figure, axes = pyplot.subplots()
    axes.bar(table["machine"], table["volume_m3"])
    axes.set(xlabel="machine", ylabel="volume (m³)")
    figure.savefig(sys.argv[-1])
