#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
REFERENCE="${REFERENCE:-page-$(date +%s)}"

# part: page
# The buyer is sent to the url of the answer.
curl -sS --fail-with-body "$BASE_URL/payment-page" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{
    \"amount\": 15990, \"referenceId\": \"$REFERENCE\", \"isPhysicalProduct\": true,
    \"items\": [{ \"title\": \"Cafeteira\", \"quantity\": 1, \"unitPrice\": 15990 }],
    \"customer\": { \"name\": \"Marina Alves Souza\", \"email\": \"marina@exemplo.com.br\" }
  }"
# part end
echo

# part: link
# A link for many people, at most fifty of them.
curl -sS --fail-with-body "$BASE_URL/payment-page" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{
    \"amount\": 5000, \"referenceId\": \"$REFERENCE-workshop\", \"isPhysicalProduct\": false,
    \"items\": [{ \"title\": \"Oficina\", \"quantity\": 1, \"unitPrice\": 5000 }],
    \"reusable\": true, \"limit\": 50
  }"
# part end
echo
