// Is this pose reachable, and if not, why? usage: 1_reachable FILE X Y Z ROLL PITCH YAW   (metres, radians)
#include <cstdio>
#include <cstdlib>

#include <hexscan/machine.h>

int main(int argc, char** argv) {
    if (argc != 8) {
        std::puts("usage: 1_reachable FILE X Y Z ROLL PITCH YAW");
        return 2;
    }
    const hexscan::Hexapod machine = hexscan::Hexapod::load(argv[1]);
    double n[6];
    for (int i = 0; i < 6; ++i) n[i] = std::atof(argv[2 + i]);
    const hexscan::PlatformPose pose{n[0], n[1], n[2], n[3], n[4], n[5]};
    const int limit = machine.why_not(pose);
    if (limit == 0)
        std::puts("reachable");
    else
        std::printf("not reachable: %s\n", machine.limit_names()[static_cast<std::size_t>(limit)].c_str());
    std::printf("clearance %.6f m\nlegs", machine.nearest_limit(pose).clearance_m);
    for (const double length_m : machine.joint_values(pose)) std::printf(" %.6f", length_m);
    std::puts("");
}
