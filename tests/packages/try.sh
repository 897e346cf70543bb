#!/bin/bash
# try.sh: installs, upgrades and removes Debian's packages on a system that is thrown away afterwards.
#
#   tests/packages/try.sh FOLDER    FOLDER has the packages; tools/bare-debian --packages runs this

set -euo pipefail
folder=$1
top=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")")
[ ! -d /run/systemd/system ] || { echo 'this changes the system: run tools/bare-debian --packages' && exit 1; }
work=$(mktemp -d)
chmod 755 "$work"
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
export DEBIAN_FRONTEND=noninteractive

fail() { echo "packages: $*" && exit 1; }
step() { echo "packages: $*"; }
quietly() { "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log" && fail "failed: $*"; }; }
install() { quietly apt-get -y -q install --no-install-recommends "$@"; }

# The same packages as an earlier version.
for package in "$folder"/*.deb; do
    name=$(basename "$package")
    dpkg-deb -R "$package" "$work/tree"
    version=$(sed -n 's/^Version: //p' "$work/tree/DEBIAN/control")
    sed -i "s/$version/$version~before/g" "$work/tree/DEBIAN/control"
    mkdir -p "$work/before"
    dpkg-deb --root-owner-group -b "$work/tree" "$work/before/$name" >/dev/null
    rm -r "$work/tree"
done

# The service as its unit starts it, but for systemd.
unit=/lib/systemd/system/pond.service
start_server()
{
    local options
    mkdir -p /var/lib/pond && chown pond:pond /var/lib/pond && chmod 700 /var/lib/pond
    options=$(. /etc/default/pond && echo "$POND_SERVE")
    grep -q '^ExecStart=/usr/bin/pond serve \$POND_SERVE --log -$' $unit || fail "$unit starts something else"
    # shellcheck disable=SC2086 # the options are words
    setpriv --reuid pond --regid pond --clear-groups pond serve $options --log - >"$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 600); do
        answer=$( (exec 3<>/dev/tcp/127.0.0.1/"$1" && printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 &&
            cat <&3) 2>/dev/null) && [[ $answer == *ok* ]] && return
        kill -0 $server || break
        sleep 0.1
    done
    cat "$work/server.log"
    fail 'the play server does not answer'
}
stop_server()
{
    kill $server
    wait $server || fail "the play server ended with $?"
    server=
}

step 'install the earlier version'
install "$work"/before/*.deb
[[ $(dpkg-query -W -f '${Version}' pond) == *~before ]] || fail 'another version than the earlier one was installed'
getent passwd pond >/dev/null || fail 'the user pond is missing'
[ -e /etc/systemd/system/multi-user.target.wants/pond.service ] || fail 'the service is not enabled'
pond games >/dev/null
start_server 7878
stop_server
inode=$(stat -c %i /var/lib/pond/games.sqlite)

step 'upgrade it, with a setting of ours and games in the store'
sed -i 's/:7878/:7879/' /etc/default/pond
install "$folder"/*.deb
[[ $(dpkg-query -W -f '${Version}' pond) != *~before ]] || fail 'it was not upgraded'
grep -q ':7879' /etc/default/pond || fail 'the upgrade undid a setting'
start_server 7879
[ "$(stat -c %i /var/lib/pond/games.sqlite)" = "$inode" ] || fail 'the upgrade replaced the games'
stop_server

step 'build a program with libpond-dev'
install gcc libc6-dev pkg-config
# shellcheck disable=SC2046 # the flags are words
gcc "$top/examples/random_game.c" -o "$work/user" $(pkg-config --cflags --libs pond)
(cd "$top" && "$work/user" >/dev/null)
ldd "$work/user" | grep -q 'libpond\.so\.1 => /' || fail 'it does not use the shared library'
man=$(dpkg -L pond | grep -c 'man1/pond\.1\.gz$')
[ "$man" = 2 ] || fail 'the manual is not there in both languages'

step 'remove them: the games stay'
packages='pond pond-server libpond1 libpond-dev'
# shellcheck disable=SC2086 # the packages are words
quietly apt-get -y -q remove $packages
[ ! -e /usr/bin/pond ] && [ ! -e /usr/include/pond ] && [ ! -e $unit ] || fail 'something of them was left behind'
[ -e /var/lib/pond/games.sqlite ] && [ -e /etc/default/pond ] || fail 'removing took the games along'

step 'purge them'
# shellcheck disable=SC2086
quietly dpkg --purge $packages
left=$(find / -xdev \( -path /proc -o -path "$top" -o -path "$work" -o -path "$folder" -o -path /var/cache -o -path /usr/share/doc \) -prune \
    -o \( -name 'pond*' -o -name 'libpond*' \) -print)
[ -z "$left" ] || fail "left behind: $left"
step 'installed, upgraded, used, removed and purged'
