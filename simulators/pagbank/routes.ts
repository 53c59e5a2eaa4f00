import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { createAnswersByKey, jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readBody, violateFields } from '../server/fields.ts';
import type { Account, Charge } from './account.ts';
import { tellCharge, tellOrder } from './answers.ts';
import type { CardKey } from './card-key.ts';
import type { AuthenticationFields, ChargeFields, OrderFields } from './fields.ts';
import { amountFields, orderFields } from './fields.ts';
import type { ThreeDS } from './three-d-secure.ts';

export type AccountDesk = {
  account: Account;
  record: PartyRecord;
  cardKey: CardKey;
  token: string;
  now: () => number;
  /** Whether cards may come in the clear, which PagBank lets nobody do unasked. */
  takesPlainCards: boolean;
  refundRefusals: ErrorMessage[];
};

const CARD = 'charges.0.payment_method.card';
const AUTHENTICATION = 'charges.0.payment_method.authentication_method';

export function orderRoutes(desk: AccountDesk): Route[] {
  const { account, record, cardKey, now } = desk;
  const description = 'the idempotency key was used with another body';
  const once = createAnswersByKey(
    record,
    refuse(409, { code: 'IDEMPOTENCY_CONFLICT', description }),
  );

  function postOrder(request: PartyRequest): PartyAnswer {
    const read = readBody(record, request, { schema: orderFields, refuse: refuseFields });
    if ('refusal' in read) return read.refusal;
    const order = read.value;
    const [charge] = order.charges ?? [];
    const method = charge?.payment_method;
    const isByCard = method !== undefined && method.type !== 'BOLETO';
    if (isByCard && method.card.number !== undefined && !desk.takesPlainCards) {
      const description = 'whitelist access required. Contact PagSeguro';
      return refuse(403, { code: 'ACCESS_DENIED', description });
    }
    const card = isByCard ? account.cardOf(method.card) : null;
    const wrong = [
      ...wrongTimes(order, now()),
      ...(charge === undefined ? [] : wrongAmount(charge)),
      ...(isByCard && card === null ? [{ path: CARD, reason: 'stands for no card' }] : []),
      ...(isByCard && method.authentication_method
        ? wrongProof(account.threeDS, method.authentication_method, {
            centavos: charge?.amount.value ?? 0,
            number: card?.number,
          })
        : []),
    ];
    if (wrong.length > 0) return violateWith(request, wrong);
    return jsonAnswer(201, tellOrder(account.open(order, card)));
  }

  function violateWith(request: PartyRequest, wrong: readonly WrongField[]): PartyAnswer {
    violateFields(record, request, wrong);
    return refuseFields(wrong);
  }

  function getOrder({ params }: PartyRequest): PartyAnswer {
    const order = account.orders.get(params.id ?? '');
    return order === undefined ? notFound() : jsonAnswer(200, tellOrder(order));
  }

  function findCharges(request: PartyRequest): PartyAnswer {
    const reference = request.query.get('reference_id');
    if (reference === null) {
      const wrong = [{ path: 'reference_id', reason: 'is missing: received undefined' }];
      return violateWith(request, wrong);
    }
    const found = [...account.charges.values()].filter(
      ({ fields }) => fields?.reference_id === reference,
    );
    return jsonAnswer(200, found.map(tellCharge));
  }

  function ofCharge(handle: (request: PartyRequest, charge: Charge) => PartyAnswer) {
    return (request: PartyRequest) => {
      const charge = account.charges.get(request.params.id ?? '');
      return charge === undefined ? notFound() : handle(request, charge);
    };
  }

  function cancel(request: PartyRequest, charge: Charge): PartyAnswer {
    const refusal = desk.refundRefusals.shift();
    if (refusal !== undefined) return refuse(400, refusal);
    const read = readBody(record, request, { schema: amountFields, refuse: refuseFields });
    if ('refusal' in read) return read.refusal;
    if (account.cancel(charge, read.value.amount.value)) {
      return jsonAnswer(201, tellCharge(charge));
    }
    const parameter_name = 'amount.value';
    return refuse(400, { code: '40002', description: 'invalid_parameter', parameter_name });
  }

  function tellPublicKey(): PartyAnswer {
    return jsonAnswer(200, { public_key: cardKey.publicKey(), created_at: now() });
  }

  const charge = '/charges/:id';
  return [
    { method: 'POST', path: '/orders', handle: once(postOrder) },
    { method: 'GET', path: '/orders/:id', handle: getOrder },
    { method: 'GET', path: '/charges', handle: findCharges },
    { method: 'GET', path: charge, handle: ofCharge((_, one) => jsonAnswer(200, tellCharge(one))) },
    { method: 'POST', path: `${charge}/cancel`, handle: once(ofCharge(cancel)) },
    { method: 'GET', path: '/public-keys/card', handle: tellPublicKey },
  ].map((route) => guarded(desk, route));
}

export function guarded({ record, token }: AccountDesk, route: Route): Route {
  return {
    ...route,
    handle: (request) => {
      const { authorization } = request.headers;
      if (authorization === `Bearer ${token}`) return route.handle(request);
      if (authorization === undefined) record.violate('the token is missing', request);
      const description = 'Invalid credential. Review AUTHORIZATION header';
      return refuse(401, { code: 'UNAUTHORIZED', description });
    },
  };
}

function wrongTimes({ qr_codes, charges }: OrderFields, now: number): WrongField[] {
  const end = qr_codes?.[0]?.expiration_date;
  const method = charges?.[0]?.payment_method;
  const due = method?.type === 'BOLETO' ? method.boleto.due_date : undefined;
  const today = new Date(now).toISOString().slice(0, 10);
  return [
    ...(end !== undefined && Date.parse(end) <= now
      ? [{ path: 'qr_codes.0.expiration_date', reason: 'is over' }]
      : []),
    ...(due !== undefined && due < today
      ? [{ path: 'charges.0.payment_method.boleto.due_date', reason: 'is over' }]
      : []),
  ];
}

/** The least that is charged: R$ 1.00 by Visa, R$ 0.20 otherwise, R$ 5.00 an instalment. */
function wrongAmount({ amount, payment_method: method }: ChargeFields): WrongField[] {
  const isVisa = method.type !== 'BOLETO' && method.card.number?.startsWith('4') === true;
  const parts = method.type === 'BOLETO' ? 1 : method.installments;
  const least = isVisa ? 100 : 20;
  const isTooSmall = amount.value < least || (parts > 1 && amount.value < parts * 500);
  return isTooSmall ? [{ path: 'charges.0.amount.value', reason: 'is too small' }] : [];
}

/** Only its own ids can be wrong: what others authenticated, the issuer judges. */
function wrongProof(
  { authentications }: ThreeDS,
  { id }: AuthenticationFields,
  { centavos, number }: { centavos: number; number: string | undefined },
): WrongField[] {
  if (id === undefined) return [];
  const path = `${AUTHENTICATION}.id`;
  const known = authentications.get(id);
  if (known === undefined) return [{ path, reason: 'is not known' }];
  if (known.isUsed) return [{ path, reason: 'was used before' }];
  if (known.step !== 'over' || known.flow !== 'AUTH_FLOW_COMPLETED') {
    return [{ path, reason: 'came to nothing' }];
  }
  if (known.number !== null && known.number !== number) {
    return [{ path, reason: 'is of another card' }];
  }
  return known.centavos === centavos ? [] : [{ path, reason: 'is of another amount' }];
}

function notFound(): PartyAnswer {
  return refuse(404, { code: '40400', description: 'not_found' });
}

export type ErrorMessage = { code: string; description: string; parameter_name?: string };

export function refuse(status: number, ...messages: ErrorMessage[]): PartyAnswer {
  return jsonAnswer(status, { error_messages: messages });
}

/** Something that no caller should have sent. */
export function refuseFields(wrong: readonly WrongField[]): PartyAnswer {
  return refuse(
    400,
    ...wrong.map(({ path: at, reason }) => ({
      // What its schema misses is said with these words.
      ...(reason.endsWith('received undefined')
        ? { code: '40001', description: 'required_parameter' }
        : { code: '40002', description: 'invalid_parameter' }),
      parameter_name: at.replace(/\.(\d+)/g, '[$1]'),
    })),
  );
}
