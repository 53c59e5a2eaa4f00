import type * as saved from '../../contract/card/saved-card.ts';
import type { ErrorBody } from '../../contract/errors/api-error.ts';
import type { CompanyAccount } from '../../contract/payments/account.ts';
import type * as balance from '../../contract/payments/balance.ts';
import type * as bank from '../../contract/payments/bank.ts';
import type * as payin from '../../contract/payments/payin.ts';
import type { PayinList } from '../../contract/payments/payin-list.ts';
import type * as page from '../../contract/payments/payment-page.ts';
import type * as payout from '../../contract/payments/payout.ts';
import type * as refund from '../../contract/payments/refund.ts';
import type { BalanceStatement } from '../../contract/payments/statement.ts';
import { writtenOut } from '../../contract/written-out.ts';

const errorBody = writtenOut<ErrorBody>();
const payinRequest = writtenOut<payin.PayinRequest>();
const payinCreated = writtenOut<payin.PayinAnswer>();
const payinPage = writtenOut<PayinList>();
const refundRequest = writtenOut<refund.RefundRequest>();
const refundRecord = writtenOut<refund.RefundRecord>();
const pageRequest = writtenOut<page.PaymentPageRequest>();
const pageRecord = writtenOut<page.PaymentPageRecord>();
const payoutRequest = writtenOut<payout.PayoutRequest>();
const payoutPage = writtenOut<payout.PayoutList>();
const balanceNow = writtenOut<balance.Balance>();
const statementPage = writtenOut<BalanceStatement>();
const bankRecord = writtenOut<bank.Bank>();
const customerSession = writtenOut<saved.CustomerSession>();
const savedCardList = writtenOut<saved.SavedCardList>();
const companyAccount = writtenOut<CompanyAccount>();

type ApiError = (typeof errorBody)['error'];
/** What a refusal says; `details` names the fields. */
export type Refusal = { error: Omit<ApiError, 'code'> & { code: string } };

type Payer = (typeof payinRequest)['customer'];
/** Who pays. `state`: two letters, which the service checks; open finance does without an address. */
export type Customer = Omit<Payer, 'address'> & {
  address?: (Omit<NonNullable<Payer['address']>, 'state'> & { state: string }) | undefined;
};
/** Body of `POST /payin`, amounts in centavos; `card`: the `payinCard` of the SDK, a token. */
export type PayinRequest = Omit<typeof payinRequest, 'customer'> & { customer: Customer };
export type PaymentMethod = PayinRequest['paymentMethod'];
/** 201 of `POST /payin`. The page is given all of it, since a challenge needs every member. */
export type PayinCreated = typeof payinCreated;
export type PayinPage = typeof payinPage;
/** A payin as it stands; money in centavos, times in ISO 8601. */
export type PayinRecord = PayinPage['data'][number];

type OfMethod = 'paymentMethod' | 'amount' | 'payerIp' | 'card' | 'antifraud' | 'bankId';
/** An order of your own. The page gives nothing of it but its `referenceId`. */
export type Order = Omit<PayinRequest, OfMethod> & {
  /** The price of each method, in centavos; one without a price cannot be chosen. */
  prices: { readonly [Method in PaymentMethod]?: number | undefined };
};

/** `referenceId`: your own of the refund. Without an `amount`, all that is left is given back. */
export type RefundRequest = typeof refundRequest;
export type RefundRecord = typeof refundRecord;
/** An order for a page of ours, where its buyer pays; amounts in centavos. */
export type PaymentPageRequest = typeof pageRequest;
/** `url` is for the buyer; of a `reusable` page `payments` tells how many have paid. */
export type PaymentPage = typeof pageRecord;
export type PayoutRequest = typeof payoutRequest;
export type PayoutPage = typeof payoutPage;
export type PayoutRecord = PayoutPage['data'][number];
export type Balance = typeof balanceNow;
export type StatementPage = typeof statementPage;
export type Bank = typeof bankRecord;
/** `token`: for the page, as `customerToken` of the payment element. */
export type CustomerSession = typeof customerSession;
export type SavedCardList = typeof savedCardList;
/** A saved card; its `id` charges nothing. */
export type SavedCard = SavedCardList['data'][number];
export type WhoAmI = typeof companyAccount;

/** `startDate` and `endDate`: a day or a moment in ISO 8601, both of them in the period. */
type Period = { startDate?: string; endDate?: string; limit?: number };
export type StatementQuery = Period & { cursor?: string | undefined };
export type PayinQuery = StatementQuery & {
  status?: PayinRecord['status'];
  paymentMethod?: PaymentMethod;
  referenceId?: string;
};
export type PayoutQuery = Period & {
  status?: PayoutRecord['status'];
  referenceId?: string;
  page?: number;
};
