// Stage 9 of the case study. Changed: a thread tests eight neighbours and stores a byte, a bit for
// each. It teaches that the fastest byte is the one that is not sent: an eighth of the copy.
// Launch: <<<4 x 125 x 50, 32 x 8>>>, seven times. Rows must have a multiple of 8 columns.
//     nvcc -O3 -arch=native 09_packed_bits.cu && ./a.out
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

template <class Real> struct Scan {
    int columns, rows, slices;
    Real first[3], step[3];  // x, y, z of the first point, and the distances to the next one
    struct {                 // a leg at the scan's one orientation; joint 0 is at the base
        Real offset[3], axis[2][3], shortest, longest, least[2];  // metres; least elevations
        Real shortest_sq, longest_sq, cosine_sq[2];
    } legs[6];
    __host__ __device__ Real at(int k, int index) const { return first[k] + index * step[k]; }
};

template <class Real> Scan<Real> case_study(int columns, int rows, int slices) {
    Scan<Real> scan{columns, rows, slices, {Real(-0.9), Real(-0.9), Real(1.0)},
                    {Real(1.8 / (columns - 1)), Real(1.8 / (rows - 1)), Real(0.9 / (slices - 1))}};
    const int base[] = {350, 10, 110, 130, 230, 250}, platform[] = {310, 50, 70, 170, 190, 290};
    const double degree = std::acos(-1.0) / 180;
    const double cosine[] = {std::cos(33 * degree), std::cos(36 * degree)};
    for (int i = 0; i < 6; ++i) {
        const double a = base[i] * degree, b = platform[i] * degree;
        const double x = 0.7 * std::cos(b) - std::cos(a), y = 0.7 * std::sin(b) - std::sin(a);
        const double home = std::hypot(x, y, 1.45);  // both axes point along the leg at home
        const Real nx = Real(x / home), ny = Real(y / home), nz = Real(1.45 / home);
        scan.legs[i] = {{Real(x), Real(y), 0}, {{nx, ny, nz}, {nx, ny, nz}}, Real(1.2), Real(2.0),
                        {Real((90 - 33) * degree), Real((90 - 36) * degree)},
                        Real(1.2 * 1.2), Real(2.0 * 2.0), {Real(cosine[0] * cosine[0]),
                                                           Real(cosine[1] * cosine[1])}};
    }
    return scan;
}

template <class Real> __host__ __device__ Real dot(const Real* a, const Real* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void check(cudaError_t status) {
    if (status != cudaSuccess) std::printf("CUDA: %s\n", cudaGetErrorString(status)), std::exit(3);
}

constexpr int block_x = 32, block_y = 8, points_per_thread = 8;
__global__ void __launch_bounds__(block_x * block_y)
    test_points(const __grid_constant__ Scan<float> scan, unsigned char* verdicts, int first) {
    const int column = (blockIdx.x * block_x + threadIdx.x) * points_per_thread;
    const int row = blockIdx.y * block_y + threadIdx.y, slice = first + blockIdx.z;
    if (column >= scan.columns || row >= scan.rows) return;
    const float y = scan.at(1, row), z = scan.at(2, slice);
    unsigned mask = (1u << points_per_thread) - 1;  // bit k: point k is still reachable
#pragma unroll
    for (int i = 0; i < 6; ++i) {
        const auto& leg = scan.legs[i];
        const float ly = y + leg.offset[1], lz = z + leg.offset[2], yz_sq = ly * ly + lz * lz;
        const float e0 = leg.axis[0][1] * ly + leg.axis[0][2] * lz;  // the same along the row
        const float e1 = leg.axis[1][1] * ly + leg.axis[1][2] * lz;
#pragma unroll
        for (int k = 0; k < points_per_thread; ++k) {
            const float lx = scan.at(0, column + k) + leg.offset[0], q = lx * lx + yz_sq;
            const float d0 = leg.axis[0][0] * lx + e0, d1 = leg.axis[1][0] * lx + e1;
            const bool within = q >= leg.shortest_sq & q <= leg.longest_sq &
                                d0 * fabsf(d0) >= leg.cosine_sq[0] * q &
                                d1 * fabsf(d1) >= leg.cosine_sq[1] * q;
            if (!within) mask &= ~(1u << k);
        }
        if (mask == 0) break;
    }
    const std::size_t place = (std::size_t(slice) * scan.rows + row) * scan.columns + column;
    verdicts[place / 8] = mask;
}

cudaStream_t kernels, copies;
cudaEvent_t done;
void run(const Scan<float>& scan, unsigned char* device, unsigned char* host) {
    const std::size_t bytes = std::size_t(scan.columns) * scan.rows / 8;  // of a slice
    for (int s = 0; s < scan.slices; s += 50) {
        const int count = std::min(50, scan.slices - s);
        const dim3 block(block_x, block_y), grid((scan.columns - 1) / (8 * block_x) + 1,
                                                 (scan.rows - 1) / block_y + 1, count);
        test_points<<<grid, block, 0, kernels>>>(scan, device, s);
        check(cudaGetLastError());
        if (!host) continue;
        check(cudaEventRecord(done, kernels)), check(cudaStreamWaitEvent(copies, done));
        check(cudaMemcpyAsync(host + s * bytes, device + s * bytes, count * bytes,
                              cudaMemcpyDeviceToHost, copies));
    }
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

// The plain form, in double: metres to the nearest limit, below 0 beyond it.
double margin(const Scan<double>& scan, int column, int row, int slice) {
    const double x = scan.at(0, column), y = scan.at(1, row), z = scan.at(2, slice);
    const double cosine[] = {0.8386705679454240, 0.8090169943749474};  // of 33 and 36 degrees
    double nearest = 1;
    for (const auto& leg : scan.legs) {
        const double l[] = {x + leg.offset[0], y + leg.offset[1], z + leg.offset[2]};
        const double length = std::sqrt(dot(l, l));
        nearest = std::min({nearest, length - leg.shortest, leg.longest - length,
                            dot(l, leg.axis[0]) - cosine[0] * length,
                            dot(l, leg.axis[1]) - cosine[1] * length});
        if (nearest < 0) break;
    }
    return nearest;
}

int main(int count, char** words) {  // usage: a.out [COLUMNS ROWS SLICES [FILE FOR THE VERDICTS]]
    const auto size = [&](int k, int usual) { return count > k ? std::atoi(words[k]) : usual; };
    const int columns = size(1, 1000), rows = size(2, 1000), slices = size(3, 350);
    const auto scan = case_study<float>(columns, rows, slices);
    const auto exact = case_study<double>(columns, rows, slices);
    const unsigned points = columns * rows * slices, bytes = points / 8;
    unsigned char *device, *host;
    check(cudaMalloc(&device, bytes)), check(cudaMallocHost(&host, bytes));  // pinned
    check(cudaStreamCreate(&kernels)), check(cudaStreamCreate(&copies));
    check(cudaEventCreate(&done));
    const double kernel_ms = median_ms([&] { run(scan, device, nullptr); });
    const double total_ms = median_ms([&] { run(scan, device, host); });
    unsigned reachable = 0, differing = 0, close = 0;
    for (unsigned i = 0; i < points; ++i) {
        const double distance = margin(exact, i % columns, i / columns % rows, i / columns / rows);
        const bool verdict = host[i / 8] >> i % 8 & 1, differs = verdict != (distance >= 0);
        reachable += verdict, differing += differs, close += differs && std::fabs(distance) < 1e-5;
    }
    std::printf("stage 9: kernel %.3f ms, total %.3f ms; %u of %u points are reachable, "
                "%u verdicts differ from the CPU's, %u of them within 1e-5 m of a limit\n",
                kernel_ms, total_ms, reachable, points, differing, close);
    if (count > 4) std::fwrite(host, 1, bytes, std::fopen(words[4], "wb"));
    return differing == close ? 0 : 1;
}
