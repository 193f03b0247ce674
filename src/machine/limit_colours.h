#pragma once

#include <array>
#include <cstdint>

#include "kernels/scan_geometry.h"

/// The colours of limits. The hue shows the kind of limit, and the lightness shows the leg. The first four hues are
/// those of telescopic legs with tilting joints. The smallest difference between any two of their 24 colours
/// (CIEDE2000) is as large as possible, for normal and colour-blind vision. tests/results/page_modules_test.mjs
/// requires at least 10.
namespace hexscan::limit_colours {

using OfLegs = std::array<std::uint32_t, leg_count>;

inline constexpr OfLegs violet{0x432b76, 0x4400d6, 0x8549f5, 0x907fb1, 0x9190ff, 0xcac0fe};
inline constexpr OfLegs pink{0x421538, 0x5f4353, 0x934d84, 0x9a7885, 0xce9dbb, 0xfdd6ea};
inline constexpr OfLegs green{0x123020, 0x325d3f, 0x538257, 0x3eb070, 0xa3c4ac, 0xcdffd9};
inline constexpr OfLegs yellow{0x343d00, 0x616303, 0x788900, 0xb3b005, 0xd8dc8c, 0xddfe14};
inline constexpr OfLegs orange{0x4a1800, 0x7a3400, 0xb04a00, 0xe06a10, 0xf79a4d, 0xffcf9f};
inline constexpr OfLegs cyan{0x002f3a, 0x00566a, 0x00829c, 0x22aac6, 0x6fd0e3, 0xb8f1fb};

/// Colours of shared limits. Gaps between legs are red, with the shade of the pair's first leg. Gaps to obstacles are
/// mauve, with the shade of the leg. Limits of the whole machine are grey. Forces of legs are blue. Torques of motors
/// and rates of joints are brown.
inline constexpr OfLegs red{0x4a0008, 0x7d0014, 0xb3001f, 0xe23a45, 0xf58a8c, 0xffcdcb};
inline constexpr OfLegs mauve{0x2a2030, 0x463650, 0x64506f, 0x85708f, 0xab98b3, 0xd8cbdd};
inline constexpr OfLegs dark_grey{0x5a5a5a, 0x5a5a5a, 0x5a5a5a, 0x5a5a5a, 0x5a5a5a, 0x5a5a5a};
inline constexpr OfLegs middle_grey{0x808080, 0x808080, 0x808080, 0x808080, 0x808080, 0x808080};
inline constexpr OfLegs light_grey{0xa8a8a8, 0xa8a8a8, 0xa8a8a8, 0xa8a8a8, 0xa8a8a8, 0xa8a8a8};
inline constexpr OfLegs blue{0x04163d, 0x0b2f78, 0x1350b8, 0x3f7fe8, 0x86aef7, 0xc3d8ff};
inline constexpr OfLegs brown{0x2b1b10, 0x4c3320, 0x715036, 0x987356, 0xbf9e84, 0xe6d0bd};

}  // namespace hexscan::limit_colours
