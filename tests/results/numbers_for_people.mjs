// Tests how the page writes numbers: digits, groups, ticks and units.
import assert from "assert";

import { Units, decimalsFor, fixed, grouped, significant, ticks } from "../../src/results/page/units.mjs";

/** Throws if a number is written in another way. */
export function checkNumbersForPeople() {
    assert.deepStrictEqual([1234.5678, -0.00012345, 0, 1e-30, 5e6, NaN].map((value) => significant(value, 3)),
                           ["1230", "-0.000123", "0", "0", "5000000", "-"]);
    assert.strictEqual(significant(0.5000001, 3), "0.5");
    assert.strictEqual(fixed(-0.00001, 3), "0.000");
    assert.strictEqual(fixed(123456.7, -1), "123457");
    assert.strictEqual(fixed(-0.4, -3), "0");
    assert.strictEqual(grouped(1234567), "1\u202f234\u202f567");
    assert.strictEqual(grouped(123), "123");
    assert.strictEqual(decimalsFor(0.0018), 4);
    assert.strictEqual(decimalsFor(25), 0);
    assert.deepStrictEqual(ticks(-0.9, 0.9, 5).map((value) => fixed(value, 1)), ["-0.5", "0.0", "0.5"]);
    assert.deepStrictEqual(ticks(3, 3, 5), [3]);
    const units = new Units({ length: "mm", metres: 0.001, angle: "deg", radians: Math.PI / 180 });
    assert.strictEqual(units.lengthText(1.23456789), "1234.6 mm");
    assert.strictEqual(units.angleText(Math.PI / 6), "30°");
    assert.deepStrictEqual(units.ofMap(0.25, "m"), { value: 250, unit: "mm" });
    assert.deepStrictEqual(units.ofMap(0.25, ""), { value: 0.25, unit: "" });
}
