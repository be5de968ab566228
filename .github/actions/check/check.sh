#!/usr/bin/env bash
# The steps of the action: needs an installed @passwright/cli, and reads CONFIGS, STRICT, LOCK and DATA_ONLY.
set -uo pipefail

flags=()
if [ "${STRICT:-true}" = true ]; then flags+=(--strict); fi
if [ "${DATA_ONLY:-false}" = true ]; then flags+=(--data-only); fi

failed=0
for config in ${CONFIGS:-.}; do
  printf '::group::%s\n' "$config"
  if ! npx --no-install passwright check -c "$config" "${flags[@]}"; then
    printf '::error::the pipeline of %s fails `passwright check`\n' "$config"
    failed=1
  elif [ "${LOCK:-true}" = true ] && ! npx --no-install passwright lock -c "$config" --check "${flags[@]}"; then
    printf '::error::the plan of %s differs from its lock file; run `npx passwright lock` and review the difference\n' "$config"
    failed=1
  fi
  printf '::endgroup::\n'
done
exit "$failed"
