import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { cardSchema } from '../../../contract/card/card.ts';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { payerSchema } from '../../../contract/payments/payin.ts';
import { pixKeyTypeSchema } from '../../../contract/payments/pix-key.ts';
import { parseJson } from '../../../service/base/shared/parse-json.ts';
import { UsageError } from '../../../service/cli/command.ts';
import { readContent } from '../../../service/cli/read-content.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../../../service/providers/registry.ts';
import { BUYER } from '../merchant.ts';
import type { CardOfProof } from './steps.ts';
import { cardOfProof } from './test-cards.ts';
import type { Proving } from './walk.ts';

export type ProveOptions = Pick<Proving, 'definition' | 'typed' | 'environment' | 'hands'> & {
  /** The folder of the transcript. */
  folder: string;
  noticesAt: { address: string; port: number } | null;
};

const LOOK_EVERY_MS = 5_000;

const inJson = z.pipe(z.string(), z.transform(parseJson));
const cardInFile = z.pipe(
  z.pipe(inJson, z.extend(cardSchema, { brand: z.enum(CARD_BRANDS) })),
  z.transform(({ cvv, brand, ...card }): CardOfProof => {
    return { card: { kind: 'card', card }, cvv, brand };
  }),
);

/** Beside the settings of a provider, as for `provider add`. The documentation says what each is. */
const OWN = {
  provider: z.enum(PROVIDER_DEFINITIONS.map(({ name }) => name)),
  environment: z._default(z.enum(['sandbox', 'production']), 'sandbox'),
  'real-money': z.optional(z.literal('yes')),
  payer: z.optional(z.pipe(inJson, payerSchema)),
  'approved-card': z.optional(cardInFile),
  'refused-card': z.optional(cardInFile),
  'payout-key': z.optional(z.string()),
  'payout-key-type': z._default(pixKeyTypeSchema, 'EVP'),
  'notices-address': z.optional(z.url({ protocol: /^https$/ })),
  'notices-port': z._default(z.coerce.number().check(z.int(), z.maximum(65_535)), 8080),
  wait: z._default(z.coerce.number().check(z.minimum(0), z.maximum(720)), 5),
};
const schema = z.object(OWN);

/** Throws `UsageError`, which names an option and never its value. */
export function readProveOptions(
  words: readonly string[],
  { folder, print }: { folder: string; print: (line: string) => void },
): ProveOptions {
  const values = readWords(words, folder);
  const asked = schema.safeParse(values);
  if (!asked.success)
    throw new UsageError(`--${asked.error.issues[0]?.path.join('.')} is not valid.`);
  const { environment, payer = BUYER, provider, ...given } = asked.data;
  const isReal = environment === 'production';
  if (isReal && given['real-money'] === undefined) {
    throw new UsageError('In production real money moves: give --real-money yes.');
  }
  if (isReal && payer === BUYER) throw new UsageError('--payer is missing: who pays.');
  const definition = findDefinition(provider);
  if (definition === null) throw new UsageError('--provider is not valid.');
  const { settings } = definition;
  const { wait, 'payout-key': pixKey, 'payout-key-type': pixKeyType } = given;
  const { 'notices-address': address, 'notices-port': port } = given;
  const typed = settings.map(({ name }) => [name, values[name]]);
  return {
    ...{ definition, environment, folder },
    typed: Object.fromEntries(typed.filter(([, value]) => value !== undefined)),
    noticesAt: address === undefined ? null : { address, port },
    hands: {
      payer,
      payoutKey: pixKey === undefined ? null : { pixKey, pixKeyType },
      cardThatIs(end) {
        const own = given[`${end}-card`];
        if (own !== undefined) return own;
        // Decision: a card of tests is never sent to a real acquirer, which fines who does.
        return isReal ? null : cardOfProof(provider, end);
      },
      pay: async ({ method, shown }) =>
        print(`\n  Pay this (${method}) within ${wait} minutes:\n\n  ${shown}\n`),
      pass: () => new Promise((done) => void setTimeout(done, LOOK_EVERY_MS)),
      looks: 1 + Math.ceil((wait * 60_000) / LOOK_EVERY_MS),
    },
  };
}

/** With the content of files in place of their paths. */
function readWords(words: readonly string[], folder: string): Record<string, string> {
  const settings = PROVIDER_DEFINITIONS.flatMap((definition) => definition.settings);
  const files = settings.filter(({ isFile }) => isFile).map(({ name }) => name);
  const names = [...Object.keys(OWN), ...settings.map(({ name }) => name)];
  const options = names.map((name) => [name, { type: 'string' as const }] as const);
  const parsed = parsedOrNull({ args: [...words], options: Object.fromEntries(options) });
  if (parsed === null) throw new UsageError('An option is unknown or has no value.');
  const all = Object.entries(parsed.values).map(([name, value]) => {
    const content = files.includes(name) ? 'bytes' : 'text';
    return [name, readContent({ name, value: `${value}`, content }, folder)];
  });
  return Object.fromEntries(all);
}

/** The parser's own sentence quotes what was typed. */
function parsedOrNull(line: { args: string[]; options: Record<string, { type: 'string' }> }) {
  try {
    return parseArgs(line);
  } catch {
    return null;
  }
}
