#pragma once

#include "kernels/host_device.h"
#include "kernels/shared/known.h"
#include "kernels/vec3.h"

/// Limits that legs share, at all orientations of a set. Orientations are grouped into cells, because one test often
/// decides a limit at all orientations of a cell.
namespace hexscan {

/// A cell of a tree of orientations. Parents come before their children, and a cell's descendants follow it.
struct OrientationCell {
    int orientation;  ///< the number of one of its orientations, near the middle
    int end;          ///< the number of the next cell that is not a descendant
    double turned;  ///< Upper bound on the norm of R - S, for the rotation matrices of that orientation (R) and of any
                    ///< other one (S). 0 if the cell has a single orientation.
};

/// Forms of one kind, at every orientation. A position must satisfy all of them.
template <class Form>
struct FormCells {
    const Form* forms;             ///< the forms of orientation 0 come first
    int per_orientation;           ///< number of forms of each orientation
    const OrientationCell* cells;  ///< a forest
    const int* roots;              ///< the numbers of its roots
    int count;                     ///< the number of roots, times the forms of each orientation
    int first_number;              ///< the number of the first form in the list of all limits that legs share

    /// The number of a form in the cell `cell`, at the cell's own orientation.
    HEXSCAN_HD_INLINE int form_number(const OrientationCell& cell, int slot) const {
        return cell.orientation * per_orientation + slot;
    }
    /// Root `k % roots` of the forest for each form of an orientation.
    HEXSCAN_HD_INLINE int root(int k) const { return roots[k / per_orientation]; }
    HEXSCAN_HD_INLINE int slot(int k) const { return k % per_orientation; }

    /// The knowledge about a form at the orientations of a cell, in a box of positions.
    HEXSCAN_HD_INLINE Known in_box(const OrientationCell& cell, int slot, const Vec3<double>& middle_m,
                                   const Vec3<double>& half_m) const {
        const Form& form = forms[form_number(cell, slot)];
        if constexpr (requires { form.in_box(middle_m, half_m, cell.turned); })
            return form.in_box(middle_m, half_m, cell.turned);
        else
            return form.in_box(middle_m, half_m);
    }
    /// The same for root number `k`.
    HEXSCAN_HD_INLINE Known in_box(int k, const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        return in_box(cells[root(k)], slot(k), middle_m, half_m);
    }
};

}  // namespace hexscan
