import { html } from 'hono/html';
import type { Html, Page } from '../bank-page/bank-page.ts';
import { bankPage, REAIS } from '../bank-page/bank-page.ts';
import type { ChallengeView } from './authentications.ts';
import { MAX_WRONG_CODES, SANDBOX_CODE } from './challenge.ts';

type Question = Extract<ChallengeView, { kind: 'question' }>;

/** The bank's question. Plain forms: it works without JavaScript. */
export function challengePage(question: Question, sessionData: string): Page {
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
export function carryPage(action: string, fields: Readonly<Record<string, string>>): Page {
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

/** The blank page that sends a form into its own frame. */
export function launchPage(): Page {
  return bankPage('Banco Ipê', html`<form method="post"></form>`, { script: 'LAUNCH' });
}

/** The last page in a frame. `tell`: whom it tells what; null where nobody is known. */
export function notificationPage(
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

/** A method page that never says it is done. */
export function silentPage(): Page {
  return bankPage('Banco Ipê', html`<p>Aguarde.</p>`);
}

/** A challenge that cannot be shown; the code is the protocol's, for whoever integrates. */
export function refusalPage(errorCode: string): Page {
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
