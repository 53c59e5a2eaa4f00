import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PaymentStep,
  ProviderDefinition,
  RoutedMethod,
} from '../../service/providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import type { Language, Text } from '../language.ts';
import { table } from './markdown.ts';
import { ROUTED_METHOD_NAMES, STEP_NAMES, verifiedOf } from './provider-tables.ts';

/** By what was rehearsed, the providers; a run of the rehearsal writes it, and a test compares. */
const REHEARSED: Readonly<Record<string, string>> = readJson('rehearsed.json');

/** Of a sentence of the rehearsal: its method, the step of a payment that it is, and in Portuguese. */
export const SENTENCES: Readonly<Record<string, Sentence>> = readJson('rehearsed-sentences.json');

type Sentence = { method: RoutedMethod | null; step: PaymentStep | null; pt: string };

const WORDS = {
  provider: { en: 'Provider', pt: 'Provedor' },
  method: { en: 'Method', pt: 'Meio' },
  account: { en: 'the account', pt: 'a conta' },
  rehearsed: { en: 'Rehearsed', pt: 'Ensaiado' },
  proved: { en: 'Proved', pt: 'Provado' },
  untried: { en: 'Not rehearsed', pt: 'Não ensaiado' },
} satisfies { [name: string]: Text };

/** Of each provider and method what was rehearsed here, what was proved there, and what neither. */
export function rehearsalTable(language: Language): string {
  const rows = PROVIDER_DEFINITIONS.flatMap((definition) =>
    [null, ...definition.methods].map((method) => rowOf(definition, method, language)),
  );
  const { provider, method, rehearsed, proved, untried } = WORDS;
  return table([provider, method, rehearsed, proved, untried], rows, language);
}

function rowOf(definition: ProviderDefinition, method: RoutedMethod | null, language: Language) {
  const own = Object.entries(SENTENCES).filter(
    ([sentence, { method: of }]) =>
      of === method && REHEARSED[sentence]?.split(', ').includes(definition.name),
  );
  const taken = own.map(([, { step }]) => step);
  const steps = (method !== null && method !== 'PAYOUT' && definition.steps[method]) || [];
  const untried = steps.filter((step) => !taken.includes(step));
  return [
    definition.title,
    (method === null ? WORDS.account : ROUTED_METHOD_NAMES[method])[language],
    own.map(([sentence, { pt }]) => (language === 'en' ? sentence : pt)).join('; ') || '–',
    verifiedOf(definition, language),
    untried.map((step) => STEP_NAMES[step][language]).join(', ') || '–',
  ];
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../reference', name), 'utf8'));
}
