import { RESEND_EVENTS } from '../../../acts/events.ts';
import { MAX_RESENT } from '../../../domain/webhooks/webhook-list.ts';
import { Form, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { FilterForm } from '../../framework/parts/list-page.tsx';
import type { Period } from '../../framework/parts/period-filter.ts';
import { periodFields, readPeriod } from '../../framework/parts/period-filter.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { WORDS } from './words.ts';

type Services = Pick<DashboardServices, 'webhookLists'>;

export function showUndelivered(visit: Visit, services: Services): Promise<Response> {
  return showPeriod(visit, readPeriod(visit.query), services);
}

async function showPeriod(visit: Visit, period: Period, services: Services): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const { typed, wrong } = period;
  return visit.page(
    text.undeliveredTitle,
    <>
      <Way to="/webhooks">{text.back}</Way>
      <FilterForm
        label={text.filters}
        fields={periodFields(period, language)}
        submit={text.count}
      />
      {wrong === null ? (
        <Counted
          visit={visit}
          typed={typed}
          count={await services.webhookLists.countUndelivered(companyId, period, MAX_RESENT + 1)}
        />
      ) : null}
    </>,
    { status: wrong === null ? 200 : 400 },
  );
}

function Counted({
  visit,
  typed,
  count,
}: { visit: Visit } & Pick<Period, 'typed'> & { count: number }) {
  const { language } = visit;
  const text = WORDS[language];
  const shown = new Intl.NumberFormat(language).format(Math.min(count, MAX_RESENT));
  return (
    <>
      <p>
        <strong>{text.undeliveredCount(count > MAX_RESENT ? `${shown}+` : shown)}</strong>
      </p>
      {count > MAX_RESENT ? <p class="hint">{text.undeliveredMost}</p> : null}
      {count === 0 ? null : (
        <Form action="/webhooks/undelivered" visit={visit}>
          <input type="hidden" name="from" value={typed.from} />
          <input type="hidden" name="until" value={typed.until} />
          <SubmitButton>{text.resendThese}</SubmitButton>
        </Form>
      )}
    </>
  );
}

/** Sends those of the period again; none where it cannot be read, which would mean all there are. */
export async function resendUndelivered(visit: Visit, services: Services): Promise<Response> {
  const period = readPeriod(new URLSearchParams(visit.form));
  if (period.wrong !== null) return showPeriod(visit, period, services);
  const { from, until } = period;
  const asked = { from: from ?? undefined, until: until ?? undefined };
  const { resent } = await visit.act(RESEND_EVENTS, asked);
  return visit.redirect('/webhooks', WORDS[visit.language].resent(resent));
}
