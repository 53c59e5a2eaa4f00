import { MAX_RESENT } from '../../webhooks/webhook-list.ts';
import { Field, Form, SubmitButton } from '../parts/form.tsx';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { readPeriod } from './event-filter.ts';
import { WORDS } from './words.ts';

/** How many events of a period were given up, before anything is sent. */
export async function showUndelivered(
  visit: Visit,
  { webhookLists }: Pick<DashboardServices, 'webhookLists'>,
): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = WORDS[language];
  const count = await webhookLists.countUndelivered(companyId, readPeriod(query), MAX_RESENT + 1);
  const shown = new Intl.NumberFormat(language).format(Math.min(count, MAX_RESENT));
  const [from, until] = [query.get('from') ?? '', query.get('until') ?? ''];
  return visit.page(
    text.undeliveredTitle,
    <>
      <p>
        <a href="/webhooks">{text.back}</a>
      </p>
      <form class="filters" method="get" aria-label={text.filters}>
        <Field name="from" label={text.from} type="date" value={from} />
        <Field name="until" label={text.until} type="date" value={until} />
        <SubmitButton>{text.count}</SubmitButton>
      </form>
      <p>
        <strong>{text.undeliveredCount(count > MAX_RESENT ? `${shown}+` : shown)}</strong>
      </p>
      {count > MAX_RESENT ? <p class="hint">{text.undeliveredMost}</p> : null}
      {count === 0 ? null : (
        <Form action="/webhooks/undelivered" visit={visit}>
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="until" value={until} />
          <SubmitButton>{text.resendThese}</SubmitButton>
        </Form>
      )}
    </>,
    { path: '/webhooks' },
  );
}

export async function resendUndelivered(visit: Visit): Promise<Response> {
  const { from, until } = readPeriod(new URLSearchParams(visit.form));
  const { content } = await visit.act('event resend', {
    ...(from === null ? {} : { from: from.toISOString() }),
    ...(until === null ? {} : { until: until.toISOString() }),
  });
  const resent = 'record' in content ? Number(content.record.resent) : 0;
  return visit.redirect('/webhooks', WORDS[visit.language].resent(resent));
}
