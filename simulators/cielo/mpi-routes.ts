import type { z } from 'zod';
import { challengeRoutes } from '../server/challenge-page.ts';
import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer, withCors } from '../server/exchange.ts';
import { readBody, readJson } from '../server/fields.ts';
import type { Mpi, MpiSession } from './mpi.ts';
import { tellMpi } from './mpi.ts';
import { enrollFields, initFields, tokenFields, validateFields } from './mpi-fields.ts';
import { mpiScript } from './mpi-script.ts';

/**
 * The MPI V3, which Cielo and Braspag share: its server, its script, and the frames and servers of
 * Cardinal that the script brings.
 *
 * Sources, read 2026-11-28; nobody was called: docs.cielo.com.br/gateway, "mpi-v3", "faq-mpi-v3",
 * "cartoes-teste-3ds", "return-codes-3ds", "data-only"; what an integration of others found in
 * Cielo's sandbox in 2026-09: a token is of one session and good for one init (409), a call out of
 * turn is a 409, names of answers begin with capitals, a code beside each status. Inferred: what code
 * status 0 has for a card without 3-D Secure, all of what the script asks of Cardinal, and that
 * `validate` before the bank's answer finds nobody authenticated.
 */
export type MpiDesk = {
  mpi: Mpi;
  record: PartyRecord;
  credentials: Readonly<Record<'client-id' | 'client-secret', string>>;
  bank: () => string;
};

export function mpiRoutes({ mpi, record, credentials, bank }: MpiDesk): Route[] {
  const pair = `${credentials['client-id']}:${credentials['client-secret']}`;
  const basic = `Basic ${Buffer.from(pair).toString('base64')}`;

  function read<Schema extends z.ZodType>(request: PartyRequest, schema: Schema) {
    const refuse = (wrong: readonly { path: string }[]) => {
      const faults = wrong.map(({ path }) => ({ Code: path, Message: `'${path}' is not valid.` }));
      return jsonAnswer(400, faults);
    };
    return readBody(record, request, { schema, refuse });
  }

  function openToken(request: PartyRequest): PartyAnswer {
    if (request.headers.authorization !== basic) return jsonAnswer(401, {});
    const body = read(request, tokenFields);
    if ('refusal' in body) return body.refusal;
    const told = { access_token: mpi.open(), token_type: 'bearer', expires_in: 1200 };
    return jsonAnswer(201, told);
  }

  /** Each in its turn, by the token of its session; null where it is of another order. */
  function inTurn<Schema extends z.ZodType>(
    name: string,
    { step, schema }: { step: readonly MpiSession['step'][]; schema: Schema },
    handle: (session: MpiSession, body: z.output<Schema>) => object | null,
  ): Route {
    return {
      ...{ method: 'POST', path: `/v3/3ds/${name}` },
      handle(request) {
        const session = mpi.withToken(`${request.headers.authorization}`.replace('Bearer ', ''));
        if (session === undefined) return jsonAnswer(401, {});
        const body = read(request, schema);
        if ('refusal' in body) return body.refusal;
        const told = step.includes(session.step) ? handle(session, body.value) : null;
        return told === null ? jsonAnswer(409, {}) : jsonAnswer(200, told);
      },
    };
  }

  const isIts = (session: MpiSession, body: { orderNumber: string; totalAmount: number }) =>
    body.orderNumber === session.orderNumber && body.totalAmount === session.centavos;

  return [
    { method: 'POST', path: '/v3/auth/token', handle: openToken },
    { method: 'GET', path: '/Scripts/V3/mpi.js', handle: () => scriptOf(mpiScript(bank())) },
    inTurn('init', { step: ['authorised'], schema: initFields }, (session, body) => {
      const { orderNumber, amount: centavos } = body;
      Object.assign(session, { orderNumber, centavos, step: 'told' });
      return { ReferenceId: session.referenceId, Token: session.browserToken };
    }),
    inTurn('enroll', { step: ['told'], schema: enrollFields }, (session, body) => {
      if (!isIts(session, body)) return null;
      mpi.enroll(session, body.card.cardNumber, body.authNotifyOnly === true);
      return tellMpi(session, bank());
    }),
    inTurn(
      'validate',
      { step: ['challenged', 'over'], schema: validateFields },
      (session, body) => {
        if (!isIts(session, body) || body.transactionId !== session.transactionId) return null;
        if (session.step === 'challenged') mpi.answer(session, false);
        return tellMpi(session, bank());
      },
    ),
  ];
}

type Told = { readonly [member: string]: unknown };

/** In the place of Cardinal: what its script asks, and the page of the card's bank. */
export function mpiBankRoutes({ mpi, record }: Pick<MpiDesk, 'mpi' | 'record'>): Route[] {
  function asked(path: string, handle: (session: MpiSession, body: Told) => void): Route[] {
    const answer = (request: PartyRequest) => {
      const body = Object(readJson(request.rawBody)) as Told;
      const session = mpi.ofBrowser(`${body.token}`);
      if (session === undefined) record.violate('is of no session', request);
      else handle(session, body);
      return withCors({ status: session === undefined ? 403 : 200 });
    };
    return [
      { method: 'OPTIONS', path, handle: () => withCors({ status: 204 }) },
      { method: 'POST', path, handle: answer },
    ];
  }

  return [
    { method: 'GET', path: '/songbird.js', handle: () => scriptOf('') },
    ...asked('/cruise/setup', (session, { referenceId }) => {
      if (referenceId !== session.referenceId) record.violate('the session is another');
    }),
    ...asked('/cruise/card', (session, { number }) => {
      session.seenNumber = `${number}`;
    }),
    ...challengeRoutes({
      record,
      field: 'payload',
      textOf: (id) => {
        const session = mpi.ofChallenge(id);
        return session === undefined || session.step === 'challenged' ? session?.pareq : null;
      },
      end: (id, isConfirmed) => {
        const session = mpi.ofChallenge(id);
        if (session !== undefined) mpi.answer(session, isConfirmed);
      },
      lastWords: () => 'parent.postMessage("challenge-over", "*")',
    }),
  ];
}

function scriptOf(body: string): PartyAnswer {
  const headers = { 'content-type': 'application/javascript; charset=utf-8' };
  return { status: 200, headers, body };
}
