#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"

# part: payins
# The card payins that were paid in November.
curl -sS --fail-with-body --get "$BASE_URL/payin" \
  --user pk_test_no3ds:sk_test_no3ds \
  --data paymentMethod=CREDIT_CARD --data status=APPROVED \
  --data startDate=2026-11-01 --data endDate=2026-11-30
# part end
echo

# part: balance
curl -sS --fail-with-body "$BASE_URL/balance" --user pk_test_no3ds:sk_test_no3ds
# part end
echo

# part: statement
curl -sS --fail-with-body "$BASE_URL/balance/statement?limit=2" --user pk_test_no3ds:sk_test_no3ds
# part end
echo
