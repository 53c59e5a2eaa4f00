import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { BANK_STYLE } from './bank-style.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export type Page = { body: Html; policy: string };

export const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Tells the document around this one, at exactly the origin it was opened from, that it is over. */
const NOTIFY = `
const { origin, nonce, event } = document.body.dataset;
if (origin) parent.postMessage({ from: 'sandbox-3ds', event, nonce }, origin);
`.trim();

/** Goes back to the field; \`autofocus\` is refused to frames of another origin. */
const FOCUS = "document.getElementById('code').focus();";

const SCRIPTS = { NOTIFY, FOCUS };
const HASHES = {
  NOTIFY: policyHash(NOTIFY),
  FOCUS: policyHash(FOCUS),
  STYLE: policyHash(BANK_STYLE),
};

export function bankPage(
  title: string,
  content: Html,
  options: {
    script?: keyof typeof SCRIPTS;
    data?: Readonly<Record<string, string>>;
    bankName?: string;
    /** A page that no other may show inside itself. */
    isAlone?: boolean;
  } = {},
): Page {
  const { script, data = {}, bankName = 'Banco Ipê', isAlone = false } = options;
  // Our own style and scripts go in as they are: escaped, they would be others than the hashed.
  const code = script === undefined ? '' : html`<script>${raw(SCRIPTS[script])}</script>`;
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  const body = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(BANK_STYLE)}</style>
</head>
<body${attributes}>
<header>${FLOWER}<span>${bankName}</span></header>
<main>${content}</main>
${code}
</body>
</html>`;
  return { body, policy: policyOf(script, isAlone) };
}

export function sendPage(c: Context, page: Page, status: 200 | 400 | 404 = 200) {
  c.header('Content-Security-Policy', page.policy);
  return c.html(page.body, status);
}

function policyOf(script: keyof typeof SCRIPTS | undefined, isAlone: boolean): string {
  return [
    "default-src 'none'",
    `style-src ${HASHES.STYLE}`,
    ...(script === undefined ? [] : [`script-src ${HASHES[script]}`]),
    "form-action 'self'",
    "base-uri 'none'",
    // A bank's challenge is shown inside any shop.
    isAlone ? "frame-ancestors 'none'" : 'frame-ancestors *',
  ].join('; ');
}

function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

const FLOWER = html`<svg viewBox="-12 -12 24 24" aria-hidden="true">${[0, 72, 144, 216, 288].map(
  (turn) => html`<ellipse cy="-6.4" rx="4" ry="5" transform="rotate(${turn})"/>`,
)}<circle r="2.2" fill="#b3541e"/></svg>`;
