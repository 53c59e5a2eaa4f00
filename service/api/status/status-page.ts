import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { MethodStatus, ServiceStatus } from '../../../contract/service-status.ts';

const STYLE = `
:root{color-scheme:light dark}
body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}
table{width:100%;border-collapse:collapse}
time span{white-space:nowrap}
th,td{padding:.5rem .5rem .5rem 0;border-bottom:1px solid;text-align:left;vertical-align:top}
`;

/** It loads nothing and runs nothing, and is not renewed while somebody reads it. */
export const STATUS_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE, 'utf8').digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** In Portuguese and in English; a status, a method and a state each by its name. */
const WORDS = {
  title: ['Estado dos pagamentos', 'Status of payments'],
  ok: ['Pagamentos são aceitos', 'Payments are taken'],
  unavailable: ['Nenhum pagamento é aceito agora', 'No payment is taken now'],
  since: ['desde', 'since'],
  columns: ['Meio, Estado, Desde', 'Method, Status, Since'],
  PIX: ['PIX', 'PIX'],
  BOLETO: ['Boleto', 'Boleto'],
  CREDIT_CARD: ['Cartão de crédito', 'Credit card'],
  OPEN_FINANCE: ['Open Finance', 'Open finance'],
  PAYOUT: ['Payouts por PIX', 'Payouts by PIX'],
  working: ['Funciona', 'Working'],
  failing: ['Com falhas', 'Failing'],
  unseen: ['Sem pedidos ainda', 'Not asked for yet'],
  note: [
    'Conta o que este servidor viu desde que começou. Para ver o que há de novo, recarregue.',
    'It tells what this server has seen since it started. Reload the page for what is new.',
  ],
} as const;

export async function statusPage(
  { status, since, methods }: ServiceStatus,
  language: 'pt' | 'en',
): Promise<string> {
  const say = (word: keyof typeof WORDS) => WORDS[word][language === 'pt' ? 0 : 1];
  const stateOf = ({ status: state }: MethodStatus) =>
    state === 'failing' ? html`<strong>${say(state)}</strong>` : say(state);
  const rows = methods.map(
    (one) => html`<tr><th scope="row">${say(one.method)}</th>
<td>${stateOf(one)}</td><td>${moment(one.since, language)}</td></tr>`,
  );
  const page = await html`<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${say('title')}</h1>
<p><strong>${say(status)}</strong>, ${say('since')} ${moment(since, language)}.</p>
<table>
<thead><tr>${say('columns')
    .split(', ')
    .map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>
<p>${say('note')}</p>
</main>
</body>
</html>`;
  return page.toString();
}

/** To the minute, in UTC: the page knows no reader's time. */
function moment(iso: string, language: 'pt' | 'en') {
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  const read = language === 'pt' ? day.split('-').reverse().join('/') : day;
  return html`<time datetime="${iso}"><span>${read}</span> <span>${time} UTC</span></time>`;
}
