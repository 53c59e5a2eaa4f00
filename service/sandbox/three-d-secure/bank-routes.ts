import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { sendPage } from '../bank-page/bank-page.ts';
import type { Authentications, ChallengeView } from './authentications.ts';
import {
  carryPage,
  challengePage,
  launchPage,
  notificationPage,
  refusalPage,
  silentPage,
} from './bank-pages.ts';
import type { ChallengeAnswer } from './challenge.ts';
import {
  creqSchema,
  cresSchema,
  decodeMessage,
  encodeMessage,
  MESSAGE_VERSION,
  nonceField,
  sessionDataSchema,
  transIdField,
} from './messages.ts';
import type { FormField } from './request-body.ts';
import { BadRequest, readFormBody } from './request-body.ts';

const methodDataSchema = z.object({
  threeDSServerTransID: transIdField,
  threeDSMethodNotificationURL: z.url({ protocol: /^https?$/ }).check(z.maxLength(256)),
});
const methodDoneSchema = z.object({ threeDSServerTransID: transIdField });
const sessionDataContent = z.object({ nonce: nonceField });

/** Error codes of EMV 3-D Secure, for whoever integrates. */
const ERROR_CODES = { malformed: '203', unknown: '301', mismatch: '305' } as const;

/** The bank's own pages, shown in frames of any shop, and where they send browsers back to. */
export function bankRoutes(
  app: Hono,
  authentications: Authentications,
  bankUrl: () => string,
): void {
  app.get('/3ds/frame', (c) => sendPage(c, launchPage()));

  app.post('/3ds/method', async (c) => {
    const data = decodeMessage(methodDataSchema, (await readFormBody(c))('threeDSMethodData'));
    if (data === null) throw new BadRequest(400, ['threeDSMethodData']);
    const { threeDSServerTransID, threeDSMethodNotificationURL } = data;
    // This bank knows one 3DS Server, and sends browsers nowhere else.
    if (new URL(threeDSMethodNotificationURL).origin !== bankUrl()) {
      throw new BadRequest(400, ['threeDSMethodNotificationURL']);
    }
    const threeDSMethodData = encodeMessage({ threeDSServerTransID });
    return sendPage(c, carryPage(threeDSMethodNotificationURL, { threeDSMethodData }));
  });

  app.post('/3ds/method/silent', (c) => sendPage(c, silentPage()));

  app.post('/3ds/method-notification', async (c) => {
    const data = decodeMessage(methodDoneSchema, (await readFormBody(c))('threeDSMethodData'));
    const nonce = nonceField.safeParse(c.req.query('nonce')).data;
    const done = data && (await authentications.methodDone(data.threeDSServerTransID));
    return sendPage(c, notificationPage('method-done', addressee(done, nonce)));
  });

  app.post('/3ds/acs/challenge', async (c) => {
    const field = await readFormBody(c);
    const creq = decodeMessage(creqSchema, field('creq'));
    if (creq === null) return sendPage(c, refusalPage(ERROR_CODES.malformed), 400);
    return show(c, await authentications.openChallenge(creq), field);
  });

  app.post('/3ds/acs/challenge/:acsTransID/answer', async (c) => {
    const field = await readFormBody(c);
    const acsTransID = c.req.param('acsTransID');
    if (!transIdField.safeParse(acsTransID).success) throw new BadRequest(400, ['acsTransID']);
    const view = await authentications.answerChallenge(acsTransID, answerOf(field));
    return show(c, view, field);
  });

  // No cookie is needed, nothing here decides: the page tells the script to ask again.
  app.post('/3ds/challenge-notification', async (c) => {
    const field = await readFormBody(c);
    const cres = decodeMessage(cresSchema, field('cres'));
    if (cres === null) return sendPage(c, notificationPage('challenge-error', null));
    const nonce = decodeMessage(sessionDataContent, sessionDataOf(field))?.nonce;
    const done = await authentications.challengeDone(cres);
    return sendPage(c, notificationPage('challenge-done', addressee(done, nonce)));
  });

  function show(c: Context, view: ChallengeView, field: FormField) {
    const threeDSSessionData = sessionDataOf(field);
    switch (view.kind) {
      case 'question':
        return sendPage(c, challengePage(view, threeDSSessionData));
      case 'end': {
        const { kind: _kind, ...end } = view;
        const cres = { messageType: 'CRes', messageVersion: MESSAGE_VERSION, ...end };
        const fields = { cres: encodeMessage(cres), threeDSSessionData };
        return sendPage(c, carryPage(`${bankUrl()}/3ds/challenge-notification`, fields));
      }
      case 'refused':
        return sendPage(c, refusalPage(ERROR_CODES[view.cause]), 400);
      default:
        return neverView(view);
    }
  }
}

function answerOf(field: FormField): ChallengeAnswer {
  const turn = field('turn') ?? '';
  const action = (['cancel', 'resend', 'confirm'] as const).find((name) => field(name) !== null);
  if (action === undefined) throw new BadRequest(400, ['confirm']);
  const isNumber = /^\d{1,4}$/.test(turn);
  return { action, code: (field('code') ?? '').slice(0, 64), turn: isNumber ? Number(turn) : -1 };
}

/** Carried back as it came; what cannot have been ours is dropped. */
function sessionDataOf(field: FormField): string {
  return sessionDataSchema.safeParse(field('threeDSSessionData')).data ?? '';
}

function addressee(
  told: { origin: string | null } | null,
  nonce: string | undefined,
): { origin: string; nonce: string } | null {
  if (nonce === undefined || told === null || told.origin === null) return null;
  return { origin: told.origin, nonce };
}

function neverView(view: never): never {
  throw new Error(`a view is not handled: ${String(view)}`);
}
