// Does a machine do its job? Proved, or refuted by a pose. usage: 3_proved_box FILE
#include <cstdio>

#include <hexscan/check.h>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: 3_proved_box FILE");
        return 2;
    }
    using hexscan::Verdict;
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argv[1]);
    for (const double half_width_m : {0.05, 0.5, 0.9}) {
        const hexscan::PoseRange box{{-half_width_m, -0.05, 1.4, -0.05, 0, 0}, {half_width_m, 0.05, 1.5, 0.05, 0, 0}};
        const hexscan::ProofResult proof = hexscan::prove(machine, box, 0.01);
        const char* const words = proof.verdict == Verdict::proved     ? "proved"
                                  : proof.verdict == Verdict::violated ? "violated"
                                                                       : "undecided";
        std::printf("x up to %.2f m: %s, %s\n", half_width_m, words, proof.least.limit_name.c_str());
        if (proof.verdict == Verdict::violated)
            std::printf("  reachable there: %s\n", machine.reachable(proof.least_at) ? "True" : "False");
    }
}
