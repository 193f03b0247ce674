"""Which of many machines reaches most? usage: best_machine.py FILE"""
import sys

import hexscan

table = hexscan.sweep(sys.argv[1])
best = table[table["volume_m3"].argmax()]
print(f"{len(table)} machines; number {best['machine']:.0f} reaches {best['volume_m3']:.6f} m^3")
