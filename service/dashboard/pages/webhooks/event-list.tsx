import type { FC } from 'hono/jsx';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../../contract/payments/webhook.ts';
import {
  PAYIN_EVENT_TYPES,
  PAYOUT_EVENT_TYPES,
} from '../../../../contract/payments/webhook-event-type.ts';
import type { EventFilter, ListedEvent } from '../../../domain/webhooks/webhook-list.ts';
import { choices, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { ListColumn } from '../../framework/parts/list-page.tsx';
import { listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import type { Period } from '../../framework/parts/period-filter.ts';
import { periodFields, readPeriod } from '../../framework/parts/period-filter.ts';
import { Moment, StateBadge } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import { firstRows, readPlace, writePlace } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { OUTCOMES, WORDS } from './words.ts';

const TYPES = [...PAYIN_EVENT_TYPES, ...PAYOUT_EVENT_TYPES, 'webhook.test'];

const KINDS = { PENDING: 'plain', DELIVERED: 'good', UNDELIVERED: 'bad' } as const;

export async function showEvents(
  visit: Visit,
  { webhookLists }: Pick<DashboardServices, 'webhookLists'>,
): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = WORDS[language];
  const period = readPeriod(query);
  const filter = readFilter(query, period);
  const events = await webhookLists.page(companyId, { ...filter, limit: PAGE_SIZE + 1 });
  const mayResend = visit.may('events.resend');
  const isFiltered = [...query.values()].some((value) => value !== '');
  return listPage(visit, {
    title: text.webhooks,
    intro: <Intro visit={visit} mayResend={mayResend} />,
    filters: {
      class: 'event-filters',
      label: text.filters,
      fields: [
        {
          name: 'state',
          label: text.state,
          value: query.get('state') ?? '',
          options: choices(text.any, WEBHOOK_DELIVERY_STATUSES, (state) => text.states[state]),
        },
        {
          name: 'event',
          label: text.event,
          value: query.get('event') ?? '',
          options: choices(text.all, TYPES, (type) => type),
        },
        { name: 'of', label: text.id, value: query.get('of') ?? '', spellcheck: false },
        ...periodFields(period, language),
      ],
      submit: text.filter,
      clear: isFiltered ? { href: '/webhooks', text: text.clear } : null,
    },
    found: firstRows(events, PAGE_SIZE),
    columns: columnsOf(language, mayResend),
    empty: isFiltered
      ? { title: text.empty, text: text.changeFilters }
      : { title: text.noneYet, text: text.noneYetHint },
    address: (last) => addressAfter(query, last),
    isFirst: filter.after === null,
    isLive: true,
    around: mayResend
      ? (table) => (
          <Form action="/webhooks/resend" visit={visit}>
            <input type="hidden" name="back" value={`/webhooks?${query}`} />
            {table}
            <div class="actions">
              <SubmitButton>{text.resendSelected}</SubmitButton>
            </div>
          </Form>
        )
      : undefined,
    isWrong: period.wrong !== null,
  });
}

const Intro: FC<{ visit: Visit; mayResend: boolean }> = ({ visit, mayResend }) => {
  const text = WORDS[visit.language];
  return (
    <>
      <p>{text.intro}</p>
      <p class="actions">
        {mayResend ? <a href="/webhooks/undelivered">{text.undelivered}</a> : null}
        {visit.may('webhooks.manage') ? (
          <>
            <a href="/webhooks/test">{text.test}</a>
            <a href="/webhooks/receivers">{text.receivers}</a>
            <a href="/webhooks/secret">{text.secret}</a>
          </>
        ) : null}
      </p>
    </>
  );
};

function columnsOf(
  language: Language,
  isSelectable: boolean,
): readonly (ListColumn<ListedEvent> | null)[] {
  const text = WORDS[language];
  const select = ({ id, event, createdAt }: ListedEvent) => (
    <label>
      <input
        type="checkbox"
        name="event"
        value={id}
        aria-label={`${text.select}: ${event}, ${moment(createdAt, language)}`}
      />
    </label>
  );
  return [
    { name: text.event, cell: ({ id, event }) => <a href={`/webhooks/${id}`}>{event}</a> },
    { name: text.transaction, cell: ({ transactionId }) => <code>{transactionId}</code> },
    {
      name: text.createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} language={language} />,
    },
    { name: text.attempts, isNumber: true, cell: ({ attempts }) => String(attempts) },
    {
      name: text.lastAttempt,
      cell: ({ lastAttempt }) =>
        lastAttempt === null ? text.none : outcomeText(lastAttempt.outcome, language),
    },
    { name: text.state, cell: ({ status }) => <EventState status={status} language={language} /> },
    isSelectable ? { name: text.select, cell: select } : null,
  ];
}

export const EventState: FC<{ status: ListedEvent['status']; language: Language }> = ({
  status,
  language,
}) => <StateBadge kind={KINDS[status]}>{WORDS[language].states[status]}</StateBadge>;

export function outcomeText(outcome: string, language: Language): string {
  return OUTCOMES[language][outcome] ?? outcome.replace(/^HTTP_/, 'HTTP ');
}

/** What cannot be read is not asked. */
function readFilter(query: URLSearchParams, { from, until }: Period): Omit<EventFilter, 'limit'> {
  const text = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim() ?? '';
    return pattern.test(value) ? value : null;
  };
  const place = readPlace(query.get('after'));
  return {
    ...{ from, until },
    event: text('event', /^[a-z0-9_.]{1,60}$/),
    status: WEBHOOK_DELIVERY_STATUSES.find((status) => status === query.get('state')) ?? null,
    transactionId: text('of', /^[\w-]{1,100}$/),
    after: place === null ? null : { createdAt: place.at, id: place.id },
  };
}

function addressAfter(query: URLSearchParams, last: ListedEvent | null): string {
  const next = new URLSearchParams(query);
  if (last === null) next.delete('after');
  else next.set('after', writePlace({ at: last.createdAt, id: last.id }));
  return `?${next}`;
}
