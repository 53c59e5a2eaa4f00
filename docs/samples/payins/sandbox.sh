#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
PAYIN="$1"

# part: pay
# The buyer pays the PIX, the boleto or at the bank; expire, cancel, refund, chargeback, med too.
curl -sS --fail-with-body --request POST "$BASE_URL/sandbox/payins/$PAYIN/pay" \
  --user pk_test_no3ds:sk_test_no3ds
# part end
echo

# part: record
curl -sS --fail-with-body "$BASE_URL/payin/$PAYIN" --user pk_test_no3ds:sk_test_no3ds
# part end
echo

# part: clock
# Moves the time of this account alone: payins, tokens and challenges expire by it.
curl -sS --fail-with-body "$BASE_URL/sandbox/clock" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data '{ "advanceSeconds": 60 }'
# part end
echo

# part: signing
# Answers the secret once, and 409 where signing is on already, as it is for the accounts that the
# demo shop was used with. rotate-secret gives a new one, disable-signing ends it.
curl -sS --fail-with-body --request POST "$BASE_URL/sandbox/webhooks/enable-signing" \
  --user pk_test_nocard:sk_test_nocard
# part end
echo

# part: deliveries
curl -sS --fail-with-body "$BASE_URL/sandbox/webhooks/deliveries" --user pk_test_no3ds:sk_test_no3ds
# part end
echo
