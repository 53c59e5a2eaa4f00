import * as z from 'zod/mini';
import type { WebhookDelivery } from '../../contract/webhook.ts';
import { invalidField } from '../shared/api-error.ts';
import { listDeliveries } from '../webhooks/webhook-outbox.ts';
import { disableSigning, enableSigning, rotateSecret } from '../webhooks/webhook-signing.ts';
import type { Command, Invocation, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { findCompany } from './find-company.ts';
import {
  companyIdOption,
  companyOf,
  eventIdOption,
  logged,
  OF_COMPANY,
  yesOrNoOption,
} from './options.ts';

/** Commands for the signature of webhooks and for events nobody took. */
export const WEBHOOK_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'signing activate',
    summary: 'signs every event from now on and shows the secret, this once',
    isAct: true,
    options: { company: OF_COMPANY },
    run: ({ company }, invocation) => showNewSecret(company, enableSigning, invocation),
  }),
  defineCommand({
    name: 'signing rotate',
    summary: 'signs with a new secret; the one before stays valid for 24 hours',
    isAct: true,
    options: {
      company: OF_COMPANY,
      'end-previous': logged(
        z._default(yesOrNoOption, false),
        'yes: a secret before the present one may end now, before its 24 hours',
      ),
    },
    run: ({ company, 'end-previous': endsPrevious }, invocation) =>
      showNewSecret(
        company,
        (account, services, tx) => rotateSecret(account, { endsPrevious }, services, tx),
        invocation,
      ),
  }),
  defineCommand({
    name: 'signing deactivate',
    summary: 'signs no event any more and destroys the secrets',
    isAct: true,
    options: { company: OF_COMPANY },
    async run({ company }, { trail, services: open }) {
      const services = await open();
      const account = await findCompany(company, services);
      await services.db.transaction(async (tx) => {
        await disableSigning(account, services, tx);
        await trail.record(tx);
      });
      return { content: { record: { company, signing: 'off' } } };
    },
  }),
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
    summary: 'sends an event again, or all undelivered ones of an account',
    isAct: true,
    options: {
      event: logged(z.optional(eventIdOption), 'the id of one event'),
      company: logged(
        z.optional(companyIdOption),
        'or the company whose undelivered ones are meant',
      ),
    },
    async run({ event, company }, invocation) {
      if ((event === undefined) === (company === undefined)) {
        throw invalidField('event', 'or --company must be given, not both');
      }
      const { webhooks } = await invocation.services();
      const companyId = company ?? companyOf(event ?? '');
      await findCompany(
        companyId,
        invocation.database,
        company === undefined ? 'event' : 'company',
      );
      const ids =
        event === undefined
          ? (await listDeliveries(companyId, 'UNDELIVERED', { webhooks })).map(({ id }) => id)
          : [event];
      if (event !== undefined && (await webhooks.find(companyId, event)) === null) {
        throw unknown('event');
      }
      return { content: { record: await resend(companyId, ids, invocation) } };
    },
  }),
];

async function showNewSecret(
  company: string,
  make: typeof enableSigning,
  { trail, services: open }: Invocation,
) {
  const services = await open();
  const account = await findCompany(company, services);
  const secret = await services.db.transaction(async (tx) => {
    const made = await make(account, services, tx);
    await trail.record(tx);
    return made;
  });
  return {
    content: { record: { company, secret } },
    notes: ['The secret is sealed where it is kept and cannot be shown again.'],
  };
}

async function resend(
  companyId: string,
  ids: readonly string[],
  { trail, services: open }: Invocation,
): Promise<Row> {
  const { db, webhooks, now, wakeDelivery } = await open();
  await db.transaction(async (tx) => {
    for (const id of ids) await webhooks.resend(companyId, id, now(), tx);
    await trail.record(tx, { subjects: { events: ids.length } });
  });
  wakeDelivery();
  return { company: companyId, resent: ids.length };
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
