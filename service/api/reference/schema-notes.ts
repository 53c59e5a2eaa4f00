/** What each named schema is, in a sentence or two. A test holds the list to be complete. */
export const SCHEMA_NOTES: { readonly [name: string]: string } = {
  Address: 'A Brazilian postal address.',
  AntifraudSession: 'What became of the antifraud session.',
  AntifraudSessionRequest: 'Opens an antifraud session for the device of a buyer.',
  Bank: 'A bank a buyer may pay from by open finance.',
  Balance:
    'What an account has, in centavos. The ledger behind it is exact: every payin and payout moves it at once.',
  BalanceStatement: 'A page of the statement, the latest movement first.',
  BankList: 'The banks of the account; empty where open finance is not configured.',
  BoletoToPay: 'What a buyer pays a boleto by.',
  BoletoPayinCreated: 'A payin by boleto: the digitable line, and where its PDF lies.',
  BoletoPayinRequest: 'A payin by boleto; at most R$ 99 999 999,99.',
  Capabilities:
    'What the checkout of the account can do. A feature that is not available is `{ "enabled": false }` alone.',
  Card: 'A card as it is printed.',
  CardByToken: 'A card that was turned into a token, or a saved card.',
  CardInClear:
    'The card itself. Whoever sends it has seen it, with the obligations that follow; a token is the better way.',
  CardPayinRequest: 'A payin by card, decided at once unless 3-D Secure is needed after the order.',
  CardToken:
    'A token of a card: single use, for this account, amount, installments with their total, and order.',
  CardTokenRequest: 'Turns a card into a token. Nothing is charged by it.',
  CardTokenRevocation: 'Ends a token, also that of a saved card.',
  CheckoutConfig:
    'What a browser may know of the account: its public identity, and where the parts of the checkout are.',
  Clock: 'The time of the account.',
  ClockMove: 'How far the time of the account is moved.',
  CompanyAccount: 'The account as its owner sees it, with the key pair.',
  Customer: 'Who pays.',
  CvvRecollection: 'Until when the CVV waits for its charge. Says nothing of the token.',
  CvvRecollectionRequest: 'The CVV of a saved card, typed again by its owner.',
  DeclineReason:
    'Why a card was refused. `card_blocked` also where it was reported lost or stolen, `do_not_honour` where the issuer gives no reason, `retry_not_allowed` where the network of the card would fine another try, which was not sent.',
  DeclineRetry: 'Whether and when a refused charge may be tried again.',
  DeviceSignals: 'Plain facts of the device, without card data, keystrokes or stored identifiers.',
  Error:
    'The body of every answer that is not a success. Decide by `error.code`; the sentences may change.',
  ErrorCode: 'What went wrong, from a closed list.',
  ErrorDetail: 'One field that is wrong.',
  Health: 'Whether a payment can be taken now.',
  InstallmentPlan:
    'What installments with interest cost. The buyer pays `totalAmount`; where the merchant pays the interest, that is the amount.',
  InstallmentTable: 'What the installments of the account cost.',
  OpenFinancePayinCreated: 'A payin by open finance: where the buyer is sent to authorize it.',
  OpenFinancePayinRequest: 'A payin by open finance, at the bank the buyer chose.',
  Payer: 'Who pays. The address may be missing for open finance alone.',
  Payin: 'The record of a charge.',
  PaymentTerms: 'What a request by PIX or boleto may ask for, and what it has to name besides.',
  PayinAnswer:
    'A new payin, with what its buyer pays by. The fields beside the common ones depend on the method and on 3-D Secure.',
  PayinCard: 'The card of a payin: a token, or the card itself.',
  PayinCreated: 'A new payin: the fields every method has. A card is usually decided already.',
  PayinEvent: 'The status a payin has entered. The whole record: `GET /payin/{id}`.',
  PayinItem: 'One thing that is paid for.',
  PayinList: 'A page of payins, newest first.',
  PayinRefund: 'A refund as its payin tells of it.',
  PayinRefundRequest: 'How much of a payin is given back, and under which id of yours.',
  PaymentPage: 'A page that a buyer pays at.',
  PaymentPageRequest: 'What is sold by a page, and for how much.',
  PaymentPageStatus:
    '`PAID` stays, whatever becomes of the money. `ENDED` by you, or since its limit is reached.',
  PayinReturn: 'Money of a payin that went back without your asking, or that is contested.',
  PayinRequest: 'A charge to create; `paymentMethod` says which of the four it is.',
  PayinStatus:
    '`PENDING` waits for the payment, `PENDING_3DS` for the confirmation of the cardholder. `APPROVED`: paid, the balance is available. `REFUSED`: denied by issuer or antifraud. `FAILED`: a failure at the acquirer. `CANCELED`: ended before settlement. `REFUNDED`: given back, whole or in part. `CHARGEBACK`: contested with the issuer. `MED`: returned by the special mechanism of PIX. `EXPIRED`: the time to pay is over; money that comes late approves it while nobody else has its reference.',
  PaymentMethod: 'How a payin is paid.',
  Payout: 'The record of a payout.',
  PayoutCreated: 'A new payout; its amount is debited already.',
  PayoutEvent: 'The status a payout has entered.',
  PayoutList: 'A page of payouts, newest first.',
  PayoutRequest: 'A transfer of available balance to a PIX key.',
  PayoutStatus:
    '`AWAITING_APPROVAL` waits for a person, `PENDING` in the queue, `PROCESSING` at the acquirer, `APPROVED` for the final confirmation. `COMPLETED`: transferred. `FAILED` and `REFUSED`: the balance is returned. `CANCELED`: ended before it was sent. `REFUNDED`: came back later.',
  PendingThreeDS:
    'An authentication that waits for the browser of the buyer. The sdk reads it; merchants pass it on.',
  PendingThreeDSPayin:
    'A payin by card that waits for 3-D Secure. Pass the whole answer on to the browser, unchanged, and call `handlePendingThreeDS` there.',
  SavedCard: 'A card that a buyer had saved, as it may be shown.',
  SavedCardList: 'The cards that one customer saved at this account.',
  CustomerSession:
    'By which the frame in your page lists, uses and deletes the saved cards of one customer.',
  CustomerSessionRequest: 'For which page the session is.',
  PixKeyType: 'What kind of key a PIX key is; `EVP` is a random one.',
  ChargeAuthentication: 'The 3-D Secure that went out with a charge.',
  PixToPay: 'What a buyer pays a PIX by.',
  PixPayinCreated: 'A payin by PIX: the code to copy and paste, also drawn as a QR code.',
  PixPayinRequest: 'A payin by PIX, open for 30 minutes.',
  PaymentView: 'All that the buyer of a payin that waits for them may see of it.',
  PixView: 'All that the buyer of a payin by PIX may see of it.',
  PixViewRequest: 'Asks how one payin that waits for its buyer stands.',
  PublicAccount: 'The account as its public key may see it.',
  QrSquares: 'A QR code, ready to be drawn.',
  Refund: 'Money of a payin that goes back to whoever paid it.',
  RefundRequest: 'How much is given back.',
  RefundStatus:
    '`PENDING`: on its way, its money is held. `DONE`: given back. `FAILED`: refused, its money is available again.',
  Refusal: 'What went wrong, and which fields are to blame.',
  SdkInventory: 'The scripts of this release as PCI DSS 6.4.3 asks a merchant to know them.',
  SdkIntegrity: 'The scripts of this release with their immutable addresses and integrity hashes.',
  SecretRotation: 'What a rotation may end.',
  ServiceStatus: 'How payments go, by method and since when, of all companies together.',
  ShownPlan:
    'What the buyer was shown of the plan, such as `installmentPlan` of the token or of the sdk. The total is compared, the rest is not looked at.',
  SplitRule: 'One part of a split: who gets it, and either a percentage or an amount.',
  StatementEntry:
    'One movement of the account, in centavos. What it added to each of the parts of the balance, less than 0 for what it took.',
  ThreeDSCompletion:
    'What the browser saw of an authentication. It is a hint: the service asks the provider. `providerReference` is taken with providers alone that cannot be asked, whose own charge verifies it.',
  ThreeDSPayer: 'Who pays, as the page has them. The form alone is looked at.',
  ThreeDSPayerAddress: 'Where they live.',
  ThreeDSSessionRequest: 'Opens the authentication of a token before the order.',
  ThreeDSState:
    'How an authentication stands. Authenticated is not approved: nothing was charged by it.',
  ThreeDSecure:
    'What was done of 3-D Secure before the order: `referenceId` of a session of this service or, on accounts that take one, a proof of your own in `cavv`, `eci`, `dsTransactionId` and `version`, all four. On other accounts these four are not looked at: the service knows them from the provider.',
  WebhookAttempt: 'One attempt to deliver an event.',
  WebhookDeliveries: 'The newest 1 000 events, newest first.',
  WebhookDelivery: 'An event, and how its delivery stands.',
  WebhookSecret: 'The secret that signs the events from now on.',
};
