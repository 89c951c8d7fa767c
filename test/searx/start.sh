#!/usr/bin/env bash
# A real SearX (Debian's package) on a free loopback port, JSON on, fed by backend.mjs.
# Usage: start.sh RUNDIR   writes RUNDIR/url; stop with: kill $(cat RUNDIR/*.pid)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
run=${1:?give a writable folder}
mkdir -p "$run"
if ! command -v searx-run >/dev/null; then
  command -v apt-get >/dev/null || { echo "no apt here"; exit 1; }
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends searx >/dev/null
fi
node "$here/backend.mjs" >"$run/backend.port" 2>"$run/backend.log" &
echo $! >"$run/backend.pid"
for _ in $(seq 1 100); do [ -s "$run/backend.port" ] && break; sleep 0.05; done
backend=$(cat "$run/backend.port")
port=$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
sed -e "s/@BACKEND@/$backend/g" -e "s/@PORT@/$port/g" "$here/settings.yml.in" >"$run/settings.yml"
SEARX_SETTINGS_PATH="$run/settings.yml" searx-run >"$run/searx.log" 2>&1 &
echo $! >"$run/searx.pid"
for _ in $(seq 1 300); do
  if node -e "fetch('http://127.0.0.1:$port/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then
    echo "http://127.0.0.1:$port" >"$run/url"
    exit 0
  fi
  sleep 0.1
done
echo "searx did not start" >&2
tail -n 20 "$run/searx.log" >&2
exit 1
