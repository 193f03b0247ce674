#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/shared/known.h"
#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Limits that legs share: of two legs that must not touch, of the machine as a whole. Each is one file, as
/// legs_apart.cpp, and a word in shared_limit.cpp; machines that ask for none have none.
namespace hexscan {

struct Machine;
struct LimitForm;

/// Positions along x, y and z kept, in metres.
struct PositionRow {
    double from_m, to_m;
    double y_m, z_m;
    double step_m;  ///< places so near to each other need not be told apart

    Vector at(double x_m) const { return {x_m, y_m, z_m}; }
};

/// What is known of a part of a row: from the end of the one before it to here.
struct KnownPiece {
    double to_m;
    Known known;
};

/// A shared limit at one orientation of the platform: an exact test and a clearance of a position, which is all that
/// scans need to know of it (src/engines/cut_engine.h). One that can tell more of a box or of a row is scanned faster.
class PosedSharedLimit {
public:
    virtual ~PosedSharedLimit() = default;

    /// THE reference test, in double.
    virtual bool keeps(const Vector& position_m) const = 0;
    /// Positive where it is kept; no position nearer than its magnitude has the other verdict. A lower bound.
    virtual double clearance_m(const Vector& position_m) const = 0;
    /// Where the clearance is above, roundings are less than it, for positions so far from the origin at most.
    virtual double doubt_m(double longest_m) const = 0;
    /// What it asks there and what it allows.
    virtual LimitState state(const Vector& position_m) const = 0;

    /// Of the positions between two corners; `doubt_m` is that of the farthest of them at least. As the clearance of
    /// their middle has it.
    virtual Known in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const;
    /// Appends pieces from the row's beginning to its end. What is known is the reference test's verdict at every
    /// double of the piece. One piece of which nothing is known.
    virtual void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const;

    /// What kernels know it by (kernels/shared/limit_form.h), for positions no farther than that from a middle. Nothing
    /// of one that the host alone can tell.
    virtual std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const;
};

using PosedSharedLimits = std::vector<std::shared_ptr<const PosedSharedLimit>>;

/// Kinds of limits that one file has: how many rows of the table they are for a machine and, where there are some,
/// what these are, in one order. Numbers count from the first of them.
struct SharedLimitKinds {
    std::size_t (*count)(const Machine& machine);
    void (*append_rows)(const Machine& machine, LimitTable& table);
    /// The limits at an orientation.
    void (*append_posed)(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits);
    /// Of that number need not be kept any more; its row stays.
    void (*free)(Machine& machine, std::size_t number);
    /// The machine asks for none of them.
    void (*remove)(Machine& machine);
};

/// One that need not be kept; always the same one.
std::shared_ptr<const PosedSharedLimit> freed_limit();

/// Of a machine, in the order of its table's rows behind those of the legs.
PosedSharedLimits posed_shared_limits(const Machine& machine, const Rotation& turned);

bool has_shared_limits(const Machine& machine);

/// What files say of them, for those who refuse them.
inline constexpr std::string_view shared_limit_keys =
    "legs.diameter with what stands in the way, legs.max_force, legs.max_torque, singularity";

/// Behind the legs' rows those of the limits that the machine has.
void append_shared_limits(const Machine& machine, LimitTable& table);

/// The machine without that shared limit, the first being number 0; its row stays.
void free_shared_limit(Machine& machine, std::size_t number);

/// The machine with the limits of its legs alone.
Machine with_legs_limits_alone(Machine machine);

}  // namespace hexscan
