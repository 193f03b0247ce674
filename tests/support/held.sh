# Sourced by shell tests before checks.sh, which changes the folder. Stops a run at a place that the test chooses,
# whatever the machine's speed. Requires held_write to be set to the library of held_write.cpp.

# hold FILE NUMBER COMMAND ARGUMENTS...: starts COMMAND. Returns once it stops half way in write NUMBER, from 1, to
# files whose path contains FILE. Sets pid of COMMAND and held_pid of the stopped process. Output goes to held.log.
# Fails if COMMAND ends before.
hold() {
    local file=$1 number=$2
    shift 2
    rm -f reached go && mkfifo reached go
    # A script's background processes ignore SIGINT and SIGQUIT, and hexscan keeps ignored signals. The pipe closes with
    # the last process that holds it, so the end of COMMAND is visible too.
    HELD_FILE=$file HELD_WRITE=$number HELD_FOLDER=$PWD LD_PRELOAD=$held_write \
        env --default-signal=INT,QUIT "$@" >held.log 2>&1 9>reached &
    pid=$!
    read -r held_pid <reached && return
    wait $pid
    fail "$* ended with $? before write $number to $file: $(cat held.log)"
    return 1
}

# Lets the stopped process continue.
go_on() { : >go; }
