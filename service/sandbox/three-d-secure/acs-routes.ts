import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Acs, ChallengeView } from './acs.ts';
import type { ChallengeAnswer } from './bank-challenge.ts';
import type { BankEnv } from './bank-env.ts';
import { carryPage, challengePage, launchPage, refusalPage, silentPage } from './bank-pages.ts';
import { sessionDataSchema } from './challenge-message.ts';
import { erroSchema } from './erro.ts';
import { transIdField, urlField } from './message-fields.ts';
import { fromBase64Url, readMessage, toBase64Url } from './message-text.ts';
import { BadRequest, readFormBody } from './request-body.ts';
import { sendPage } from './send-page.ts';

const methodDataSchema = z.object({
  threeDSServerTransID: transIdField,
  threeDSMethodNotificationURL: urlField(256),
});

/** The bank's own pages, shown in frames of any shop. */
export function acsRoutes(app: Hono<BankEnv>, acs: Acs, bankUrl: () => string): void {
  app.get('/3ds/frame', (c) => sendPage(c, launchPage()));

  app.post('/3ds/method', async (c) => {
    const data = (await readFormBody(c))('threeDSMethodData');
    const received = readMessage(methodDataSchema, fromBase64Url(data ?? '') ?? '');
    if (!received.isValid) throw new BadRequest(400, ['threeDSMethodData']);
    const { threeDSServerTransID, threeDSMethodNotificationURL } = received.message;
    // This bank knows one 3DS Server, and sends browsers nowhere else.
    if (new URL(threeDSMethodNotificationURL).origin !== bankUrl()) {
      throw new BadRequest(400, ['threeDSMethodNotificationURL']);
    }
    const answer = toBase64Url(JSON.stringify({ threeDSServerTransID }));
    return sendPage(c, carryPage(threeDSMethodNotificationURL, { threeDSMethodData: answer }));
  });

  app.post('/3ds/method/silent', (c) => sendPage(c, silentPage()));

  app.post('/3ds/acs/challenge', async (c) => {
    const field = await readFormBody(c);
    const creq = fromBase64Url(field('creq') ?? '') ?? '';
    return show(c, await acs.open(creq), sessionDataOf(field));
  });

  app.post('/3ds/acs/challenge/:acsTransID/answer', async (c) => {
    const field = await readFormBody(c);
    const acsTransID = c.req.param('acsTransID');
    if (!transIdField.safeParse(acsTransID).success) throw new BadRequest(400, ['acsTransID']);
    return show(c, await acs.answer(acsTransID, answerOf(field)), sessionDataOf(field));
  });
}

function show(c: Context<BankEnv>, view: ChallengeView, threeDSSessionData: string) {
  switch (view.kind) {
    case 'page':
      return sendPage(
        c,
        challengePage(view.challenge, { notice: view.notice, sessionData: threeDSSessionData }),
      );
    case 'end': {
      const cres = toBase64Url(JSON.stringify(view.cres));
      return sendPage(c, carryPage(view.notificationURL, { cres, threeDSSessionData }));
    }
    case 'erro': {
      const erro = readMessage(erroSchema, view.erro);
      return sendPage(c, refusalPage(erro.isValid ? erro.message.errorCode : ''), 400);
    }
    default:
      return neverView(view);
  }
}

function answerOf(field: (name: string) => string | null): ChallengeAnswer {
  const turn = field('turn') ?? '';
  const action = (['cancel', 'resend', 'confirm'] as const).find((name) => field(name) !== null);
  if (action === undefined) throw new BadRequest(400, ['confirm']);
  const isNumber = /^\d{1,4}$/.test(turn);
  return { action, code: (field('code') ?? '').slice(0, 64), turn: isNumber ? Number(turn) : -1 };
}

/** Carried back as it came; what cannot have been ours is dropped. */
function sessionDataOf(field: (name: string) => string | null): string {
  const data = sessionDataSchema.safeParse(field('threeDSSessionData') ?? '');
  return data.success ? data.data : '';
}

function neverView(view: never): never {
  throw new Error(`a view is not handled: ${String(view)}`);
}
