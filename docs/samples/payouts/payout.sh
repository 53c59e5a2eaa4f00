#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
REFERENCE="${REFERENCE:-withdrawal-$(date +%s)}"

# part: create
# R$ 50,00 of the available balance, to an e-mail key.
curl -sS --fail-with-body "$BASE_URL/payout" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{
    \"amount\": 5000, \"referenceId\": \"$REFERENCE\",
    \"pixKey\": \"maria@example.com\", \"pixKeyType\": \"EMAIL\",
    \"beneficiaryName\": \"Maria Oliveira\"
  }"
# part end
echo

# part: list
# By your own id, where the answer of the call was lost.
curl -sS --fail-with-body "$BASE_URL/payout?referenceId=$REFERENCE" --user pk_test_no3ds:sk_test_no3ds
# part end
echo
