import * as z from 'zod/mini';
import { MAX_INSTALLMENTS } from '../../contract/card/installment.ts';
import type { BrokenRule } from '../../contract/errors/broken-rule.ts';
import { broken, must, mustMatch } from '../../contract/errors/broken-rule.ts';
import type { Acquirer, KnownCharge, SettlementTerms } from './acquirer.ts';
import { setting } from './definition.ts';

/** Decision: an instalment every 30 days, as most acquirers of Brazil pay unless asked otherwise. */
const INTERVAL_DAYS = 30;
const MAX_FIRST_DAYS = 365;
const MAX_INTERVAL_DAYS = 60;
const MAX_FIXED_FEE = 1_000_000;
const MAX_FEE = 10_000;

export const SANDBOX_TERMS: SettlementTerms = {
  firstDays: 30,
  intervalDays: INTERVAL_DAYS,
  fees: [
    { from: 1, basisPoints: 249 },
    { from: 2, basisPoints: 299 },
    { from: 7, basisPoints: 349 },
  ],
  fixedFee: 0,
  isPlayed: true,
};

export const SETTLEMENT_DAYS = 'settlement-days';

/** Of whoever takes cards; without the first nothing is kept of when it pays. */
export const SETTLEMENT_SETTINGS = [
  setting('option', SETTLEMENT_DAYS, {
    en:
      'by the contract: days from the approval to the payment of the first instalment, such as 30; ' +
      'what is due from the acquirer is kept by day then, and merchants may be paid by those days; ' +
      'none, by a rotation, takes all terms back',
    pt:
      'pelo contrato: dias da aprovação até o pagamento da primeira parcela, como 30; com isso fica ' +
      'guardado o que a adquirente deve por dia, e as lojas podem receber nesses dias; none, numa ' +
      'rotação, tira todos os termos',
  }),
  setting('option', 'settlement-interval', {
    en: 'days from one instalment to the next; 0 where all are paid with the first. Left out: 30',
    pt: 'dias entre uma parcela e a seguinte; 0 se todas são pagas com a primeira. Se ficar de fora: 30',
  }),
  setting('option', 'settlement-fees', {
    en:
      'what the acquirer keeps, in hundredths of a percent, from how many instalments on: ' +
      '1:249,2:299,7:349 is 2.49 % at once, 2.99 % from 2 and 3.49 % from 7. Left out: nothing',
    pt:
      'o que a adquirente desconta, em centésimos de um por cento, a partir de quantas parcelas: ' +
      '1:249,2:299,7:349 é 2,49% à vista, 2,99% a partir de 2 e 3,49% a partir de 7. Se ficar de fora: nada',
  }),
  setting('option', 'settlement-fixed-fee', {
    en: 'what it keeps of each sale besides, in centavos. Left out: nothing',
    pt: 'o que ela desconta a mais por venda, em centavos. Se ficar de fora: nada',
  }),
];

function wholeTo(max: number) {
  return z.pipe(
    z.string().check(
      must((text) => /^\d{1,7}$/.test(text) && Number(text) <= max, 'whole_number', {
        min: 0,
        max,
      }),
    ),
    z.transform(Number),
  );
}

const feesSchema = z.pipe(
  z.string().check(
    ...mustMatch(/^\d{1,2}:\d{1,5}(,\d{1,2}:\d{1,5})*$/, 'format', {
      example: '1:249,2:299,7:349',
    }),
  ),
  z.pipe(
    z.transform((text: string) =>
      text.split(',').map((row) => {
        const [from = 0, basisPoints = 0] = row.split(':').map(Number);
        return { from, basisPoints };
      }),
    ),
    z
      .array(
        z.object({
          from: z.int().check(z.minimum(1), z.maximum(MAX_INSTALLMENTS)),
          basisPoints: z.int().check(z.maximum(MAX_FEE)),
        }),
      )
      .check(
        must(
          (rows) => rows.every(({ from }, index) => from > (rows[index - 1]?.from ?? 0)),
          'ascending',
        ),
      ),
  ),
);

/** What was typed of the settings above; a mistake names its setting. Null: there are no terms. */
export const settlementTermsSchema = z.pipe(
  z
    .object({
      [SETTLEMENT_DAYS]: z.optional(wholeTo(MAX_FIRST_DAYS)),
      'settlement-interval': z.optional(wholeTo(MAX_INTERVAL_DAYS)),
      'settlement-fees': z.optional(feesSchema),
      'settlement-fixed-fee': z.optional(wholeTo(MAX_FIXED_FEE)),
    })
    .check((context) => {
      const { [SETTLEMENT_DAYS]: days, ...others } = context.value;
      const params: BrokenRule = broken('together', { with: SETTLEMENT_DAYS });
      for (const [name, value] of Object.entries(others)) {
        if (days !== undefined || value === undefined) continue;
        context.issues.push({ code: 'custom', path: [name], params, input: undefined });
      }
    }),
  z.transform(({ [SETTLEMENT_DAYS]: firstDays, ...others }): SettlementTerms | null =>
    firstDays === undefined
      ? null
      : {
          firstDays,
          intervalDays: others['settlement-interval'] ?? INTERVAL_DAYS,
          fees: others['settlement-fees'] ?? [],
          fixedFee: others['settlement-fixed-fee'] ?? 0,
        },
  ),
);

/** The same acquirer; its approvals tell by which terms it pays. */
export function payingBy(terms: SettlementTerms | null, cards: Acquirer | null): Acquirer | null {
  if (terms === null || cards === null) return cards;
  const withTerms = <Known extends KnownCharge>(known: Known): Known =>
    known.kind === 'approved' ? { ...known, terms } : known;
  return {
    ...cards,
    charge: async (request, signal) => withTerms(await cards.charge(request, signal)),
    findCharge: async (charge, signal) => withTerms(await cards.findCharge(charge, signal)),
  };
}
