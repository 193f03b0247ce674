#pragma once

#include <functional>
#include <utility>

#include <pybind11/pybind11.h>
#include <tbb/task_group.h>

/// The interpreter's lock, and the end of the interpreter. When Python ends, it unwinds the stack of every other thread
/// that requests the lock. Destructors of hexscan request the lock, so the process would abort there. Such threads wait
/// forever instead, and the process ends without them.
namespace hexscan_python {

/// Releases the lock for a scope.
class Unlocked {
public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* thread_;
};

/// Registers work that is in progress. When the interpreter ends, it calls `give_up` and then waits for end().
class WorkUnderWay {
public:
    explicit WorkUnderWay(std::function<void()> give_up);
    ~WorkUnderWay() { end(); }
    WorkUnderWay(const WorkUnderWay&) = delete;
    WorkUnderWay& operator=(const WorkUnderWay&) = delete;

    void give_up() const { give_up_(); }
    /// Marks the work as ended. A second call does nothing.
    void end();

private:
    std::function<void()> give_up_;
};

/// Does work on this thread. `context` cancels its parallel loops. Throws what the work throws, and std::bad_alloc.
void do_in(tbb::task_group_context& context, const std::function<void()>& work);
/// Does work on this thread without the interpreter's lock. Throws what the work throws, and std::bad_alloc.
void do_unlocked(const std::function<void()>& work);

/// Waits forever if the interpreter ends on another thread. Call it while this thread has the lock or Python unwinds
/// its stack.
void stay_if_interpreter_ends();

/// Calls a function of Python. If the interpreter ends meanwhile on another thread, this thread waits forever.
/// Otherwise Python would unwind its stack, and destructors would release the arguments without the interpreter's lock.
template <class... Arguments>
pybind11::object call_python(const pybind11::handle& function, Arguments&&... arguments) {
    const pybind11::tuple passed = pybind11::make_tuple(std::forward<Arguments>(arguments)...);
    struct Guard {
        ~Guard() { stay_if_interpreter_ends(); }
    };
    const Guard guard;  // the first to be destroyed
    PyObject* const result = PyObject_CallObject(function.ptr(), passed.ptr());
    if (result == nullptr) throw pybind11::error_already_set();
    return pybind11::reinterpret_steal<pybind11::object>(result);
}

/// Cancels all work and waits until it has ended. Call it on the thread that ends the interpreter.
void end_all_work();

}  // namespace hexscan_python
