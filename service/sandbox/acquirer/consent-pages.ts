import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Html } from '../bank-page/bank-page.ts';
import { bankPage, REAIS, sendPage } from '../bank-page/bank-page.ts';
import type { Consent, ConsentAnswer, Consents, ConsentView } from './consent.ts';

/**
 * The sandbox bank's page on which a buyer authorizes a payment: plain forms, no script. An answer
 * sends the buyer back to the payin's `returnUrl`; where it has none, the last page says that it can be
 * closed. The shop learns the outcome by webhook in any case.
 */
export function createConsentApp(consents: Consents): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: 1024, onError: (c) => c.text('', 413) }));
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Origin-Agent-Cluster', '?1');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Content-Type-Options', 'nosniff');
  });

  const show = (c: Context, view: ConsentView | null, status: 200 | 400 = 200) => {
    const bankName = view?.consent.bankName ?? 'Banco Ipê';
    const { title, content } = view === null ? UNKNOWN : pageOf(view);
    const page = bankPage(`${title} - ${bankName}`, content, { bankName, isAlone: true });
    return sendPage(c, page, view === null ? 404 : status);
  };

  app.get('/open-finance/consents/:id', async (c) => {
    return show(c, await read(consents, c));
  });

  app.post('/open-finance/consents/:id', async (c) => {
    const view = await read(consents, c);
    const answer = answerOf(await c.req.text());
    if (view === null || answer === null) return show(c, view, 400);
    const answered = await consents.answer(c.req.param('id'), answer);
    // Not by a redirect: the policy of the page with the form would have to name every shop.
    if (answered?.kind === 'answered' && answered.consent.returnUrl) {
      c.header('Refresh', `0; url=${answered.consent.returnUrl}`);
    }
    return show(c, answered);
  });
  return app;
}

async function read(consents: Consents, c: Context): Promise<ConsentView | null> {
  const id = c.req.param('id') ?? '';
  return /^[0-9a-f]{32}$/.test(id) ? consents.find(id) : null;
}

/** The button that was pressed; null for a form that is not ours. */
function answerOf(body: string): ConsentAnswer | null {
  const fields = new URLSearchParams(body);
  const pressed = (['confirm', 'cancel'] as const).filter((name) => fields.has(name));
  return pressed.length === 1 ? (pressed[0] ?? null) : null;
}

const UNKNOWN = {
  title: 'Pagamento não encontrado',
  content: html`<h1>Pagamento não encontrado</h1><p>Volte à loja e tente de novo.</p>`,
};

function pageOf(view: ConsentView): { title: string; content: Html } {
  switch (view.kind) {
    case 'open':
      return { title: 'Autorize o pagamento', content: question(view.consent) };
    case 'over':
      return {
        title: 'Prazo encerrado',
        content: html`<h1>O prazo para autorizar terminou</h1>
<p>Nada foi cobrado. Volte à loja para pagar de novo.</p>${wayBack(view)}`,
      };
    case 'answered':
      return view.answer === 'confirm'
        ? {
            title: 'Pagamento autorizado',
            content: html`<h1>Pagamento autorizado</h1>${summary(view.consent)}
<p>A loja já foi avisada. ${closing(view)}</p>${wayBack(view)}`,
          }
        : {
            title: 'Pagamento recusado',
            content: html`<h1>Pagamento recusado</h1>
<p>Nada foi cobrado. ${closing(view)}</p>${wayBack(view)}`,
          };
  }
}

function closing({ consent }: ConsentView): string {
  return consent.returnUrl ? 'Levamos você de volta.' : 'Você pode fechar esta página.';
}

function wayBack({ consent: { returnUrl } }: ConsentView): Html | '' {
  return returnUrl ? html`<p><a href="${returnUrl}">Voltar à loja</a></p>` : '';
}

function question(consent: Consent): Html {
  return html`<h1>Autorize o pagamento</h1>${summary(consent)}
<form method="post">
<button name="confirm" value="1">Autorizar pagamento</button>
<div class="more"><button name="cancel" value="1">Recusar</button></div>
</form>
<p class="hint">Ambiente de testes: nenhum valor é cobrado.</p>`;
}

function summary({ merchantName, amount }: Consent): Html {
  return html`<dl>
<dt>Loja</dt><dd>${merchantName}</dd>
<dt>Valor</dt><dd>${REAIS.format(amount / 100)}</dd>
</dl>`;
}
