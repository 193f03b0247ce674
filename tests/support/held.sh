# Sourced by shell tests, before checks.sh, which leaves the folder: a run stands still where the test wants it,
# whatever the machine's speed. Wants held_write set to the library of held_write.cpp.

# hold FILE NUMBER COMMAND ARGUMENTS...: starts COMMAND and returns once it stands still half way in write NUMBER, from
# 1, to files whose path contains FILE. Sets pid, of COMMAND, and held_pid, of the process that stands still. What is
# printed goes to held.log. Fails where COMMAND ends before.
hold() {
    local file=$1 number=$2
    shift 2
    rm -f reached go && mkfifo reached go
    # What a script starts in its background ignores SIGINT and SIGQUIT, and hexscan leaves it so.
    # The pipe ends with the last process that holds it, so that the end of COMMAND shows as well.
    HELD_FILE=$file HELD_WRITE=$number HELD_FOLDER=$PWD LD_PRELOAD=$held_write \
        env --default-signal=INT,QUIT "$@" >held.log 2>&1 9>reached &
    pid=$!
    read -r held_pid <reached && return
    wait $pid
    fail "$* ended with $? before write $number to $file: $(cat held.log)"
    return 1
}

# Lets what stands still go on.
go_on() { : >go; }
