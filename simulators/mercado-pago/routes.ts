import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { createAnswersByKey, jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { checkFields, readBody, violateFields } from '../server/fields.ts';
import { tellChargeback, tell as tellOf, tellRefund } from './answers.ts';
import type { PaymentFields } from './fields.ts';
import {
  boletoFields,
  cardTokenFields,
  changeFields,
  paymentFields,
  refundFields,
} from './fields.ts';
import type { Payment, Seller } from './payment.ts';

export type SellerDesk = {
  seller: Seller;
  record: PartyRecord;
  accessToken: string;
  now: () => number;
  /** The origin of the card's bank. */
  acs: () => string;
  isFacilitator: boolean;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Source: its guides, "Payments pagination", read 2026-11-28. */
const [MOST_SHOWN, MOST_OFFSET] = [50, 10_000];
const ME = { id: 724484980, nickname: 'LOJADETESTE', site_id: 'MLB' };

export function sellerRoutes(desk: SellerDesk): Route[] {
  const { seller, record } = desk;
  const reused = { message: 'idempotency key already used', status: 409 };
  const byKey = createAnswersByKey(record, jsonAnswer(409, reused));
  const tell = (payment: Payment) => tellOf(payment, desk.acs());

  function putPayment(request: PartyRequest, payment: Payment): PartyAnswer {
    const read = readBody(record, request, { schema: changeFields, refuse: refuseFields });
    if ('refusal' in read) return read.refusal;
    if (!['pending', 'in_process'].includes(payment.status)) {
      return badRequest(2018, 'The action requested is not valid for the current payment state');
    }
    seller.move(payment, { status: 'cancelled', detail: 'by_collector' });
    return jsonAnswer(200, tell(payment));
  }

  function postRefund(request: PartyRequest, payment: Payment): PartyAnswer {
    const read = readBody(record, request, { schema: refundFields, refuse: refuseFields });
    if ('refusal' in read) return read.refusal;
    const { amount } = read.value;
    const wanted = amount === undefined ? undefined : Math.round(amount * 100);
    const refund = seller.refund(payment, wanted);
    if (refund === null) return badRequest(2063, 'The payment cannot be refunded');
    return jsonAnswer(201, tellRefund(payment, refund));
  }

  function search({ query }: PartyRequest): PartyAnswer {
    const reference = query.get('external_reference');
    const [from, until] = ['begin_date', 'end_date'].map((name) =>
      Date.parse(query.get(name) ?? ''),
    );
    const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('offset') ?? 0)];
    if (!(limit <= MOST_SHOWN && offset <= MOST_OFFSET)) return badRequest(1, 'Invalid paging');
    const found = [...seller.payments.values()]
      .filter(({ fields }) => reference === null || fields.external_reference === reference)
      .filter(({ createdAt }) => !(createdAt < (from ?? 0)) && !(createdAt > (until ?? 0)));
    const results = found.slice(offset, offset + limit).map(tell);
    return jsonAnswer(200, { paging: { total: found.length, limit, offset }, results });
  }

  /** Charge-backs of a payment, under way or decided. */
  function searchChargebacks({ query }: PartyRequest): PartyAnswer {
    const payment = seller.payments.get(Number(query.get('payment_id')));
    const results = payment?.status === 'charged_back' ? [tellChargeback(payment)] : [];
    return jsonAnswer(200, { paging: { offset: 0, limit: 25, total: results.length }, results });
  }

  /** A write, which needs an idempotency key. */
  function once(handle: Route['handle']): Route['handle'] {
    const handleOnce = byKey(handle);
    return (request) => {
      if (request.headers['x-idempotency-key']) return handleOnce(request);
      record.violate('x-idempotency-key is missing', request);
      return badRequest(4292, "Header X-Idempotency-Key can't be null");
    };
  }

  function ofPayment(handle: (request: PartyRequest, payment: Payment) => PartyAnswer) {
    return (request: PartyRequest) => {
      const payment = seller.payments.get(Number(request.params.id));
      return payment === undefined ? notFound('Payment not found') : handle(request, payment);
    };
  }

  function getRefund({ params }: PartyRequest, payment: Payment): PartyAnswer {
    const refund = payment.refunds.find(({ id }) => `${id}` === params.refund);
    if (refund === undefined) return notFound('Refund not found');
    return jsonAnswer(200, tellRefund(payment, refund));
  }

  const item = '/v1/payments/:id';
  const refunds = `${item}/refunds`;
  return [
    { method: 'GET', path: '/users/me', handle: () => jsonAnswer(200, ME) },
    {
      method: 'POST',
      path: '/v1/card_tokens',
      handle: once((request) => postToken(desk, request)),
    },
    { method: 'POST', path: '/v1/payments', handle: once((request) => postPayment(desk, request)) },
    { method: 'GET', path: '/v1/payments/search', handle: search },
    { method: 'GET', path: '/v1/chargebacks/search', handle: searchChargebacks },
    { method: 'GET', path: item, handle: ofPayment((_, one) => jsonAnswer(200, tell(one))) },
    { method: 'PUT', path: item, handle: once(ofPayment(putPayment)) },
    { method: 'POST', path: refunds, handle: once(ofPayment(postRefund)) },
    {
      method: 'GET',
      path: refunds,
      handle: ofPayment((_, one) =>
        jsonAnswer(
          200,
          one.refunds.map((refund) => tellRefund(one, refund)),
        ),
      ),
    },
    { method: 'GET', path: `${refunds}/:refund`, handle: ofPayment(getRefund) },
  ]
    .map((route) => guarded(desk, route))
    .flatMap(orWithSlash);
}

function postToken({ seller, record }: SellerDesk, request: PartyRequest): PartyAnswer {
  const read = readBody(record, request, { schema: cardTokenFields, refuse: refuseFields });
  if ('refusal' in read) return read.refusal;
  const { card_number: number, expiration_month, expiration_year } = read.value;
  return jsonAnswer(201, {
    id: seller.storeToken(read.value),
    status: 'active',
    first_six_digits: number.slice(0, 6),
    last_four_digits: number.slice(-4),
    expiration_month: Number(expiration_month),
    expiration_year: Number(expiration_year),
    live_mode: false,
  });
}

function postPayment(desk: SellerDesk, request: PartyRequest): PartyAnswer {
  const { seller, record } = desk;
  const read = readBody(record, request, { schema: paymentFields, refuse: refuseFields });
  if ('refusal' in read) return read.refusal;
  const fields = read.value;
  const refusal = refusalOf(desk, request, fields);
  if (refusal !== null) return refusal;
  const isByCard = !['pix', 'bolbradesco'].includes(fields.payment_method_id ?? '');
  const card = isByCard ? seller.tokens.get(fields.token ?? '') : null;
  if (card === undefined) return badRequest(2006, 'Card Token not found');
  const method = fields.payment_method_id ?? methodOf(card?.card_number ?? '');
  if (method === null) return badRequest(2131, 'Cannot infer Payment Method');
  const payment = seller.pay({ ...fields, payment_method_id: method }, card);
  return jsonAnswer(201, tellOf(payment, desk.acs()));
}

function refusalOf(
  { record, now, isFacilitator }: SellerDesk,
  request: PartyRequest,
  fields: PaymentFields,
): PartyAnswer | null {
  if (fields.payment_method_id === 'pix') {
    // A code lives for half an hour to thirty days.
    const { date_of_expiration: until } = fields;
    const lifeMs = until === undefined ? DAY_MS : Date.parse(until) - now();
    if (lifeMs >= 30 * MINUTE_MS && lifeMs <= 30 * DAY_MS) return null;
    const between = 'is not between half an hour and thirty days from now';
    record.violate(`date_of_expiration ${between}`, request);
    return badRequest(3067, 'Invalid date_of_expiration');
  }
  if (fields.payment_method_id === 'bolbradesco') {
    const { wrong } = checkFields(boletoFields, fields);
    violateFields(record, request, wrong);
    if (wrong.length === 0) return null;
    return badRequest(4050, 'the payer of a boleto needs name and address');
  }
  if (isFacilitator && fields.forward_data === undefined) {
    record.violate('who sells is not told', request);
    return badRequest(1, 'Params Error: forward_data.sub_merchant');
  }
  if (fields.binary_mode === true && fields.three_d_secure_mode === 'optional') {
    record.violate('binary_mode leaves no room for a challenge', request);
  }
  if (fields.token !== undefined && fields.installments !== undefined) return null;
  record.violate('a card needs token and installments', request);
  return badRequest(4037, 'Invalid token or installments');
}

function guarded({ accessToken, record }: SellerDesk, route: Route): Route {
  return {
    ...route,
    handle: (request) => {
      const { authorization } = request.headers;
      if (authorization === `Bearer ${accessToken}`) return route.handle(request);
      if (authorization === undefined) record.violate('the access token is missing', request);
      return jsonAnswer(401, { code: 'unauthorized', message: 'invalid access token' });
    },
  };
}

/** Its own SDK (3.6.1) calls some of these with a slash at the end. */
function orWithSlash(route: Route): Route[] {
  return [route, { ...route, path: `${route.path}/` }];
}

/** By the number behind a token, roughly; null for what no seller takes here. */
function methodOf(number: string): string | null {
  return { 3: 'amex', 4: 'visa', 5: 'master' }[number.slice(0, 1)] ?? null;
}

function refuseFields(wrong: readonly WrongField[]): PartyAnswer {
  return badRequest(1, `Params Error: ${wrong.map(({ path }) => path).join(', ')}`);
}

function badRequest(code: number, description: string): PartyAnswer {
  const cause = [{ code, description, data: null }];
  return jsonAnswer(400, { message: description, error: 'bad_request', status: 400, cause });
}

function notFound(message: string): PartyAnswer {
  return jsonAnswer(404, { message, error: 'not_found', status: 404, cause: [] });
}
