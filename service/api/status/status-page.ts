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

type Words = {
  title: string;
  service: Record<ServiceStatus['status'], string>;
  since: string;
  columns: readonly [string, string, string];
  methods: Record<MethodStatus['method'], string>;
  states: Record<MethodStatus['status'], string>;
  note: string;
};

const WORDS: Readonly<Record<'pt' | 'en', Words>> = {
  pt: {
    title: 'Estado dos pagamentos',
    service: { ok: 'Pagamentos são aceitos', unavailable: 'Nenhum pagamento é aceito agora' },
    since: 'desde',
    columns: ['Meio', 'Estado', 'Desde'],
    methods: {
      PIX: 'PIX',
      BOLETO: 'Boleto',
      CREDIT_CARD: 'Cartão de crédito',
      OPEN_FINANCE: 'Open Finance',
      PAYOUT: 'Payouts por PIX',
    },
    states: { working: 'Funciona', failing: 'Com falhas', unseen: 'Sem pedidos ainda' },
    note: 'Conta o que este servidor viu desde que começou. Para ver o que há de novo, recarregue.',
  },
  en: {
    title: 'Status of payments',
    service: { ok: 'Payments are taken', unavailable: 'No payment is taken now' },
    since: 'since',
    columns: ['Method', 'Status', 'Since'],
    methods: {
      PIX: 'PIX',
      BOLETO: 'Boleto',
      CREDIT_CARD: 'Credit card',
      OPEN_FINANCE: 'Open finance',
      PAYOUT: 'Payouts by PIX',
    },
    states: { working: 'Working', failing: 'Failing', unseen: 'Not asked for yet' },
    note: 'It tells what this server has seen since it started. Reload the page for what is new.',
  },
};

export async function statusPage(
  { status, since, methods }: ServiceStatus,
  language: 'pt' | 'en',
): Promise<string> {
  const words = WORDS[language];
  const stateOf = ({ status: state }: MethodStatus) =>
    state === 'failing' ? html`<strong>${words.states[state]}</strong>` : words.states[state];
  const rows = methods.map(
    (one) => html`<tr><th scope="row">${words.methods[one.method]}</th>
<td>${stateOf(one)}</td><td>${moment(one.since, language)}</td></tr>`,
  );
  const page = await html`<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p><strong>${words.service[status]}</strong>, ${words.since} ${moment(since, language)}.</p>
<table>
<thead><tr>${words.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>
<p>${words.note}</p>
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
