import type { FC } from 'hono/jsx';
import type { PaymentMethod } from '../../../../contract/payments/payment-method.ts';
import { PAYMENT_METHODS } from '../../../../contract/payments/payment-method.ts';
import type { MethodNumbers, PayinSummary } from '../../../domain/summaries/payin-summary.ts';
import { approvalRate } from '../../../domain/summaries/payin-summary.ts';
import { RankedBars, RateLine, StackedBars } from '../../framework/charts/chart.tsx';
import { ofNumbers, Table } from '../../framework/parts/table.tsx';
import { METHOD_NAMES, money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { count, dayLabel, Figure, Figures, percent, shortMoney } from './figures.tsx';
import { AUTHENTICATION_NAMES, PAYMENT_WORDS, REASON_NAMES } from './words.ts';

/** A rate is told over so many days that a quiet one does not throw it about. */
const RATE_DAYS = 7;

const SERIES: Readonly<Record<PaymentMethod, string>> = {
  PIX: 'series-1',
  CREDIT_CARD: 'series-2',
  BOLETO: 'series-3',
  OPEN_FINANCE: 'series-4',
};
/** From the bottom of a bar to its top. */
const ORDER: readonly PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BOLETO', 'OPEN_FINANCE'];

export const Payments: FC<{ summary: PayinSummary; language: Language }> = ({
  summary,
  language,
}) => {
  const text = PAYMENT_WORDS[language];
  const { days, disputed } = summary;
  const today = days.at(-1);
  const all = sumOf(summary.byMethod);
  const ofToday = today === undefined ? null : sumOf(today.byMethod);
  const rate = approvalRate(summary.byMethod.CREDIT_CARD);
  return (
    <>
      <Figures label={text.figures}>
        <Figure name={text.today} value={money(ofToday?.approvedAmount ?? 0, language)}>
          {text.approvedCount(ofToday?.approved ?? 0)}
        </Figure>
        <Figure name={text.lastDays} value={money(all.approvedAmount, language)}>
          {text.approvedCount(all.approved)}
        </Figure>
        <Figure name={text.cardRate} value={rate === null ? '–' : percent(rate, language)}>
          {text.cardRateHint}
        </Figure>
        <Figure name={text.disputed} value={count(disputed.count, language)}>
          {money(disputed.amount, language)}
        </Figure>
      </Figures>
      <Drawings summary={summary} language={language} />
      <h2>{text.byMethod}</h2>
      <MethodTable summary={summary} language={language} />
    </>
  );
};

const Drawings: FC<{ summary: PayinSummary; language: Language }> = ({ summary, language }) => {
  const text = PAYMENT_WORDS[language];
  const { days, refusals, authentications } = summary;
  const all = sumOf(summary.byMethod);
  const rate = approvalRate(summary.byMethod.CREDIT_CARD);
  const places = days.map(({ day }) => ({ key: day, label: dayLabel(day, language) }));
  const along = { language, places, placeName: text.day };
  const refused = refusals.reduce((sum, one) => sum + one.count, 0);
  return (
    <div class="charts">
      <section class="card wide">
        <StackedBars
          words={{
            ...along,
            id: 'approved-by-day',
            title: text.byDay,
            description: text.byDayDescription(
              money(all.approvedAmount, language),
              count(all.approved, language),
            ),
          }}
          series={ORDER.filter((method) => summary.byMethod[method].approved > 0).map((method) => ({
            name: METHOD_NAMES[language][method],
            className: SERIES[method],
            values: days.map(({ byMethod }) => byMethod[method].approvedAmount),
          }))}
          format={{
            exact: (value) => money(value, language),
            short: (value) => shortMoney(value, language),
          }}
        />
      </section>
      <section class="card">
        <RateLine
          words={{
            ...along,
            id: 'card-rate',
            title: text.rateByDay,
            description: text.rateDescription(rate === null ? '–' : percent(rate, language)),
          }}
          rates={movingRates(days.map(({ byMethod }) => byMethod.CREDIT_CARD))}
          rateName={text.rate}
          format={(value) => percent(value, language)}
        />
      </section>
      <section class="card">
        {refusals.length === 0 ? (
          <p class="hint">{text.noRefusals}</p>
        ) : (
          <RankedBars
            title={text.refusals}
            columns={{ name: text.reason, count: text.count }}
            rows={refusals.map((one) => ({
              name: REASON_NAMES[language][one.reason],
              count: one.count,
              text: `${count(one.count, language)} · ${percent(one.count / refused, language)}`,
            }))}
          />
        )}
      </section>
      {authentications.length === 0 ? null : (
        <section class="card">
          <RankedBars
            title={text.authentications}
            columns={{ name: text.outcome, count: text.count }}
            rows={authentications.map((one) => ({
              name: outcomeName(one, language),
              count: one.count,
              text: count(one.count, language),
            }))}
          />
        </section>
      )}
    </div>
  );
};

const MethodTable: FC<{ summary: PayinSummary; language: Language }> = ({ summary, language }) => {
  const text = PAYMENT_WORDS[language];
  const today = summary.days.at(-1)?.byMethod;
  return (
    <Table
      caption={text.byMethod}
      columns={[
        text.method,
        ofNumbers(text.todayColumn),
        ofNumbers(text.approved),
        ofNumbers(text.approvedAmount),
        ofNumbers(text.refused),
        ofNumbers(text.unpaid),
        ofNumbers(text.open),
      ]}
      rows={ORDER.filter((method) => isUsed(summary.byMethod[method])).map((method) => {
        const numbers = summary.byMethod[method];
        return [
          METHOD_NAMES[language][method],
          money(today?.[method].approvedAmount ?? 0, language),
          count(numbers.approved, language),
          money(numbers.approvedAmount, language),
          count(numbers.refused, language),
          count(numbers.unpaid, language),
          count(numbers.open, language),
        ];
      })}
    />
  );
};

function sumOf(byMethod: Readonly<Record<PaymentMethod, MethodNumbers>>) {
  return PAYMENT_METHODS.reduce(
    (sum, method) => ({
      approved: sum.approved + byMethod[method].approved,
      approvedAmount: sum.approvedAmount + byMethod[method].approvedAmount,
    }),
    { approved: 0, approvedAmount: 0 },
  );
}

function isUsed({ approved, refused, unpaid, open }: MethodNumbers): boolean {
  return approved + refused + unpaid + open > 0;
}

/** Each day's rate with the days before it; null where nothing was decided in all of them. */
export function movingRates(
  days: readonly Pick<MethodNumbers, 'approved' | 'refused'>[],
): (number | null)[] {
  return days.map((_, place) => {
    const window = days.slice(Math.max(0, place + 1 - RATE_DAYS), place + 1);
    return approvalRate({
      approved: window.reduce((sum, { approved }) => sum + approved, 0),
      refused: window.reduce((sum, { refused }) => sum + refused, 0),
    });
  });
}

/** Such as "Authenticated, the bank asked the buyer". */
function outcomeName(
  { status, isChallenged }: PayinSummary['authentications'][number],
  language: Language,
): string {
  const outcome = AUTHENTICATION_NAMES[language][status];
  if (isChallenged === null) return outcome;
  const text = PAYMENT_WORDS[language];
  return `${outcome}, ${isChallenged ? text.challenged : text.frictionless}`;
}
