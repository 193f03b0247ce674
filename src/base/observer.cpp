#include "hexscan/observer.h"

namespace hexscan {

Observer& silent_observer() {
    static Observer observer;
    return observer;
}

}  // namespace hexscan
