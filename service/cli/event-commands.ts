import * as z from 'zod/mini';
import type { WebhookDelivery } from '../../contract/webhook.ts';
import { findCompany } from '../acts/find-company.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { webhookUrlFault } from '../domain/webhooks/webhook-address.ts';
import type { EventPeriod } from '../domain/webhooks/webhook-list.ts';
import { MAX_RESENT } from '../domain/webhooks/webhook-list.ts';
import { listDeliveries, toWebhookEvent } from '../domain/webhooks/webhook-outbox.ts';
import { TEST_EVENT, toTestEvent } from '../domain/webhooks/webhook-test-event.ts';
import type { Command, Invocation, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import {
  companyIdOption,
  companyOf,
  eventIdOption,
  listOption,
  logged,
  momentOption,
  OF_COMPANY,
  unlogged,
} from './options.ts';

/** What one page of events holds, and so the longest selection of them. */
const MAX_SELECTED = 100;
const MAX_TESTS_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Commands for events: those nobody took, and one that tries a receiver. */
export const EVENT_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'event undelivered',
    summary: 'lists the events that every attempt failed to deliver',
    isAct: false,
    options: { company: OF_COMPANY },
    async run({ company }, { services: open }) {
      const services = await open();
      await findCompany(company, services);
      const events = await listDeliveries(company, 'UNDELIVERED', services);
      return { content: { rows: events.map(toRow) } };
    },
  }),
  defineCommand({
    name: 'event resend',
    summary: 'sends an event again, some of them, or all undelivered ones of an account',
    isAct: true,
    options: {
      event: logged(z.optional(eventIdOption), 'the id of one event'),
      company: logged(
        z.optional(companyIdOption),
        'or the company whose undelivered ones are meant, at most 10,000 at a time',
      ),
      events: logged(
        z.optional(
          listOption(eventIdOption).check(
            z.maxLength(MAX_SELECTED, `must be at most ${MAX_SELECTED} events`),
          ),
        ),
        'of the company, these alone: ids with commas',
      ),
      from: logged(z.optional(momentOption), 'of the company, those written at or after it'),
      until: logged(z.optional(momentOption), 'and at or before it'),
    },
    async run({ event, company, events, from, until }, invocation) {
      if ((event === undefined) === (company === undefined)) {
        throw invalidField('event', 'or --company must be given, not both');
      }
      const hasPeriod = from !== undefined || until !== undefined;
      if (event !== undefined && (events !== undefined || hasPeriod)) {
        throw invalidField('event', 'must be given alone');
      }
      if (events !== undefined && hasPeriod) {
        throw invalidField('events', 'must be given without a period');
      }
      const companyId = company ?? companyOf(event ?? '');
      await findCompany(
        companyId,
        invocation.database,
        company === undefined ? 'event' : 'company',
      );
      const ids = event === undefined ? events : [event];
      const record =
        ids === undefined
          ? await resendPeriod(companyId, { from: from ?? null, until: until ?? null }, invocation)
          : await resendSome(companyId, ids, invocation);
      return { content: { record } };
    },
  }),
  defineCommand({
    name: 'event test',
    summary: 'sends an event that tells of nothing, to try a receiver',
    isAct: true,
    options: {
      company: OF_COMPANY,
      url: unlogged(
        z.string().check(z.maxLength(2048, 'must be at most 2048 characters')),
        'the address of the receiver',
      ),
    },
    async run({ company, url }, invocation) {
      const { webhookLists, mode, now } = invocation.database;
      await findCompany(company, invocation.database);
      const fault = webhookUrlFault(url, { sandbox: mode === 'sandbox' });
      if (fault !== null) throw invalidField('url', fault);
      const tests = await webhookLists.page(company, {
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
      return { content: { record: await sendTest(company, url, invocation) } };
    },
  }),
];

async function resendSome(
  companyId: string,
  ids: readonly string[],
  { trail, services: open }: Invocation,
): Promise<Row> {
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
  return { company: companyId, resent: chosen.length };
}

async function resendPeriod(
  companyId: string,
  period: EventPeriod,
  { trail, database, services: open }: Invocation,
): Promise<Row> {
  const { db, now, wakeDelivery } = await open();
  const { webhookLists } = database;
  const resent = await db.transaction(async (tx) => {
    const which = { period, limit: MAX_RESENT, now: now() };
    const count = await webhookLists.resendUndelivered(tx, companyId, which);
    await trail.record(tx, { subjects: { count } });
    return count;
  });
  wakeDelivery();
  return { company: companyId, resent };
}

async function sendTest(
  companyId: string,
  url: string,
  { trail, services: open }: Invocation,
): Promise<Row> {
  const services = await open();
  const { db, webhooks, wakeDelivery } = services;
  const event = toWebhookEvent(toTestEvent(companyId, url, services), services);
  await db.transaction(async (tx) => {
    await webhooks.append(tx, companyId, new Map(), [event]);
    await trail.record(tx, { subjects: { event: event.id } });
  });
  wakeDelivery();
  return { company: companyId, event: event.id };
}

function toRow({ id, event, transactionId, attempts }: WebhookDelivery): Row {
  const last = attempts.at(-1);
  return {
    event: id,
    kind: event,
    transaction: transactionId,
    attempts: attempts.length,
    lastAt: last?.at ?? null,
    lastOutcome: last?.outcome ?? null,
  };
}
