/* Runs LinuxCNC's kinematics module genhexkins outside LinuxCNC. bench/peers/pose_peers.py compiles it, together with
 * the files of a LinuxCNC checkout.
 *
 * usage: genhexkins_peer KINEMATICS.hal inverse|forward < ROWS > RESULTS
 *
 * The pins have the values of the file's setp lines. Rows and results are doubles, in the file's units and degrees.
 * inverse: x, y, z, a, b, c of each row give six strut lengths. forward: six strut lengths and the pose where the
 * iteration starts give the function's return value, its iterations, and x, y, z, a, b, c. Prints the processor's
 * seconds for the loop over all rows to standard error. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hal.h"
#include "kinematics.h"
#include "switchkins.h"

/* What genhexkins needs of HAL: pins are memory with names. */

enum { most_pins = 200, name_size = 64 };
static struct {
    char name[name_size];
    void* at;
} pins[most_pins];
static int pin_count;

void* hal_malloc(long int size) { return calloc(1, (size_t)size); }

static int add_pin(void** pin, const char* format, va_list arguments) {
    if (pin_count == most_pins) return -1;
    pins[pin_count].at = *pin = calloc(1, sizeof(hal_data_u));
    vsnprintf(pins[pin_count++].name, name_size, format, arguments);
    return 0;
}

#define NEW_PIN(function, type)                                                                    \
    int function(hal_pin_dir_t direction, type** pin, int component, const char* format, ...) {    \
        va_list arguments;                                                                         \
        (void)direction, (void)component;                                                          \
        va_start(arguments, format);                                                               \
        const int result = add_pin((void**)pin, format, arguments);                                \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    }
NEW_PIN(hal_pin_float_newf, hal_float_t)
NEW_PIN(hal_pin_bit_newf, hal_bit_t)
NEW_PIN(hal_pin_u32_newf, hal_u32_t)

static void* pin_named(const char* name) {
    for (int i = 0; i < pin_count; ++i)
        if (strcmp(pins[i].name, name) == 0) return pins[i].at;
    fprintf(stderr, "no pin %s\n", name);
    exit(2);
}

void rtapi_print_msg(msg_level_t level, const char* format, ...) { (void)level, (void)format; }

/* The other kinematics that switchkinsSetup() offers are never called. */
#define UNUSED_KINEMATICS(name)                                                                                      \
    int name##Setup(const int c, const char* s, kparms* k) { return (void)c, (void)s, (void)k, -1; }                 \
    int name##Forward(const double* j, struct EmcPose* p, const KINEMATICS_FORWARD_FLAGS* f,                         \
                      KINEMATICS_INVERSE_FLAGS* i) {                                                                 \
        return (void)j, (void)p, (void)f, (void)i, -1;                                                               \
    }                                                                                                                \
    int name##Inverse(const struct EmcPose* p, double* j, const KINEMATICS_INVERSE_FLAGS* i,                         \
                      KINEMATICS_FORWARD_FLAGS* f) {                                                                 \
        return (void)p, (void)j, (void)i, (void)f, -1;                                                               \
    }
UNUSED_KINEMATICS(identityKinematics)
UNUSED_KINEMATICS(userkKinematics)

static void read_pins(const char* path) {
    char line[1024], name[name_size];
    double value;
    FILE* const file = fopen(path, "r");
    if (file == NULL) perror(path), exit(2);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, " setp %63s %lf", name, &value) == 2) *(hal_float_t*)pin_named(name) = value;
    fclose(file);
}

static double* read_rows(size_t columns, size_t* rows) {
    size_t count = 0, room = 1 << 16;
    double* numbers = malloc(room * sizeof *numbers);
    for (size_t got; (got = fread(numbers + count, sizeof *numbers, room - count, stdin)) > 0;)
        if ((count += got) == room) numbers = realloc(numbers, (room *= 2) * sizeof *numbers);
    *rows = count / columns;
    return numbers;
}

static EmcPose pose_of(const double* numbers) {
    EmcPose pose;
    memset(&pose, 0, sizeof pose);
    pose.tran.x = numbers[0], pose.tran.y = numbers[1], pose.tran.z = numbers[2];
    pose.a = numbers[3], pose.b = numbers[4], pose.c = numbers[5];
    return pose;
}

int main(int argc, char** argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s KINEMATICS.hal inverse|forward < ROWS > RESULTS\n", argv[0]);
        return 2;
    }
    kparms parameters;
    KS setup, other_setup[2];
    KF forward, other_forward[2];
    KI inverse, other_inverse[2];
    memset(&parameters, 0, sizeof parameters);
    switchkinsSetup(&parameters, &setup, &other_setup[0], &other_setup[1], &forward, &other_forward[0],
                    &other_forward[1], &inverse, &other_inverse[0], &other_inverse[1]);
    if (setup(1, parameters.required_coordinates, &parameters) != 0) return 3;
    read_pins(argv[1]);
    const hal_u32_t* const iterations = pin_named("genhexkins.last-iterations");

    const int is_forward = strcmp(argv[2], "forward") == 0;
    const size_t columns = is_forward ? 12 : 6, results = is_forward ? 8 : 6;
    size_t rows;
    const double* const numbers = read_rows(columns, &rows);
    double* const out = malloc((rows * results + 1) * sizeof *out);
    KINEMATICS_FORWARD_FLAGS forward_flags = 0;
    KINEMATICS_INVERSE_FLAGS inverse_flags = 0;
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (size_t row = 0; row < rows; ++row) {
        const double* const from = numbers + row * columns;
        double* const to = out + row * results;
        if (is_forward) {
            EmcPose pose = pose_of(from + 6);
            to[0] = forward(from, &pose, &forward_flags, &inverse_flags);
            to[1] = *iterations;
            to[2] = pose.tran.x, to[3] = pose.tran.y, to[4] = pose.tran.z;
            to[5] = pose.a, to[6] = pose.b, to[7] = pose.c;
        } else {
            const EmcPose pose = pose_of(from);
            inverse(&pose, to, &inverse_flags, &forward_flags);
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    fprintf(stderr, "%.9g\n", (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    return fwrite(out, results * sizeof *out, rows, stdout) == rows ? 0 : 3;
}
