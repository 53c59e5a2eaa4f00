import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Page } from '../bank-page/bank-page.ts';
import { bankPage, REAIS, sendPage } from '../bank-page/bank-page.ts';
import type { Authentications, ChallengeView } from './authentications.ts';
import type { ChallengeAnswer } from './challenge.ts';
import { MAX_WRONG_CODES, SANDBOX_CODE } from './challenge.ts';

/** Ties what a frame says to the run of the script that opened it. */
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/** The pages in the frames that the script opens, each with its nonce in the address. */
export function bankRoutes(app: Hono, authentications: Authentications): void {
  const silence = bankPage('Banco Ipê', html`<p>Aguarde.</p>`);
  app.get('/3ds/method/silent', (c) => sendPage(c, silence));

  app.get('/3ds/method/:transaction', async (c) => {
    const done = await authentications.methodDone(c.req.param('transaction'));
    return sendPage(c, endPage(c, 'method-done', done?.origin ?? null));
  });

  app.get('/3ds/challenge/:challenge', async (c) =>
    show(c, await authentications.openChallenge(c.req.param('challenge'))),
  );

  app.post('/3ds/challenge/:challenge', async (c) => {
    const answer = answerOf(await c.req.parseBody());
    if (answer === null) return sendPage(c, refusalPage(), 400);
    return show(c, await authentications.answerChallenge(c.req.param('challenge'), answer));
  });
}

function show(c: Context, view: ChallengeView | null): ReturnType<typeof sendPage> {
  if (view === null) return sendPage(c, refusalPage(), 404);
  // No cookie is needed, and the end decides nothing: the page tells the script to ask again.
  if (view.kind === 'end') return sendPage(c, endPage(c, 'challenge-done', view.origin));
  return sendPage(c, challengePage(view));
}

function answerOf(fields: Readonly<Record<string, unknown>>): ChallengeAnswer | null {
  const action = (['cancel', 'resend', 'confirm'] as const).find((name) => name in fields);
  if (action === undefined) return null;
  const isNumber = /^\d{1,4}$/.test(String(fields.turn));
  const code = String(fields.code ?? '').slice(0, 64);
  return { action, code, turn: isNumber ? Number(fields.turn) : -1 };
}

type Question = Extract<ChallengeView, { kind: 'question' }>;

/** Plain forms: it works without JavaScript. */
function challengePage(question: Question): Page {
  const { transaction, challenge, notice } = question;
  const error = errorOf(question);
  const isWrong = error !== null;
  const described = isWrong ? 'problem hint' : 'hint';
  const invalid = isWrong ? html` aria-invalid="true"` : '';
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
<form method="post" novalidate>
<input type="hidden" name="turn" value="${challenge.turn}">
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

/** The last page in a frame: tells the run that opened it, in the document that may hear it. */
function endPage(c: Context, event: 'method-done' | 'challenge-done', origin: string | null): Page {
  const content = html`<h1>Tudo certo por aqui</h1><p>Você já pode voltar à loja.</p>`;
  const nonce = c.req.query('nonce') ?? '';
  if (origin === null || !NONCE.test(nonce)) return bankPage('Banco Ipê', content);
  return bankPage('Banco Ipê', content, { script: 'NOTIFY', data: { origin, nonce, event } });
}

/** A challenge that cannot be shown. */
function refusalPage(): Page {
  return bankPage(
    'Banco Ipê',
    html`<h1>Não foi possível abrir esta confirmação</h1><p>Volte à loja e tente de novo.</p>`,
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
