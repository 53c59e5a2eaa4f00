import type { FC } from 'hono/jsx';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../../contract/webhook.ts';
import { PAYIN_EVENT_TYPES, PAYOUT_EVENT_TYPES } from '../../../../contract/webhook-event-type.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import type { ListedEvent } from '../../../domain/webhooks/webhook-list.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { Field, Form, Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Moment } from '../../framework/parts/moment.tsx';
import type { Period } from '../../framework/parts/period-filter.tsx';
import { PeriodFields, readPeriod } from '../../framework/parts/period-filter.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Pager, Table } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { addressAfter, addressOfFirst, PAGE_SIZE, readFilter } from './event-filter.ts';
import { OUTCOMES, WORDS } from './words.ts';

/** Every type that there is, as the filter offers them. */
const TYPES = [...PAYIN_EVENT_TYPES, ...PAYOUT_EVENT_TYPES, 'webhook.test'];

const LIVE_SECONDS = 15;

const KINDS = { PENDING: 'plain', DELIVERED: 'good', UNDELIVERED: 'bad' } as const;

/** The events of a company, newest first, and what may be done with several of them. */
export async function showEvents(
  visit: Visit,
  { webhookLists }: Pick<DashboardServices, 'webhookLists'>,
): Promise<Response> {
  const { companyId, language, query, user } = visit;
  const text = WORDS[language];
  const period = readPeriod(query);
  const filter = readFilter(query, period);
  const events = await webhookLists.page(companyId, filter);
  const shown = events.slice(0, PAGE_SIZE);
  const last = events.length > PAGE_SIZE ? shown.at(-1) : undefined;
  const mayResend = permissionOf(user.role, 'events.resend') !== 'no';
  const isFiltered = [...query.values()].some((value) => value !== '');
  return visit.page(
    text.title,
    <>
      <p>{text.intro}</p>
      <p class="actions">
        {mayResend ? <a href="/webhooks/undelivered">{text.undelivered}</a> : null}
        {permissionOf(user.role, 'webhooks.manage') === 'no' ? null : (
          <>
            <a href="/webhooks/test">{text.test}</a>
            <a href="/webhooks/receivers">{text.receivers}</a>
            <a href="/webhooks/secret">{text.secret}</a>
          </>
        )}
      </p>
      <Filters visit={visit} period={period} isFiltered={isFiltered} />
      <Live visit={visit} seconds={LIVE_SECONDS}>
        {shown.length === 0 ? (
          <Empty title={isFiltered ? text.empty : text.noneYet}>
            <p>{isFiltered ? text.emptyHint : text.noneYetHint}</p>
          </Empty>
        ) : mayResend ? (
          <Form action="/webhooks/resend" visit={visit}>
            <input type="hidden" name="back" value={`/webhooks?${query}`} />
            <Events events={shown} language={language} isSelectable />
            <div class="actions">
              <SubmitButton>{text.resendSelected}</SubmitButton>
            </div>
          </Form>
        ) : (
          <Events events={shown} language={language} />
        )}
        <Pager
          language={language}
          next={last === undefined ? null : addressAfter(query, last)}
          first={filter.after === null ? null : addressOfFirst(query)}
        />
      </Live>
    </>,
    { status: period.wrong === null ? 200 : 400 },
  );
}

const Filters: FC<{ visit: Visit; period: Period; isFiltered: boolean }> = ({
  visit: { language, query },
  period,
  isFiltered,
}) => {
  const text = WORDS[language];
  const states = WEBHOOK_DELIVERY_STATUSES.map((value) => ({ value, label: text.states[value] }));
  return (
    <form class="filters event-filters" method="get" aria-label={text.filters}>
      <Select
        name="state"
        label={text.state}
        value={query.get('state') ?? ''}
        options={[{ value: '', label: text.any }, ...states]}
      />
      <Select
        name="event"
        label={text.event}
        value={query.get('event') ?? ''}
        options={[
          { value: '', label: text.all },
          ...TYPES.map((type) => ({ value: type, label: type })),
        ]}
      />
      <Field name="of" label={text.id} value={query.get('of') ?? ''} spellcheck={false} />
      <PeriodFields period={period} language={language} />
      <SubmitButton>{text.filter}</SubmitButton>
      {isFiltered ? <a href="/webhooks">{text.clear}</a> : null}
    </form>
  );
};

const Events: FC<{
  events: readonly ListedEvent[];
  language: Language;
  isSelectable?: boolean;
}> = ({ events, language, isSelectable }) => {
  const text = WORDS[language];
  const columns = [
    { name: text.event },
    { name: text.transaction },
    { name: text.createdAt },
    { name: text.attempts, isNumber: true },
    { name: text.lastAttempt },
    { name: text.state },
  ];
  return (
    <Table
      caption={text.title}
      columns={isSelectable ? [...columns, { name: text.select }] : columns}
      rows={events.map((event) => [
        <a href={`/webhooks/${event.id}`}>{event.event}</a>,
        <code>{event.transactionId}</code>,
        <Moment at={event.createdAt} language={language} />,
        String(event.attempts),
        event.lastAttempt === null ? text.none : outcomeText(event.lastAttempt.outcome, language),
        <EventState status={event.status} language={language} />,
        ...(isSelectable
          ? [
              <label>
                <input
                  type="checkbox"
                  name="event"
                  value={event.id}
                  aria-label={`${text.select}: ${event.event}, ${moment(event.createdAt, language)}`}
                />
              </label>,
            ]
          : []),
      ])}
    />
  );
};

export const EventState: FC<{ status: ListedEvent['status']; language: Language }> = ({
  status,
  language,
}) => <StateBadge kind={KINDS[status]}>{WORDS[language].states[status]}</StateBadge>;

export function outcomeText(outcome: string, language: Language): string {
  return OUTCOMES[language][outcome] ?? outcome.replace(/^HTTP_/, 'HTTP ');
}
