#include "hexscan/observer.h"

namespace hexscan {

Observer& nobody() {
    static Observer observer;
    return observer;
}

}  // namespace hexscan
