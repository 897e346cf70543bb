# hosting.sh: the unit of docs/hosting.md is as closed as it says, and its options are ones that we have.

set -uo pipefail
cd "$TOP" || exit 1
unit=docs/hosting/pond.service
status=0
help=$("$POND" serve --help) || status=1
for option in $(cat $unit docs/hosting/pond.default | sed -n '/POND_SERVE/p' | tr -s ' "=' '\n' | grep '^--'); do
    grep -q -- "$option" <<<"$help" || { echo "no option $option" && status=1; }
done
if command -v systemd-analyze >/dev/null; then
    # The threshold is in tenths: 20 is an exposure of 2.0.
    systemd-analyze security --offline=yes --no-pager --threshold=20 $unit | tail -n 1 || status=1
elif [ $status = 0 ]; then
    echo 'systemd-analyze is not installed: not everything is tried'
    status=77
fi
exit $status
