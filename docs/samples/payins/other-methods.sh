#!/usr/bin/env bash
set -euo pipefail
BASE_URL="${BASE_URL:-http://127.0.0.1:4010}"
REFERENCE="${REFERENCE:-order-$(date +%s)}"

# part: order
# What every charge of this page has in common. payerIp is the buyer's address.
order() {
  cat <<JSON
    "amount": 15990,
    "referenceId": "$1",
    "isPhysicalProduct": false,
    "payerIp": "203.0.113.7",
    "customer": {
      "name": "Marina Alves Souza",
      "document": "52998224725",
      "email": "marina@exemplo.com.br",
      "phone": "5511987654321",
      "address": {
        "street": "Avenida Paulista", "number": "1578", "zipCode": "01310200",
        "city": "São Paulo", "state": "SP"
      }
    },
    "items": [{ "title": "Café", "quantity": 1, "unitPrice": 15990 }]
JSON
}
# part end

# part: pix
curl -sS --fail-with-body "$BASE_URL/payin" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{ \"paymentMethod\": \"PIX\", $(order "$REFERENCE-pix") }"
# part end
echo

# part: boleto
curl -sS --fail-with-body "$BASE_URL/payin" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{ \"paymentMethod\": \"BOLETO\", $(order "$REFERENCE-boleto") }"
# part end
echo

# part: banks
curl -sS --fail-with-body "$BASE_URL/payin/open-finance/banks" --user pk_test_no3ds:sk_test_no3ds
# part end
echo

# part: open-finance
curl -sS --fail-with-body "$BASE_URL/payin" \
  --user pk_test_no3ds:sk_test_no3ds \
  --header 'content-type: application/json' \
  --data "{ \"paymentMethod\": \"OPEN_FINANCE\", \"bankId\": \"ipe\",
    \"returnUrl\": \"http://localhost:3000/orders/$REFERENCE-bank\", $(order "$REFERENCE-bank") }"
# part end
echo
