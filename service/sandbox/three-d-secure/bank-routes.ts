import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Html, Page } from '../bank-page/bank-page.ts';
import { bankPage, REAIS, sendPage } from '../bank-page/bank-page.ts';
import type { Authentications, ChallengeView } from './authentications.ts';
import type { ChallengeAnswer } from './challenge.ts';
import { MAX_WRONG_CODES, SANDBOX_CODE } from './challenge.ts';
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

export function bankRoutes(
  app: Hono,
  authentications: Authentications,
  bankUrl: () => string,
): void {
  const launch = html`<form method="post"></form>`;
  app.get('/3ds/frame', (c) => sendPage(c, bankPage('Banco Ipê', launch, { script: 'LAUNCH' })));

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

  const silence = bankPage('Banco Ipê', html`<p>Aguarde.</p>`);
  app.post('/3ds/method/silent', (c) => sendPage(c, silence));

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

  function show(c: Context, view: ChallengeView, field: FormField): ReturnType<typeof sendPage> {
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

type Question = Extract<ChallengeView, { kind: 'question' }>;

/** Plain forms: it works without JavaScript. */
function challengePage(question: Question, sessionData: string): Page {
  const { transaction, challenge, notice } = question;
  const error = errorOf(question);
  const isWrong = error !== null;
  const described = isWrong ? 'problem hint' : 'hint';
  const invalid = isWrong ? html` aria-invalid="true"` : '';
  const action = `/3ds/acs/challenge/${challenge.acsTransID}/answer`;
  return bankPage(
    isWrong ? 'Erro: confirme sua compra - Banco Ipê' : 'Confirme sua compra - Banco Ipê',
    html`<h1>Confirme sua compra</h1>
<dl>
<dt>Loja</dt><dd>${transaction.merchantName}</dd>
<dt>Valor</dt><dd>${REAIS.format(transaction.amount / 100)}</dd>
<dt>Cartão</dt><dd><span aria-hidden="true">•••• </span>final ${challenge.lastFour}</dd>
</dl>
${error === null ? '' : html`<p class="error" role="alert" id="problem"><a href="#code">${error}</a></p>`}
${notice === 'code_sent' ? html`<p class="notice" role="status">Enviamos um novo código.</p>` : ''}
<form method="post" action="${action}" novalidate>
<input type="hidden" name="turn" value="${challenge.turn}">
<input type="hidden" name="threeDSSessionData" value="${sessionData}">
<label for="code">Código enviado por SMS</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="8" spellcheck="false" aria-describedby="${described}" aria-required="true"${invalid}>
<button name="confirm" value="1">Confirmar compra</button>
<div class="more">
<button name="resend" value="1">Reenviar código</button>
<button name="cancel" value="1">Cancelar</button>
</div>
</form>
<p class="hint" id="hint">Ambiente de testes: código ${SANDBOX_CODE}.</p>`,
    // Only after the cardholder has acted here: a page around must not lose its focus.
    notice === 'none' ? {} : { script: 'FOCUS' },
  );
}

/** Carries a message on by the browser: at once with scripts, by a button without. */
function carryPage(action: string, fields: Readonly<Record<string, string>>): Page {
  return bankPage(
    'Banco Ipê',
    html`<h1>Quase lá</h1>
<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="go">Continuar</button>
</form>`,
    { script: 'SUBMIT' },
  );
}

/** The last page in a frame. `tell`: null where nobody is known. */
function notificationPage(
  event: 'method-done' | 'challenge-done' | 'challenge-error',
  tell: { origin: string; nonce: string } | null,
): Page {
  const content: Html =
    event === 'challenge-error'
      ? html`<h1>Não foi possível confirmar</h1><p>Volte à loja e tente de novo.</p>`
      : html`<h1>Tudo certo por aqui</h1><p>Você já pode voltar à loja.</p>`;
  if (tell === null) return bankPage('Banco Ipê', content);
  return bankPage('Banco Ipê', content, { script: 'NOTIFY', data: { ...tell, event } });
}

/** A challenge that cannot be shown; the code is the protocol's, for whoever integrates. */
function refusalPage(errorCode: string): Page {
  return bankPage(
    'Banco Ipê',
    html`<h1>Não foi possível abrir esta confirmação</h1>
<p>Volte à loja e tente de novo.</p><p class="hint">Código ${errorCode}</p>`,
  );
}

function errorOf({ notice, challenge }: Question): string | null {
  if (notice === 'empty_code') return 'Digite o código recebido.';
  if (notice !== 'wrong_code') return null;
  const left = MAX_WRONG_CODES - challenge.wrongCodes;
  return left === 1
    ? 'Código incorreto. Resta 1 tentativa.'
    : `Código incorreto. Restam ${left} tentativas.`;
}
