#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
PAYOUT="$1"

# part: show
curl -sS --fail-with-body "$BASE_URL/payout/$PAYOUT" --user pk_test_no3ds:sk_test_no3ds
# part end
echo
