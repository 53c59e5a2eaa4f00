import type { WebhookDelivery } from '../../../../contract/webhook.ts';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../../contract/webhook.ts';
import type { EventFilter, ListedEvent } from '../../../domain/webhooks/webhook-list.ts';
import type { Period } from '../../framework/parts/period-filter.tsx';

export const PAGE_SIZE = 50;

/** What is asked of the list, as an address says it: what cannot be read is not asked. */
export function readFilter(query: URLSearchParams, { from, until }: Period): EventFilter {
  const text = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim() ?? '';
    return pattern.test(value) ? value : null;
  };
  return {
    ...{ from, until },
    event: text('event', /^[a-z0-9_.]{1,60}$/),
    status: readStatus(query.get('state')),
    transactionId: text('of', /^[\w-]{1,100}$/),
    after: readPlace(query.get('after')),
    limit: PAGE_SIZE + 1,
  };
}

function readStatus(text: string | null): WebhookDelivery['status'] | null {
  return WEBHOOK_DELIVERY_STATUSES.find((status) => status === text) ?? null;
}

function readPlace(text: string | null): EventFilter['after'] {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { createdAt: new Date(Number(at)), id };
}

/** The place after an event, in an address that asks for the same. */
export function addressAfter(query: URLSearchParams, last: ListedEvent): string {
  const next = new URLSearchParams(query);
  next.set('after', `${last.createdAt.getTime()}.${last.id}`);
  return `?${next}`;
}

/** The address of the same list from its beginning. */
export function addressOfFirst(query: URLSearchParams): string {
  const first = new URLSearchParams(query);
  first.delete('after');
  return `?${first}`;
}
