import type { z } from 'zod';
import { challengeRoutes } from '../server/challenge-page.ts';
import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readBody, readJson } from '../server/fields.ts';
import type { Mpi, MpiSession } from './mpi.ts';
import { enrollMpi, tellMpi } from './mpi.ts';
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
    const { accessToken } = mpi.open();
    return jsonAnswer(201, { access_token: accessToken, token_type: 'bearer', expires_in: 1200 });
  }

  /** Each in its turn, by the token of its session. */
  function inTurn<Schema extends z.ZodType>(
    path: string,
    { step, schema }: { step: readonly MpiSession['step'][]; schema: Schema },
    handle: (session: MpiSession, body: z.output<Schema>) => PartyAnswer,
  ): Route {
    return {
      method: 'POST',
      path,
      handle(request) {
        const session = mpi.withToken(`${request.headers.authorization}`.replace('Bearer ', ''));
        if (session === undefined) return jsonAnswer(401, {});
        const body = read(request, schema);
        if ('refusal' in body) return body.refusal;
        return step.includes(session.step) ? handle(session, body.value) : jsonAnswer(409, {});
      },
    };
  }

  function isOther(session: MpiSession, body: { orderNumber: string; totalAmount: number }) {
    return body.orderNumber !== session.orderNumber || body.totalAmount !== session.centavos;
  }

  return [
    { method: 'POST', path: '/v3/auth/token', handle: openToken },
    inTurn('/v3/3ds/init', { step: ['authorised'], schema: initFields }, (session, body) => {
      const { orderNumber, amount: centavos } = body;
      Object.assign(session, { orderNumber, centavos, step: 'told' });
      return jsonAnswer(200, { ReferenceId: session.referenceId, Token: session.browserToken });
    }),
    inTurn('/v3/3ds/enroll', { step: ['told'], schema: enrollFields }, (session, body) => {
      if (isOther(session, body)) return jsonAnswer(409, {});
      session.number = body.card.cardNumber;
      enrollMpi(session, body.authNotifyOnly === true);
      return jsonAnswer(200, tellMpi(session, bank()));
    }),
    inTurn(
      '/v3/3ds/validate',
      { step: ['challenged', 'over'], schema: validateFields },
      (session, body) => {
        const isIts = body.transactionId === session.transactionId;
        if (isOther(session, body) || !isIts) return jsonAnswer(409, {});
        if (session.step === 'challenged') mpi.answer(session, false);
        return jsonAnswer(200, tellMpi(session, bank()));
      },
    ),
    {
      method: 'GET',
      path: '/Scripts/V3/mpi.js',
      handle: () => scriptOf(mpiScript(bank())),
    },
  ];
}

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

type Told = { readonly [member: string]: unknown };

function scriptOf(body: string): PartyAnswer {
  const headers = { 'content-type': 'application/javascript; charset=utf-8' };
  return { status: 200, headers, body };
}

function withCors(answer: PartyAnswer): PartyAnswer {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  };
  return { ...answer, headers };
}
