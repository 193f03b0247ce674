#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/shared/known.h"
#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Limits on more than one leg: gaps between legs, and limits on the whole machine. Each sort is one source file, such
/// as legs_apart.cpp, and an entry in shared_limit.cpp. A machine has only the limits that its file gives.
namespace hexscan {

struct Machine;
struct LimitForm;
struct ClearanceForm;

/// A row of positions along x, at constant y and z, in metres.
struct PositionRow {
    double from_m, to_m;
    double y_m, z_m;
    double step_m;  ///< closer positions need not be distinguished

    Vector at(double x_m) const { return {x_m, y_m, z_m}; }
};

/// Positions along x, at constant y and z, in metres.
struct RowPositions {
    std::span<const double> x_m;
    double y_m, z_m;

    Vector at(std::size_t index) const { return {x_m[index], y_m, z_m}; }
};

/// A part of a row whose verdict is known or unknown as a whole. It reaches from the end of the previous piece to
/// `to_m`.
struct KnownPiece {
    double to_m;
    Known known;
};

/// A shared limit at one orientation of the platform: an exact test and a clearance for any position. This is all that
/// scans require (src/engines/cut_engine.cpp). Limits that can also decide a whole box or row at once are scanned
/// faster.
class PosedSharedLimit {
public:
    virtual ~PosedSharedLimit() = default;

    /// The reference test, in double.
    virtual bool keeps(const Vector& position_m) const = 0;
    /// A signed lower bound on the clearance: positive where the limit is satisfied. All positions closer than its
    /// magnitude have the same verdict.
    virtual double clearance_m(const Vector& position_m) const = 0;
    /// Upper bound on the rounding error of a clearance, for positions at most `longest_m` from the origin. A clearance
    /// of larger magnitude has the correct sign.
    virtual double doubt_m(double longest_m) const = 0;
    /// The limit's value at the position, and the allowed value.
    virtual LimitState state(const Vector& position_m) const = 0;

    /// The verdict for all positions between two corners, if all have the same verdict. `doubt_m` must be at least
    /// doubt_m() for the farthest position. The default uses the clearance at the box's middle.
    virtual Known in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const;
    /// Appends pieces that cover the whole row. In a known piece, every double has the verdict of the reference test.
    /// The default appends one unknown piece.
    virtual void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const;
    /// Sets `kept` to the reference test's verdicts, 0 or 1. Returns false, and sets nothing, if pieces and clearances
    /// are faster.
    virtual bool keep_row(const RowPositions&, std::span<std::uint8_t>) const { return false; }

    /// The limit's numbers for kernels (kernels/shared/limit_form.h), valid for positions at most `farthest_m` from
    /// `middle_m`. Returns nullopt for a limit that every position satisfies.
    virtual std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const = 0;
    /// The limit's numbers for kernels that compute clearances (kernels/shared/clearance_form.h). Returns nullopt for a
    /// limit that every position satisfies.
    virtual std::optional<ClearanceForm> clearance_form() const = 0;
};

using PosedSharedLimits = std::vector<std::shared_ptr<const PosedSharedLimit>>;

/// The limits that one source file defines. All functions use the same order, and limit numbers count from the first
/// limit of the file. `count` returns how many rows of the table a machine has. If it is 0, only `remove` may be
/// called.
struct SharedLimitKinds {
    std::size_t (*count)(const Machine& machine);
    void (*append_rows)(const Machine& machine, LimitTable& table);
    /// Appends the limits at one orientation.
    void (*append_posed)(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits);
    /// Disables limit `number` but keeps its row in the table.
    void (*free)(Machine& machine, std::size_t number);
    /// Removes all of these limits from the machine.
    void (*remove)(Machine& machine);
};

/// A disabled limit, which is always satisfied. Returns a shared instance.
std::shared_ptr<const PosedSharedLimit> freed_limit();

/// The shared limits of a machine, in the order of their rows. In the table these rows follow the legs' own.
PosedSharedLimits posed_shared_limits(const Machine& machine, const Rotation& turned);

bool has_shared_limits(const Machine& machine);

/// The keys of shared limits in files, for messages that reject them.
inline constexpr std::string_view shared_limit_keys =
    "legs.diameter, base.plate, platform.plate, keep_out, legs.max_force, legs.max_torque, legs.min_stiffness, "
    "singularity";

/// Appends the machine's shared limits to `table`, after the legs' own.
void append_shared_limits(const Machine& machine, LimitTable& table);

/// Disables shared limit `number`, counted from 0, but keeps its row in the table.
void free_shared_limit(Machine& machine, std::size_t number);

/// Returns the machine without its shared limits.
Machine with_legs_limits_alone(Machine machine);

}  // namespace hexscan
