#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
PAYIN="$1"

# part: cancel
# The buyer pays by another way, or not at all.
curl -sS --fail-with-body --request POST "$BASE_URL/payin/$PAYIN/cancel" \
  --user pk_test_no3ds:sk_test_no3ds
# part end
echo
