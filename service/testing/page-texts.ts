import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { SANDBOX_ACCOUNTS } from '../sandbox/sandbox-accounts.ts';

/** What is called the same in both languages: names and brands, and what stands as it is written. */
const SAME = [
  /^(PIX|Boleto|Open Finance|CNPJ|CPF|E-mail|Webhooks|3-D Secure|PostgreSQL|Id|Menu|sandbox(, PIX)?)$/,
  // Types of events, headers, settings of providers, and how long or how an answer came.
  /^(payin|payout|webhook)\.[\w*]+$/,
  /^X-Webhook-Id$/,
  /^(certificate|token|[a-z]+(-[a-z]+)+)$/,
  /^(HTTP \d{3}|\d+ ms)$/,
  // Of tests and of the sandbox.
  /marca|@|^Pessoa \d+$|^Rua das Flores/,
];
const NAMES: readonly string[] = [
  ...SANDBOX_ACCOUNTS.flatMap(({ publicKey, name, tradeName }) => [
    publicKey.replace('pk_test_', ''),
    name,
    tradeName ?? '',
  ]),
  ...PROVIDER_DEFINITIONS.flatMap(({ name, title }) => [name, title]),
];

/** The texts of a page, those that only a screen reader tells too; no code and no data of forms. */
export function textsOf(html: string): Set<string> {
  const shown = html
    .replaceAll(/<(code|pre|time|textarea)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(\w+)[^>]* lang="[^"]*"[^>]*>[^<]*<\/\1>/g, '');
  const named = [...shown.matchAll(/(?:aria-label|title|data-name|alt)="([^"]*)"/g)];
  const texts = [...shown.matchAll(/>([^<]+)</g)];
  return new Set([...named, ...texts].map(([, text = '']) => text.trim()));
}

/** What two languages of a page have in common, and should not. */
export function saidInBoth(one: Set<string>, other: Set<string>): string[] {
  return [...one].filter(
    (text) =>
      other.has(text) &&
      /\p{L}{2}/u.test(text) &&
      !NAMES.includes(text) &&
      !SAME.some((same) => same.test(text)),
  );
}
