import { challengeRoutes } from '../server/challenge-page.ts';
import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer, withCors } from '../server/exchange.ts';
import { readBody } from '../server/fields.ts';
import { knownIn } from '../server/known-in.ts';
import type { ScriptEnvironment } from './browser-script.ts';
import { browserScript } from './browser-script.ts';
import { threeDSFields } from './fields.ts';
import type { AccountDesk } from './routes.ts';
import { guarded, refuse, refuseFields } from './routes.ts';
import type { Authentication } from './three-d-secure.ts';

const PATH = '/checkout-sdk/3ds/authentications';

/**
 * Where sessions are opened by the account, and authentications made by the browser's script: begun,
 * gone on with once the browser is known, and asked for again after the bank's page.
 *
 * Sources, read 2026-11-23; nobody was called: the typings of its plugin, github
 * pagseguro/pagbank-for-woocommerce at ddd6784; addresses, the session as `authorization` and the
 * fields of a request as pages of shops are seen to send them. Inferred: the answers between the
 * first and the last, and how a session that is over is refused.
 */
export function sdkRoutes(desk: AccountDesk, bank: () => string): Route[] {
  const { account, record } = desk;
  const { threeDS } = account;

  /** Any page may ask: what lets it in is the session. */
  function inSession(
    handle: (request: PartyRequest, session: string) => PartyAnswer,
  ): Route['handle'] {
    return (request) => {
      const session = request.headers.authorization ?? '';
      const answer = threeDS.isOpen(session) ? handle(request, session) : refuseSession();
      return withCors(answer);
    };
  }

  function begin(request: PartyRequest, session: string): PartyAnswer {
    const read = readBody(record, request, { schema: threeDSFields, refuse: refuseFields });
    if ('refusal' in read) return read.refusal;
    const { paymentMethod, amount } = read.value;
    const { number } = paymentMethod.card;
    const { id } = threeDS.begin({ session, number, centavos: amount.value });
    const initialization = { bin: number.slice(0, 6), jwt: 'a.b.c' };
    return jsonAnswer(201, { id, status: 'REQUIRE_INITIALIZATION', initialization });
  }

  function goOn(request: PartyRequest, session: string): PartyAnswer {
    const authentication = threeDS.authentications.get(request.params.id ?? '');
    if (authentication?.session !== session) {
      record.violate('is of another session', request);
      return refuse(404, { code: '40400', description: 'not_found' });
    }
    threeDS.goOn(authentication);
    return jsonAnswer(200, tell(authentication, bank()));
  }

  const preflight = () => withCors({ status: 204 });
  const openSession = () => jsonAnswer(201, threeDS.openSession());
  return [
    guarded(desk, { method: 'POST', path: '/checkout-sdk/sessions', handle: openSession }),
    { method: 'OPTIONS', path: PATH, handle: preflight },
    { method: 'OPTIONS', path: `${PATH}/:id`, handle: preflight },
    { method: 'POST', path: PATH, handle: inSession(begin) },
    { method: 'POST', path: `${PATH}/:id`, handle: inSession(goOn) },
  ];
}

function tell({ id, step, flow, status, payload }: Authentication, bank: string): object {
  if (step === 'challenged') {
    const challenge = {
      acsUrl: `${bank}/challenges/${id}`,
      payload,
      transactionId: id.slice(4),
      brand: 'VISA',
      issuer: 'BANCO DE TESTE',
    };
    return { id, status: 'REQUIRE_CHALLENGE', challenge };
  }
  return {
    id,
    status: flow,
    ...(flow === 'AUTH_FLOW_COMPLETED' ? { authenticationStatus: status } : {}),
  };
}

/** The browser's script, at the address that PagBank's pages give. */
export function scriptRoutes(sdk: () => string, environment: ScriptEnvironment): Route[] {
  const headers = { 'content-type': 'application/javascript; charset=utf-8' };
  const handle = () => ({ status: 200, headers, body: browserScript(sdk(), environment) });
  const path = '/checkout-sdk-js/rc/dist/browser/pagseguro.min.js';
  return [{ method: 'GET', path, handle }];
}

/** The page of the card's bank, which the script opens in a frame of its own. */
export function bankRoutes({ account, record }: AccountDesk): Route[] {
  const { authentications } = account.threeDS;
  return challengeRoutes({
    record,
    field: 'payload',
    textOf: (id) => {
      const one = authentications.get(id);
      return one === undefined || one.step === 'challenged' ? one?.payload : null;
    },
    end: (id, isConfirmed) =>
      account.threeDS.answer(knownIn(authentications, id, 'authentication'), isConfirmed),
    lastWords: () => 'parent.postMessage("challenge-over", "*")',
  });
}

function refuseSession(): PartyAnswer {
  const description = 'the session is not valid, or over';
  return refuse(401, { code: 'UNAUTHORIZED', description });
}
