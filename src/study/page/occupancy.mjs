// Occupancy of a multiprocessor with blocks of one kernel: hexscan's own model, src/study/occupancy_model.cpp, with the
// limits that the program exports. A test compares it with the program's model on random kernels.

const divideUp = (value, unit) => Math.ceil(value / unit);
const roundUp = (value, unit) => divideUp(value, unit) * unit;
const roundDown = (value, unit) => Math.floor(value / unit) * unit;

/** The reason why a single block cannot launch at all, or an empty string. */
function launchObstacle(kernel, limits, shared) {
    if (kernel.threads_per_block > shared.max_threads_per_block)
        return `threads: at most ${shared.max_threads_per_block} per block`;
    if (kernel.registers_per_thread > limits.registers_per_thread)
        return `registers: at most ${limits.registers_per_thread} per thread`;
    if (kernel.static_shared_bytes > shared.max_static_shared_bytes)
        return `shared memory: at most ${shared.max_static_shared_bytes} B per block`;
    return "";
}

/** The number of blocks that each resource alone allows on one multiprocessor; Infinity if the kernel uses none. */
function blockLimits(kernel, limits, shared) {
    const warps = divideUp(kernel.threads_per_block, shared.warp_size);
    const registersPerWarp = roundUp(kernel.registers_per_thread * shared.warp_size, limits.register_unit);
    const checkedAtLaunch = registersPerWarp * roundUp(warps, limits.launch_granularity);
    const byRegisters = () => {
        if (registersPerWarp === 0) return Infinity;
        if (checkedAtLaunch > limits.registers_per_block) return 0;
        return Math.floor(roundDown(Math.floor(limits.registers / registersPerWarp), limits.warp_granularity) / warps);
    };
    const bytes = roundUp(kernel.static_shared_bytes + limits.reserved_shared_bytes, limits.shared_unit_bytes);
    return { registers: byRegisters(),
             "shared memory": bytes === 0 ? Infinity : Math.floor(limits.shared_bytes / bytes),
             warps: Math.floor(limits.max_warps / warps), blocks: limits.max_blocks };
}

/**
 * Occupancy of {threads_per_block, registers_per_thread, static_shared_bytes} under the limits of a capability and
 * the common limits. Returns {blocks, warps, maxWarps, percent, limiter}. With 0 blocks the limiter is the reason.
 */
export function occupancy(kernel, limits, shared) {
    const result = (blocks, limiter) => {
        const warps = blocks * divideUp(kernel.threads_per_block, shared.warp_size);
        return { blocks, warps, maxWarps: limits.max_warps, percent: 100 * warps / limits.max_warps, limiter };
    };
    const obstacle = launchObstacle(kernel, limits, shared);
    if (obstacle) return result(0, obstacle);
    const blocks = blockLimits(kernel, limits, shared), fewest = Math.min(...Object.values(blocks));
    if (fewest === 0) return result(0, `registers: at most ${limits.registers_per_block} per block`);
    return result(fewest, Object.keys(blocks).filter((name) => blocks[name] === fewest).join(", "));
}
