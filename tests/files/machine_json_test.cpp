#include "src/files/machine_json.h"

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/files/request_json.h"
#include "src/scan/platform.h"
#include "tests/support/random/random_platform.h"

namespace hexscan {
namespace {

/// A machine and its scan read back from a record are the same, to the last bit.
TEST(MachineJson, ReadsBackTheSame) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Platform platform = hexscan_test::random_platform(seed);
        const nlohmann::json machine = parsed_json(json_text(machine_json(platform.machine)));
        const nlohmann::json request = parsed_json(json_text(request_json(platform.scan)));
        const Machine same = machine_from_json(JsonField(machine, "record"));
        EXPECT_EQ(machine_json(same), machine);
        EXPECT_EQ(same.base.max_tilt_rad, platform.machine.base.max_tilt_rad);
        EXPECT_EQ(same.telescopic().max_length, platform.machine.telescopic().max_length);
        EXPECT_EQ(same.home.has_value(), platform.machine.home.has_value());
        EXPECT_EQ(request_from_json(JsonField(request, "record")), platform.scan);
    }
}

/// The error of a request; empty if there is none.
std::string request_error_of(const nlohmann::json& json) {
    try {
        (void)request_from_json(JsonField(json, "record"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(RequestJson, HasTheAnglesThatPlatformFilesMayHave) {
    nlohmann::json request = request_json(built_in_platform().scan);
    for (const char* angle : {"roll", "pitch", "yaw"}) {
        for (int degrees = -360; degrees <= 360; ++degrees) {
            request["orientation_rad"][angle] = Units{"m", "deg"}.radians(degrees);
            EXPECT_EQ(request_error_of(request), "");
        }
        for (const nlohmann::json& bad : {nlohmann::json(1e300), nlohmann::json("NaN"), nlohmann::json("-Infinity")}) {
            request["orientation_rad"][angle] = bad;
            const std::string error = request_error_of(request);
            EXPECT_NE(error.find(std::string("orientation_rad.") + angle + " is "), std::string::npos) << error;
            EXPECT_NE(error.find("must lie between"), std::string::npos) << error;
        }
        request["orientation_rad"][angle] = 0;
    }
}

std::string json_error(const nlohmann::json& json) {
    try {
        machine_from_json(JsonField(json, "record"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(MachineJson, WhatIsNoMachineIsNamed) {
    const nlohmann::json good = machine_json(built_in_platform().machine);
    EXPECT_EQ(json_error(good), "");
    const auto error_with = [&](const char* pointer, const nlohmann::json& value) {
        nlohmann::json bad = good;
        bad[nlohmann::json::json_pointer(pointer)] = value;
        return json_error(bad);
    };
    EXPECT_NE(error_with("/min_length_m/2", 5.0).find("leg 3 has a shortest length above"), std::string::npos);
    EXPECT_NE(error_with("/base/joints_m/0/1", "NaN").find("base joint 1 has a coordinate"), std::string::npos);
    EXPECT_NE(error_with("/platform/axes/5", {0, 0, 2}).find("platform joint 6 has an axis"), std::string::npos);
    EXPECT_NE(error_with("/base/max_tilt_rad/1", -1).find("base joint 2 has a largest tilt"), std::string::npos);
    EXPECT_NE(error_with("/base/joints_m", {1, 2}).find("base.joints_m has 2 elements; must have six"),
              std::string::npos);
    EXPECT_NE(error_with("/units/length", "ft").find("units.length is \"ft\", which is not a known unit"),
              std::string::npos);
    for (const nlohmann::json& wild : {nlohmann::json(1e300), nlohmann::json("NaN"), nlohmann::json("-Infinity")}) {
        for (const char* angle : {"roll_rad", "pitch_rad", "yaw_rad"})
            EXPECT_NE(
                error_with((std::string("/home/") + angle).c_str(), wild).find(std::string("home.") + angle + " is "),
                std::string::npos);
        EXPECT_NE(error_with("/home/position_m/1", wild).find("home.position_m is "), std::string::npos);
    }
    EXPECT_NE(error_with("/name", 3).find("name is not a string"), std::string::npos);
    EXPECT_NE(error_with("/name", "").find("name is empty; must be text"), std::string::npos);
    EXPECT_NE(error_with("/name", "a\x1B[2J").find("name contains line breaks or control characters"),
              std::string::npos);
    EXPECT_NE(error_with("/name", std::string(5'000'000, 'a')).find("name is too long"), std::string::npos);
}

}  // namespace
}  // namespace hexscan
