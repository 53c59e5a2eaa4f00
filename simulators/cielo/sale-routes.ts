import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readBody, readJson } from '../server/fields.ts';
import { localTime } from '../server/harness.ts';
import { tellChange, tellFoundSale, tellNewSale } from './answers.ts';
import type { Book } from './book.ts';
import type { SaleFields } from './fields.ts';
import { cardFields, saleByGivenCard, saleByStoredCard } from './fields.ts';
import type { AcquirerProfile } from './profiles.ts';
import { refusal, refusalOfFields } from './refusal.ts';
import { STATUS } from './sale.ts';

export type AcquirerDesk = {
  profile: AcquirerProfile;
  book: Book;
  record: PartyRecord;
  now: () => number;
  /** Whether the merchant had the acquirer refuse a second sale of one order within a day. */
  blocksRepeatedOrders: boolean;
  isFacilitator: boolean;
  devices: ReadonlySet<string>;
  origins: () => { api: string; query: string };
};

const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_MS_BETWEEN_VOIDS = 5000;

export function writingRoutes(desk: AcquirerDesk): Route[] {
  const { profile, book, record, now } = desk;
  const sales = `${profile.prefix}/sales`;

  function postSale(request: PartyRequest): PartyAnswer {
    const body = readJson(request.rawBody);
    const read = hasCardToken(body)
      ? readBody(record, request, { schema: saleByStoredCard, refuse: refusalOfFields })
      : readBody(record, request, { schema: saleByGivenCard, refuse: refusalOfFields });
    if ('refusal' in read) return read.refusal;
    const fields: SaleFields = read.value;
    for (const fault of faultsOf(fields)) record.violate(fault, request);
    if (profile.hasProvider && fields.Payment.Provider === undefined) {
      return refuse(request, 133, 'Payment.Provider is missing');
    }
    // Its page on facilitators calls the answer "Invalid XML" and has no code for it.
    const { PaymentFacilitator, SoftDescriptor } = fields.Payment;
    const isTold = PaymentFacilitator !== undefined && SoftDescriptor !== undefined;
    if (desk.isFacilitator && !isTold) return refuse(request, 184, 'who sells is not told');
    if (!isDeviceKnown(desk, fields))
      return refuse(request, 0, 'no device was seen in its session');
    if (book.findCard(fields) === null) return refusal(130);
    if (desk.blocksRepeatedOrders && isRepeated(desk, fields)) return refusal(302);
    return jsonAnswer(201, tellNewSale(book.book(fields), profile, desk.origins()));
  }

  function postCard(request: PartyRequest): PartyAnswer {
    const read = readBody(record, request, { schema: cardFields, refuse: refusalOfFields });
    if ('refusal' in read) return read.refusal;
    if (!passesLuhn(read.value.CardNumber)) {
      return refuse(request, 127, 'CardNumber has not its check digit');
    }
    const token = book.storeCard(read.value);
    const Href = `${desk.origins().query}${profile.prefix}/card/${token}`;
    return jsonAnswer(201, { CardToken: token, Links: { Method: 'GET', Rel: 'self', Href } });
  }

  function voidSale(request: PartyRequest): PartyAnswer {
    const sale = book.sales.get(request.params.id ?? '');
    if (sale === undefined) return refusal(307);
    const isTooSoon =
      sale.status === STATUS.confirmed &&
      sale.voidedAt !== null &&
      now() - sale.voidedAt < MIN_MS_BETWEEN_VOIDS;
    if (isTooSoon) record.violate('the void before it is less than 5 seconds old', request);
    const amount = request.query.get('amount');
    if (amount !== null && !/^\d+$/.test(amount)) {
      return refuse(request, 108, 'amount is no number of centavos');
    }
    const done = amount === null ? book.void(sale) : book.void(sale, Number(amount));
    if (done === null) return refusal(309);
    return jsonAnswer(200, tellChange(sale, done, profile, desk.origins()));
  }

  function refuse(request: PartyRequest, code: number, sentence: string) {
    record.violate(sentence, request);
    return refusal(code);
  }

  const storing = { method: 'POST', path: `${profile.prefix}/card/`, handle: postCard };
  return [
    { method: 'POST', path: `${sales}/`, handle: postSale },
    { method: 'PUT', path: `${sales}/:id/void`, handle: voidSale },
    ...(profile.storesCards ? [storing] : []),
  ];
}

/** The real one would judge without; here a caller is to notice. */
function isDeviceKnown(
  { profile, devices }: AcquirerDesk,
  { Payment: { FraudAnalysis: analysis } }: SaleFields,
): boolean {
  if (analysis === undefined) return true;
  const { FingerPrintId, Browser } = analysis;
  const named =
    profile.fingerprintField === 'FingerPrintId' ? FingerPrintId : Browser.BrowserFingerprint;
  return named !== undefined && devices.has(named);
}

function isRepeated({ book, now }: AcquirerDesk, { MerchantOrderId, Payment }: SaleFields) {
  return book.salesOf(MerchantOrderId).some(({ fields, receivedAt, status }) => {
    const isOfToday = now() - receivedAt < DAY_MS;
    return status === STATUS.confirmed && isOfToday && fields.Payment.Amount === Payment.Amount;
  });
}

export function readingRoutes(desk: AcquirerDesk): Route[] {
  const { profile, book, record } = desk;
  const sales = `${profile.prefix}/sales`;

  function getByOrder(request: PartyRequest): PartyAnswer {
    const order = request.query.get('merchantOrderId');
    if (order === null) record.violate('merchantOrderId is missing', request);
    const found = book.salesOf(order ?? '');
    if (found.length === 0) return { status: 404 };
    return jsonAnswer(200, {
      [profile.paymentsField]: found.map(({ paymentId, receivedAt }) => ({
        PaymentId: paymentId,
        // The name is the acquirer's own.
        ReceveidDate: localTime(receivedAt).replace(' ', 'T'),
      })),
    });
  }

  return [
    { method: 'GET', path: sales, handle: getByOrder },
    {
      method: 'GET',
      path: `${sales}/:id`,
      handle: ({ params }) => {
        const sale = book.sales.get(params.id ?? '');
        if (sale === undefined) return { status: 404 };
        return jsonAnswer(200, tellFoundSale(sale, profile, desk.origins()));
      },
    },
  ];
}

/** What the acquirer lets pass and no caller should send. */
function faultsOf(fields: SaleFields): string[] {
  const { Payment } = fields;
  const { CreditCard: card } = Payment;
  const isStored = 'CardToken' in card || card.CardOnFile !== undefined;
  const external = Payment.ExternalAuthentication;
  const isDataOnly = external?.DataOnly === true;
  const isDataAlone = external !== undefined && ['04', '07'].includes(external.Eci);
  const lacksIndicator =
    isStored && card.Brand === 'Master' && Payment.InitiatedTransactionIndicator === undefined;
  const { InitiatedTransactionIndicator: indicator, IssuerTransactionId: earlier } = Payment;
  const isFirst = card.CardOnFile?.Usage === 'First';
  const isByMerchant = indicator !== undefined && indicator.Category !== 'C1';
  return [
    ...(isDataOnly !== isDataAlone ? ['DataOnly does not fit the ECI'] : []),
    ...(isDataOnly && Payment.Authenticate !== false ? ['data only is no authentication'] : []),
    ...(isFirst && isByMerchant ? ['a merchant begins the first use of a card'] : []),
    ...(isFirst && earlier !== undefined ? ['the first use of a card names an earlier one'] : []),
    ...(isByMerchant && card.SecurityCode !== undefined
      ? ['a charge that the merchant begins has a security code']
      : []),
    ...(lacksIndicator
      ? ['InitiatedTransactionIndicator is missing for a stored card of Mastercard']
      : []),
  ];
}

function hasCardToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('Payment' in body)) return false;
  const { Payment } = body;
  if (typeof Payment !== 'object' || Payment === null) return false;
  return Object.values(Payment).some(
    (value: unknown) => typeof value === 'object' && value !== null && 'CardToken' in value,
  );
}

function passesLuhn(cardNumber: string): boolean {
  const sum = [...cardNumber].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
