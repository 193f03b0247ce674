// Stage 10 of the case study. It changes the algorithm, not the tuning: a row of points is solved,
// not visited. Only x changes along a row, so every limit of a leg is a quadratic in x, and the
// reachable columns are one interval minus at most six holes. Columns next to an end, which float
// leaves in doubt, are tested in double. So every verdict is that of double precision.
// A thread solves a row. A warp packs the runs of 32 rows and writes them to the host's memory, so
// nothing is copied. Launch: <<<5600, 64>>>, once; 2048 bytes of shared memory a block.
// For the machine of the case study only: its cones all leave a row at both ends.
//     nvcc -O3 -arch=native 10_closed_form_rows.cu && ./a.out
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// ---- The machine and the exact test ----

// Products and sums that are rounded one by one, so that CPU and GPU compute the same bits.
#ifdef __CUDA_ARCH__
__host__ __device__ inline double times(double a, double b) { return __dmul_rn(a, b); }
__host__ __device__ inline double plus(double a, double b) { return __dadd_rn(a, b); }
#else
__host__ __device__ inline double times(double a, double b) { return a * b; }
__host__ __device__ inline double plus(double a, double b) { return a + b; }
#endif

struct Leg {  // at the scan's one orientation, in metres; joint 0 is at the base, 1 at the platform
    double offset[3], axis[2][3], shortest_sq, longest_sq, cosine_sq[2];
    float zero_column;     // where the x of the leg vector is 0
    float inverse_a[2];    // 1 / A of each joint's A x^2 + 2 B x + C, below 0
};

struct Scan {
    int size[3];  // columns, rows, slices
    double first[3], last[3], step[3];
    float columns_per_m;
    Leg legs[6];
    __host__ __device__ double at(int k, int index) const {
        return index == size[k] - 1 ? last[k] : plus(first[k], times(index, step[k]));
    }
};

Scan case_study(int columns, int rows, int slices) {  // platforms/case-study.yaml
    Scan scan{{columns, rows, slices}, {-0.9, -0.9, 1.0}, {0.9, 0.9, 1.9}};
    for (int k = 0; k < 3; ++k) scan.step[k] = (scan.last[k] - scan.first[k]) / (scan.size[k] - 1);
    scan.columns_per_m = float(1 / scan.step[0]);
    const int base[] = {350, 10, 110, 130, 230, 250}, platform[] = {310, 50, 70, 170, 190, 290};
    const double degree = std::acos(-1.0) / 180;
    const double c = std::cos(33 * degree), d = std::cos(36 * degree);
    for (int i = 0; i < 6; ++i) {
        const double a = base[i] * degree, b = platform[i] * degree;
        const double x = 0.7 * std::cos(b) - std::cos(a), y = 0.7 * std::sin(b) - std::sin(a);
        const double home = std::hypot(x, y, 1.45);  // both axes point along the leg at home
        const double u = x / home, v = y / home, w = 1.45 / home;
        scan.legs[i] = {{x, y, 0}, {{u, v, w}, {u, v, w}}, 1.2 * 1.2, 2.0 * 2.0, {c * c, d * d},
                        float(-(scan.first[0] + x) / scan.step[0]),
                        {float(1 / (u * u - c * c)), float(1 / (u * u - d * d))}};
    }
    return scan;
}

// The plain form, in double. d / L >= c is d |d| >= c |c| L^2: no root and no arcsine. Few columns
// need it on the GPU. Inlined, it would cost every row its registers.
__host__ __device__ __noinline__ bool reachable(const Scan& scan, int column, int row, int slice) {
    const double x = scan.at(0, column), y = scan.at(1, row), z = scan.at(2, slice);
    for (const Leg& leg : scan.legs) {
        const double l[] = {plus(x, leg.offset[0]), plus(y, leg.offset[1]), plus(z, leg.offset[2])};
        const double q = plus(times(l[0], l[0]), plus(times(l[1], l[1]), times(l[2], l[2])));
        if (q < leg.shortest_sq || q > leg.longest_sq) return false;
        for (int j = 0; j < 2; ++j) {
            const double* const n = leg.axis[j];
            const double d = plus(times(n[0], l[0]), plus(times(n[1], l[1]), times(n[2], l[2])));
            if (times(d, std::fabs(d)) < times(leg.cosine_sq[j], q)) return false;
        }
    }
    return true;
}

// ---- One row in closed form ----

// A root has at most 16 roundings of float, of columns that are at most 1400 from the zero column:
// 0.0014 columns. The slack is ten times as much.
constexpr float slack = 1 / 64.0f;
// A row only grazes a limit if the radicand (m^2) is this small. The host then tests its points.
constexpr float grazing = 1e-10f;

struct Row {  // an interval, in columns; columns strictly between the ends of a hole are lost
    float low, high, hole_low[6], hole_high[6];
    bool undecided;
};

__device__ float root(float x) {
    asm("sqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
}

// Within a cone: A x^2 + 2 B x + C >= 0, on the side of the axis.
__device__ void keep_cone(const Leg& leg, int j, double ly, double lz, float per_m, Row& row) {
    const double* const n = leg.axis[j];
    const double e = n[1] * ly + n[2] * lz, yz_sq = ly * ly + lz * lz, cosine_sq = leg.cosine_sq[j];
    const double a = n[0] * n[0] - cosine_sq;
    const float c = float(e * e - cosine_sq * yz_sq), b = float(n[0]) * float(e);
    const float radicand = float(cosine_sq * (e * e + a * yz_sq));  // B^2 - A C
    const float r = root(fmaxf(radicand, grazing)), sum = b >= 0 ? -(b + r) : r - b;
    const float one = leg.zero_column + sum * leg.inverse_a[j] * per_m;
    const float other = leg.zero_column + __fdividef(c, sum) * per_m;
    row.low = fmaxf(row.low, fminf(one, other));
    row.high = radicand < 0 || e < 0 ? -1e30f : fminf(row.high, fmaxf(one, other));
    row.undecided |= !(fabsf(radicand) > grazing);
}

__device__ Row solve(const Scan& scan, double y, double z) {
    Row row{-0.5f, scan.size[0] - 0.5f};
    for (int i = 0; i < 6; ++i) row.hole_low[i] = 1e30f, row.hole_high[i] = -1e30f;
    const float per_m = scan.columns_per_m;
#pragma unroll
    for (int i = 0; i < 6; ++i) {
        const Leg& leg = scan.legs[i];
        const double ly = y + leg.offset[1], lz = z + leg.offset[2], yz_sq = ly * ly + lz * lz;
        const float longest = float(leg.longest_sq - yz_sq);
        const float half = root(fmaxf(longest, grazing)) * per_m;
        row.low = fmaxf(row.low, leg.zero_column - half);
        row.high = longest < 0 ? -1e30f : fminf(row.high, leg.zero_column + half);
        row.undecided |= !(fabsf(longest) > grazing);
        if (row.high - row.low < -2 * slack) break;
        const float shortest = float(leg.shortest_sq - yz_sq);
        const float hole = root(fmaxf(shortest, grazing)) * per_m;
        if (shortest >= 0) row.hole_low[i] = leg.zero_column - hole;
        row.hole_high[i] = leg.zero_column + hole;
        row.undecided |= !(fabsf(shortest) > grazing);
        for (int j = 0; j < 2; ++j) keep_cone(leg, j, ly, lz, per_m, row);
    }
    return row;
}

struct Columns {  // first ... last without the holes, in whole columns
    int first, last, hole_first[6], hole_last[6];
};

// Rounds ends to columns. The exact test decides the columns within the slack of an end.
__device__ Columns to_columns(const Scan& scan, const Row& row, int index, int slice) {
    Columns columns{0, -1};
    if (row.undecided || row.high - row.low < -2 * slack) return columns;
    const auto within = [&](int column) { return reachable(scan, column, index, slice); };
    int &first = columns.first, &last = columns.last;
    first = int(ceilf(row.low - slack)), last = int(floorf(row.high + slack));
    while (first < row.low + slack && first <= last && !within(first)) ++first;
    while (last > row.high - slack && first <= last && !within(last)) --last;
#pragma unroll
    for (int i = 0; i < 6; ++i) {
        int &from = columns.hole_first[i] = 0, &to = columns.hole_last[i] = -1;
        if (row.hole_low[i] > last + 1 || row.hole_high[i] < first - 1) continue;
        const float low = fmaxf(row.hole_low[i], first - 1);
        const float high = fminf(row.hole_high[i], last + 1);
        const auto certain = [=](int c) { return c < first || c > last; };  // beyond the interval
        from = int(ceilf(low - slack)), to = int(floorf(high + slack));
        while (from < low + slack && !certain(from) && within(from)) ++from;
        while (to > high - slack && !certain(to) && within(to)) --to;
    }
    return columns;
}

// Calls emit(first, last) for every run of the row, in order, and returns their number.
template <class Emit> __device__ int for_each_run(const Columns& row, Emit emit) {
    int runs = 0, start = row.first;
    while (start <= row.last) {
        int next = start, end = row.last;
        for (int i = 0; i < 6; ++i) {
            if (row.hole_first[i] > row.hole_last[i]) continue;
            if (row.hole_first[i] > start) end = min(end, row.hole_first[i] - 1);
            else next = max(next, row.hole_last[i] + 1);
        }
        if (next == start) emit(start, end), ++runs, next = end + 1;
        start = next;
    }
    return runs;
}

// ---- The kernel: 32 rows a warp ----

constexpr int warps = 2, lanes = 32, most_runs = 7;
constexpr std::uint8_t left_to_host = 255;

struct Run {
    std::uint16_t first, last;
};

struct alignas(128) Segment {  // what a warp sends: only the bytes up to the last run
    std::uint8_t counts[lanes];  // of runs in a row
    Run runs[lanes * most_runs];
};

__global__ void __launch_bounds__(warps * lanes)
    solve_rows(const __grid_constant__ Scan scan, Segment* segments) {
    __shared__ Segment packed_segments[warps];
    const int per_slice = (scan.size[1] + lanes - 1) / lanes, lane = threadIdx.x % lanes;
    const int segment = blockIdx.x * warps + threadIdx.x / lanes;
    if (segment >= per_slice * scan.size[2]) return;
    Segment& packed = packed_segments[threadIdx.x / lanes];

    const int row = segment % per_slice * lanes + lane, slice = segment / per_slice;
    Columns columns{0, -1};
    bool left = false;
    if (row < scan.size[1]) {
        const double y = scan.at(1, row), z = scan.at(2, slice);
        const Row solved = solve(scan, y, z);
        left = solved.undecided;
        columns = to_columns(scan, solved, row, slice);
    }

    // The sum of the counts of the lanes up to this one says where its runs begin.
    const int count = for_each_run(columns, [](int, int) {});
    int end = count;
    for (int distance = 1; distance < lanes; distance *= 2) {
        const int below = __shfl_up_sync(~0u, end, distance);
        if (lane >= distance) end += below;
    }
    packed.counts[lane] = left ? left_to_host : count;
    int place = end - count;
    for_each_run(columns, [&](int first, int last) {
        packed.runs[place++] = {std::uint16_t(first), std::uint16_t(last)};
    });
    __syncwarp();

    // Lanes write 16 bytes each, in whole sectors of 32.
    const int bytes = lanes + __shfl_sync(~0u, end, lanes - 1) * int(sizeof(Run));
    for (int k = lane; k < (bytes + 31) / 32 * 2; k += lanes)
        reinterpret_cast<uint4*>(segments + segment)[k] = reinterpret_cast<uint4*>(&packed)[k];
}

// ---- The host ----

void check(cudaError_t status) {
    if (status != cudaSuccess) std::printf("CUDA: %s\n", cudaGetErrorString(status)), std::exit(3);
}

template <class Work> double median_ms(Work work) {  // until the GPU has done the work
    using Clock = std::chrono::steady_clock;
    double ms[26];  // 5 runs to warm up, then 21
    for (double& taken : ms) {
        const auto begin = Clock::now();
        work();
        check(cudaDeviceSynchronize());
        taken = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }
    std::sort(ms + 5, ms + 26);
    return ms[15];
}

// Writes a byte per point, and decides the rows that the GPU left.
void decode(const Scan& scan, const Segment* segments, std::uint8_t* verdicts) {
    const int columns = scan.size[0], rows = scan.size[1];
    for (int s = 0; s < scan.size[2]; ++s)
        for (int first = 0; first < rows; first += lanes, ++segments) {
            const Run* run = segments->runs;
            for (int r = first; r < std::min(first + lanes, rows); ++r, verdicts += columns) {
                std::memset(verdicts, 0, columns);
                const int count = segments->counts[r - first];
                for (int k = 0; k < count && count != left_to_host; ++k, ++run)
                    std::memset(verdicts + run->first, 1, run->last - run->first + 1);
                for (int c = 0; c < columns && count == left_to_host; ++c)
                    verdicts[c] = reachable(scan, c, r, s);
            }
        }
}

int main(int count, char** words) {  // usage: a.out [COLUMNS ROWS SLICES [FILE FOR THE VERDICTS]]
    const auto size = [&](int k, int usual) { return count > k ? std::atoi(words[k]) : usual; };
    const int columns = size(1, 1000), rows = size(2, 1000), slices = size(3, 350);
    const Scan scan = case_study(columns, rows, slices);
    const unsigned points = columns * rows * slices, segments = (rows + lanes - 1) / lanes * slices;
    Segment *device, *host;
    check(cudaMalloc(&device, segments * sizeof(Segment)));
    check(cudaMallocHost(&host, segments * sizeof(Segment)));  // the GPU writes to it directly

    const auto launch = [&](Segment* target) {
        solve_rows<<<(segments + warps - 1) / warps, warps * lanes>>>(scan, target);
        check(cudaGetLastError());
    };
    const double total_ms = median_ms([&] { launch(host); });
    const double kernels_ms = median_ms([&] {  // one kernel is too short to be timed alone
        for (int k = 0; k < 50; ++k) launch(device);
    });

    std::uint8_t* const verdicts = new std::uint8_t[points];
    decode(scan, host, verdicts);
    unsigned found = 0, differing = 0;
    for (unsigned i = 0; i < points; ++i) {
        const bool exact = reachable(scan, i % columns, i / columns % rows, i / columns / rows);
        found += verdicts[i], differing += verdicts[i] != exact;
    }
    std::printf("stage 10: kernel %.4f ms, total %.4f ms; %u of %u points are reachable, "
                "%u verdicts differ from the CPU's\n",
                kernels_ms / 50, total_ms, found, points, differing);
    if (count > 4) std::fwrite(verdicts, 1, points, std::fopen(words[4], "wb"));
    return differing == 0 ? 0 : 1;
}
