import type { WebhookDelivery } from '../../../../contract/webhook.ts';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../../contract/webhook.ts';
import type { EventFilter, ListedEvent } from '../../../domain/webhooks/webhook-list.ts';
import type { Period } from '../../framework/parts/period-filter.ts';
import { readPlace, writePlace } from '../../framework/row-page.ts';

/** What is asked of the list, as an address says it: what cannot be read is not asked. */
export function readFilter(
  query: URLSearchParams,
  { from, until }: Period,
): Omit<EventFilter, 'limit'> {
  const text = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim() ?? '';
    return pattern.test(value) ? value : null;
  };
  const place = readPlace(query.get('after'));
  return {
    ...{ from, until },
    event: text('event', /^[a-z0-9_.]{1,60}$/),
    status: readStatus(query.get('state')),
    transactionId: text('of', /^[\w-]{1,100}$/),
    after: place === null ? null : { createdAt: place.at, id: place.id },
  };
}

function readStatus(text: string | null): WebhookDelivery['status'] | null {
  return WEBHOOK_DELIVERY_STATUSES.find((status) => status === text) ?? null;
}

/** An address that asks for the same, after an event or from its beginning. */
export function addressAfter(query: URLSearchParams, last: ListedEvent | null): string {
  const next = new URLSearchParams(query);
  if (last === null) next.delete('after');
  else next.set('after', writePlace({ at: last.createdAt, id: last.id }));
  return `?${next}`;
}
