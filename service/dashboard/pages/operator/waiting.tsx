import type { Child, FC } from 'hono/jsx';
import type {
  ServiceAttention,
  Waiting,
  WaitingOfAll,
} from '../../../domain/summaries/attention.ts';
import { COMPANIES_SHOWN, firstOf, MANY } from '../../../domain/summaries/attention.ts';
import type { RoutedMethod } from '../../../providers/definition.ts';
import type { Column } from '../../framework/parts/table.tsx';
import { ofNumbers, Table } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { pageWords, words } from '../../words/words.ts';
import { LABELS, VALUES } from './words.ts';

export const WAITING_PATH = '/system#waiting';
export const ORPHANS_PATH = '/system#orphans';
export const UNDERPAID_PATH = '/system#underpaid';

const WORDS = pageWords({
  title: ['À espera, por conta', 'Waiting, by company'],
  none: ['Nenhuma conta tem algo à espera.', 'No company has anything that waits.'],
  unknown: ['Cobranças sem resposta', 'Charges without an answer'],
  orphans: ['Cobranças sem dono', 'Orphan charges'],
  underpaid: ['Pagos a menor', 'Paid too little'],
  events: ['Eventos não entregues', 'Events not delivered'],
  more: [
    (shown: number) => `Há mais contas; estas são as ${shown} primeiras.`,
    (shown: number) => `There are more companies; these are the first ${shown}.`,
  ],
  unknownHint: [
    'Cobranças sem resposta: o serviço continua perguntando ao provedor. Se o número não cai, ',
    'Charges without an answer: the service goes on asking the provider. If they do not get fewer, ',
  ],
  providers: ['veja os provedores', 'look at the providers'],
  eventsHint: [
    (command: string) =>
      `Eventos não entregues: a própria conta os reenvia em Webhooks; daqui, com ${command}.`,
    (command: string) =>
      `Events not delivered: the company sends them again at Webhooks; from here, use ${command}.`,
  ],
});

const OR_MORE = words(['ou mais', 'or more']);

export const WaitingByCompany: FC<{ attention: ServiceAttention; language: Language }> = ({
  attention,
  language,
}) => {
  const text = WORDS[language];
  const { companies, hasMoreCompanies, unknownCharges, undeliveredEvents } = attention;
  const number = (waiting: Waiting) =>
    countOf({ ...waiting, isCut: waiting.count >= MANY }, language);
  const sinceOf = (since: Date | null) => (since === null ? '–' : moment(since, language));
  return (
    <section>
      <h2 id="waiting">{text.title}</h2>
      {companies.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Table
          caption={text.title}
          columns={[
            text.company,
            ofNumbers(text.unknown),
            ofNumbers(text.orphans),
            ofNumbers(text.underpaid),
            ofNumbers(text.events),
            text.since,
          ]}
          rows={companies.map((one) => [
            <a href={`/companies/${one.companyId}`}>{one.companyName}</a>,
            number(one.unknownCharges),
            number(one.orphans),
            number(one.underpaid),
            number(one.undeliveredEvents),
            sinceOf(
              firstOf([one.unknownCharges, one.orphans, one.underpaid, one.undeliveredEvents]),
            ),
          ])}
        />
      )}
      {hasMoreCompanies ? <p class="hint">{text.more(COMPANIES_SHOWN)}</p> : null}
      {unknownCharges.count === 0 ? null : (
        <p class="hint">
          {text.unknownHint}
          <a href="/providers">{text.providers}</a>.
        </p>
      )}
      {undeliveredEvents.count === 0 ? null : (
        <p class="hint">{text.eventsHint('operator event resend --company')}</p>
      )}
    </section>
  );
};

export function countOf({ count, isCut }: WaitingOfAll, language: Language): string {
  const number = new Intl.NumberFormat(language).format(count);
  return isCut ? `${number} ${OR_MORE[language]}` : number;
}

export const Queue: FC<{
  id?: string;
  text: Readonly<Record<'title' | 'none', string>> & { hint?: string };
  columns: readonly Column[];
  rows: readonly (readonly Child[])[];
}> = ({ id, text, columns, rows }) => (
  <>
    <h2 id={id}>{text.title}</h2>
    {rows.length === 0 ? (
      <p>{text.none}</p>
    ) : (
      <>
        {text.hint === undefined ? null : <p class="hint">{text.hint}</p>}
        <Table caption={text.title} columns={columns} rows={rows} />
      </>
    )}
  </>
);

export const RouteList: FC<{
  text: Readonly<Record<'title' | 'none', string>>;
  routes: readonly { method: RoutedMethod; providers: readonly string[]; faults: string }[];
  language: Language;
}> = ({ text, routes, language }) => (
  <Queue
    text={text}
    columns={[LABELS[language].method, LABELS[language].providers, WORDS[language].state]}
    rows={routes.map(({ method, providers, faults }) => [
      VALUES[language][method] ?? method,
      providers.join(','),
      faults || '–',
    ])}
  />
);
