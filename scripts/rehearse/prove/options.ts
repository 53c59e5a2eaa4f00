import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { cardSchema } from '../../../contract/card/card.ts';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { payerSchema } from '../../../contract/payments/payin.ts';
import { pixKeyTypeSchema } from '../../../contract/payments/pix-key.ts';
import { UsageError } from '../../../service/cli/command.ts';
import { readContent } from '../../../service/cli/read-content.ts';
import type { ProviderDefinition } from '../../../service/providers/definition.ts';
import { ROUTED_METHODS } from '../../../service/providers/definition.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../../../service/providers/registry.ts';
import { BUYER } from '../merchant.ts';
import type { CardOfProof, Hands } from './hands.ts';
import { cardOfProof } from './test-cards.ts';
import type { Proving } from './walk.ts';

export type ProveOptions = Omit<Proving, 'notices' | 'tell' | 'clock' | 'override'> & {
  /** The folder of the transcript. */
  into: string;
  notices: { address: string; port: number } | null;
};

/** What the command knows beside the settings of a provider, each with what it says. */
const OWN = {
  provider: PROVIDER_DEFINITIONS.map(({ name }) => name).join(', '),
  environment: 'sandbox (the default) or production',
  'real-money': 'yes: in production, where each step moves and costs what its page says',
  methods: 'of those it serves, separated by commas; all of them unless given',
  payer: '@path of JSON: the customer of a payin; needed in production',
  'approved-card': '@path of JSON: a card with cvv and brand that is to be approved',
  'refused-card': '@path of JSON: one that is to be refused',
  'payout-key': 'a PIX key of your own, which gets one real',
  'payout-key-type': 'CPF, CNPJ, EMAIL, PHONE or EVP',
  'notices-address': 'https address by which the party reaches --notices-port of this machine',
  'notices-port': 'the port that a proxy leads it to',
  wait: 'minutes that a payment is waited for; 5 unless given',
  into: 'folder of the transcript; this one unless given',
} as const;

const LOOK_EVERY_MS = 5_000;

const cardFileSchema = z.extend(cardSchema, { brand: z.enum(CARD_BRANDS) });
const asksSchema = z.object({
  environment: z._default(z.enum(['sandbox', 'production']), 'sandbox'),
  methods: z.optional(z.array(z.enum(ROUTED_METHODS))),
  payer: z.optional(payerSchema),
  'approved-card': z.optional(cardFileSchema),
  'refused-card': z.optional(cardFileSchema),
  'payout-key': z.optional(z.string()),
  'payout-key-type': z.optional(pixKeyTypeSchema),
  'notices-address': z.optional(z.url({ protocol: /^https$/ })),
  'notices-port': z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  wait: z._default(z.coerce.number().check(z.minimum(0), z.maximum(720)), 5),
});

/** Throws `UsageError`, which names an option and never its value. */
export function readProveOptions(
  words: readonly string[],
  { folder, print }: { folder: string; print: (line: string) => void },
): ProveOptions {
  const values = readWords(words);
  const { provider = '', into = '.' } = values;
  const definition = findDefinition(provider);
  if (definition === null) throw new UsageError(`--provider has to be one of ${OWN.provider}.`);
  const content = (name: string, kind: 'text' | 'bytes') =>
    readContent({ name, value: values[name] ?? '', content: kind }, folder);
  const typed = settingsOf(definition, values, content);
  const asked = asksSchema.safeParse({
    ...values,
    methods: values.methods?.toUpperCase().split(','),
    ...Object.fromEntries(
      ['payer', 'approved-card', 'refused-card']
        .filter((name) => name in values)
        .map((name) => [name, readJson(content(name, 'text'))]),
    ),
  });
  if (!asked.success) {
    throw new UsageError(`--${asked.error.issues[0]?.path.join('.')} is not valid.`);
  }
  const { environment, methods = definition.methods, payer } = asked.data;
  const isReal = environment === 'production';
  if (isReal && values['real-money'] !== 'yes') {
    throw new UsageError('In production real money moves: give --real-money yes.');
  }
  if (isReal && payer === undefined) throw new UsageError('--payer is missing: who pays.');
  const { 'notices-address': address, 'notices-port': port } = asked.data;
  if ((address === undefined) !== (port === undefined)) {
    throw new UsageError('--notices-address and --notices-port go together.');
  }
  return {
    ...{ definition, typed, environment },
    methods: definition.methods.filter((method) => methods.includes(method)),
    into: resolve(folder, into),
    notices: address === undefined || port === undefined ? null : { address, port },
    hands: handsOf(asked.data, { definition, print, payer: payer ?? BUYER }),
  };
}

type Asked = z.output<typeof asksSchema>;

function handsOf(
  asked: Asked,
  {
    definition,
    payer,
    print,
  }: {
    definition: ProviderDefinition;
    payer: Hands['payer'];
    print: (line: string) => void;
  },
): Hands {
  const { environment, wait, 'payout-key': pixKey, 'payout-key-type': pixKeyType } = asked;
  const hasKey = pixKey !== undefined && pixKeyType !== undefined;
  return {
    payer,
    payoutKey: hasKey ? { pixKey, pixKeyType } : null,
    cardThatIs(end) {
      const given = asked[`${end}-card`];
      if (given !== undefined) return toCard(given);
      // Decision: a card of tests is never sent to a real acquirer, which fines who does.
      return environment === 'sandbox' ? cardOfProof(definition.name, end) : null;
    },
    async pay({ method, shown }) {
      print(`\n  Pay this (${method}) within ${wait} minutes:\n\n  ${shown}\n`);
    },
    pass: () => new Promise((done) => void setTimeout(done, LOOK_EVERY_MS)),
    looks: 1 + Math.ceil((wait * 60_000) / LOOK_EVERY_MS),
  };
}

function toCard({ cvv, brand, ...card }: z.output<typeof cardFileSchema>): CardOfProof {
  return { card: { kind: 'card', card }, cvv, brand };
}

function readWords(words: readonly string[]): Record<string, string> {
  const names = PROVIDER_DEFINITIONS.flatMap(({ settings }) => settings.map(({ name }) => name));
  const options = [...new Set([...Object.keys(OWN), ...names])];
  try {
    const { values } = parseArgs({
      args: [...words],
      options: Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
    });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]));
  } catch {
    // The parser's own sentence quotes what was typed.
    const known = Object.entries(OWN).map(([name, what]) => `  --${name.padEnd(16)}  ${what}`);
    throw new UsageError(
      `An option is unknown or has no value. Beside the settings of the provider, as for ` +
        `"provider add", there are\n${known.join('\n')}`,
    );
  }
}

/** As they are typed for `provider add`. */
function settingsOf(
  { settings }: ProviderDefinition,
  values: Readonly<Record<string, string>>,
  content: (name: string, kind: 'text' | 'bytes') => string,
): Record<string, string> {
  const given = settings.filter(({ name }) => name in values);
  return Object.fromEntries(
    given.map(({ name, isFile }) => [name, content(name, isFile ? 'bytes' : 'text')]),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
