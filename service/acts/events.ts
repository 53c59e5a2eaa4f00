import * as z from 'zod/mini';
import { ApiError, invalidField, invalidFields } from '../base/shared/api-error.ts';
import { toDetail } from '../base/shared/error-detail.ts';
import { webhookUrlFault } from '../domain/webhooks/webhook-address.ts';
import type { EventPeriod } from '../domain/webhooks/webhook-list.ts';
import { MAX_RESENT } from '../domain/webhooks/webhook-list.ts';
import { MAX_LISTED, toWebhookEvent } from '../domain/webhooks/webhook-outbox.ts';
import { TEST_EVENT, toTestEvent } from '../domain/webhooks/webhook-test-event.ts';
import type { ActContext } from './act.ts';
import { change, defineAct, logged, look, OF_COMPANY, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import {
  COMPANY_ID,
  companyOf,
  EVENT_ID,
  listOf,
  MOMENT,
  optional,
  PAYIN_ID,
  RECEIVER_URL,
} from './values.ts';

/** What one page of events holds, and so the longest selection of them. */
const MAX_SELECTED = 100;
const MAX_TESTS_A_MINUTE = 10;
const MINUTE_MS = 60_000;

export const LIST_UNDELIVERED = defineAct({
  ...look('event.list-undelivered', 'event undelivered', 'events.resend'),
  summary: 'lists the events that every attempt failed to deliver',
  fields: OF_COMPANY,
  async run({ companyId }, { services: open }) {
    const services = await open();
    await findCompany(companyId, services);
    return services.webhooks.list(companyId, { status: 'UNDELIVERED', limit: MAX_LISTED });
  },
});

export const LIST_EVENTS = defineAct({
  ...look('event.list', 'event list', 'events.read'),
  summary: 'lists the events that tell of a payin, newest first',
  fields: { payinId: logged(PAYIN_ID, 'its id') },
  carriedBy: 'payinId',
  async run({ companyId, payinId }, { database }) {
    await findCompany(companyId, database, 'payin');
    const any = { event: null, status: null, from: null, until: null, after: null };
    const which = { ...any, transactionId: payinId, limit: MAX_LISTED };
    return database.webhookLists.page(companyId, which);
  },
});

const EVENT_IDS = listOf(EVENT_ID, z.maxLength(MAX_SELECTED));

export const RESEND_EVENTS = defineAct({
  ...change('event.resend', 'event resend', 'events.resend'),
  summary: 'sends an event again, some of them, or all undelivered ones of an account',
  fields: {
    eventId: logged(optional(EVENT_ID), 'the id of one event'),
    companyId: logged(
      optional(COMPANY_ID),
      'or the company whose undelivered ones are meant, at most 10,000 at a time',
    ),
    events: logged(optional(EVENT_IDS), 'of the company, these alone: ids with commas'),
    from: logged(optional(MOMENT), 'of the company, those written at or after it'),
    until: logged(optional(MOMENT), 'and at or before it'),
  },
  carriedBy: 'eventId',
  async run({ eventId, companyId: given, events, from, until }, context) {
    if ((eventId === undefined) === (given === undefined)) {
      throw invalidField('event', 'exactly_one', { of: 'event, company' });
    }
    const hasPeriod = from !== undefined || until !== undefined;
    if (eventId !== undefined && (events !== undefined || hasPeriod)) {
      throw invalidField('event', 'not_together', { with: 'events, from, until' });
    }
    if (events !== undefined && hasPeriod) {
      throw invalidField('events', 'not_together', { with: 'from, until' });
    }
    const companyId = given ?? companyOf(eventId ?? '');
    await findCompany(companyId, context.database, given === undefined ? 'event' : 'company');
    const ids = eventId === undefined ? events : [eventId];
    const resent =
      ids === undefined
        ? await resendPeriod(companyId, { from: from ?? null, until: until ?? null }, context)
        : await resendSome(companyId, ids, context);
    return { companyId, resent };
  },
});

export const TEST_RECEIVER = defineAct({
  ...change('event.test', 'event test', 'webhooks.manage'),
  summary: 'sends an event that tells of nothing, to try a receiver',
  fields: { ...OF_COMPANY, url: unlogged(RECEIVER_URL, 'the address of the receiver') },
  async run({ companyId, url }, context) {
    const { webhookLists, mode, now } = context.database;
    await findCompany(companyId, context.database);
    const fault = webhookUrlFault(url, { sandbox: mode === 'sandbox' });
    if (fault !== null) throw invalidFields([toDetail('url', fault)]);
    const tests = await webhookLists.page(companyId, {
      event: TEST_EVENT,
      status: null,
      transactionId: null,
      from: new Date(now().getTime() - MINUTE_MS),
      until: null,
      after: null,
      limit: MAX_TESTS_A_MINUTE,
    });
    // Decision: a receiver is tried ten times a minute at most, so that none is flooded by it.
    if (tests.length === MAX_TESTS_A_MINUTE) {
      throw new ApiError('RATE_LIMITED', 'There were ten test events in the last minute.', {
        retryAfterSeconds: MINUTE_MS / 1_000,
      });
    }
    return { companyId, event: await sendTest(companyId, url, context) };
  },
});

export const EVENT_ACTS = [LIST_EVENTS, LIST_UNDELIVERED, RESEND_EVENTS, TEST_RECEIVER] as const;

async function resendSome(
  companyId: string,
  ids: readonly string[],
  { trail, services: open }: ActContext,
): Promise<number> {
  const { db, webhooks, now, wakeDelivery } = await open();
  const chosen = [...new Set(ids)];
  for (const id of chosen) {
    if ((await webhooks.find(companyId, id)) === null) throw unknown('event');
  }
  await db.transaction(async (tx) => {
    for (const id of chosen) await webhooks.resend(companyId, id, now(), tx);
    await trail.record(tx, { subjects: { count: chosen.length } });
  });
  wakeDelivery();
  return chosen.length;
}

async function resendPeriod(
  companyId: string,
  period: EventPeriod,
  { trail, database, services: open }: ActContext,
): Promise<number> {
  const { db, now, wakeDelivery } = await open();
  const resent = await db.transaction(async (tx) => {
    const which = { period, limit: MAX_RESENT, now: now() };
    const count = await database.webhookLists.resendUndelivered(tx, companyId, which);
    await trail.record(tx, { subjects: { count } });
    return count;
  });
  wakeDelivery();
  return resent;
}

async function sendTest(companyId: string, url: string, { trail, services: open }: ActContext) {
  const services = await open();
  const { db, webhooks, wakeDelivery } = services;
  const event = toWebhookEvent(toTestEvent(companyId, url, services), services);
  await db.transaction(async (tx) => {
    await webhooks.append(tx, companyId, new Map(), [event]);
    await trail.record(tx, { subjects: { event: event.id } });
  });
  wakeDelivery();
  return event.id;
}
