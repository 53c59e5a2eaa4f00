#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
PAYIN="$1"
REFERENCE="${REFERENCE:-refund-$PAYIN}"

# part: part
# R$ 50,00 of the payin. Without an amount, all that is left.
curl -sS --fail-with-body "$BASE_URL/payin/$PAYIN/refund" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{ \"amount\": 5000, \"referenceId\": \"$REFERENCE\", \"reason\": \"Um dos itens voltou\" }"
# part end
echo

# part: pending
# In the sandbox the reason PEND makes a refund that takes its time.
curl -sS --fail-with-body "$BASE_URL/payin/$PAYIN/refund" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{ \"amount\": 1000, \"referenceId\": \"$REFERENCE-later\", \"reason\": \"PEND\" }"
# part end
echo
