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
const REHEARSED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../reference/rehearsed.json'), 'utf8'),
);

/** Of a sentence of the rehearsal: its method, the step of a payment that it is, and in Portuguese. */
export const SENTENCES: Readonly<
  Record<string, readonly [RoutedMethod | null, PaymentStep | null, string]>
> = {
  'credentials are kept, tried and connected': [
    null,
    null,
    'credenciais guardadas, testadas e conectadas',
  ],
  'a certificate is rotated under load, and the old one ended': [
    null,
    null,
    'um certificado trocado sob carga, e o antigo encerrado',
  ],
  'a card is approved, and a repeat of its order books nothing': [
    'CREDIT_CARD',
    'paid',
    'um cartão aprovado; a repetição do pedido não lança nada',
  ],
  'the merchant is told of it by a signed event': [
    'CREDIT_CARD',
    null,
    'a loja avisada por um evento assinado',
  ],
  'a card is refused': ['CREDIT_CARD', null, 'um cartão recusado'],
  'a card without funds is refused with its code': [
    'CREDIT_CARD',
    null,
    'um cartão sem saldo recusado com o seu código',
  ],
  'a card is given back in two parts': [
    'CREDIT_CARD',
    'refunded',
    'um cartão reembolsado em duas partes',
  ],
  'cannot be reached: cielo, the next in line, takes the charge': [
    'CREDIT_CARD',
    null,
    'fora do ar: a próxima da rota cobra',
  ],
  'is cut off after it has booked: found there, booked once': [
    'CREDIT_CARD',
    null,
    'conexão cortada depois do lançamento: encontrado lá, lançado uma vez',
  ],
  'answers late: PENDING meanwhile, then APPROVED, booked once': [
    'CREDIT_CARD',
    null,
    'resposta atrasada: pendente, depois aprovado, lançado uma vez',
  ],
  'hangs: PENDING, then found there, booked once': [
    'CREDIT_CARD',
    null,
    'sem resposta: pendente, depois encontrado lá, lançado uma vez',
  ],
  'a charge-back is told, and given back once it is won': [
    'CREDIT_CARD',
    'disputed',
    'um chargeback contado, e devolvido quando ganho',
  ],
  'a charge-back is told by no call': ['CREDIT_CARD', null, 'nenhuma chamada conta um chargeback'],
  'refused data names the field': [null, null, 'dados recusados dizem o campo'],
  'a notice of a PIX that nobody has paid moves nothing': [
    'PIX',
    null,
    'o aviso de um PIX que ninguém pagou não muda nada',
  ],
  'a PIX is paid, and told twice': ['PIX', 'paid', 'um PIX pago, e avisado duas vezes'],
  'a PIX is paid; a forged notice is refused, the signed one taken': [
    'PIX',
    'paid',
    'um PIX pago; o aviso falso recusado, o assinado aceito',
  ],
  'a PIX is given back in two parts': ['PIX', 'refunded', 'um PIX reembolsado em duas partes'],
  'money taken back (MED) is told, and no longer there': [
    'PIX',
    'med',
    'dinheiro retirado (MED) contado, e fora do saldo',
  ],
  'a lost notification is found by asking': [
    'PIX',
    null,
    'um aviso perdido encontrado por consulta',
  ],
  'a boleto is issued, paid and told': ['BOLETO', 'paid', 'um boleto emitido, pago e avisado'],
  'its banks are taken for open finance': ['OPEN_FINANCE', null, 'os bancos do open finance'],
  'a buyer allows a payment at their bank': [
    'OPEN_FINANCE',
    'paid',
    'um comprador autoriza um pagamento no seu banco',
  ],
  'a payout arrives, and is told': ['PAYOUT', null, 'um saque chega, e é avisado'],
  'a payout that the bank does not do gives its money back': [
    'PAYOUT',
    null,
    'um saque que o banco não faz devolve o dinheiro',
  ],
};

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

function rowOf(
  definition: ProviderDefinition,
  method: RoutedMethod | null,
  language: Language,
): string[] {
  const own = Object.entries(SENTENCES).filter(
    ([sentence, [of]]) =>
      of === method && REHEARSED[sentence]?.split(', ').includes(definition.name),
  );
  const taken = own.map(([, [, step]]) => step);
  const steps = (method !== null && method !== 'PAYOUT' && definition.steps[method]) || [];
  const untried = steps.filter((step) => !taken.includes(step));
  return [
    definition.title,
    (method === null ? WORDS.account : ROUTED_METHOD_NAMES[method])[language],
    own.map(([sentence, [, , pt]]) => (language === 'en' ? sentence : pt)).join('; ') || '–',
    verifiedOf(definition, language),
    untried.map((step) => STEP_NAMES[step][language]).join(', ') || '–',
  ];
}
