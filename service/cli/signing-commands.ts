import * as z from 'zod/mini';
import { findCompany } from '../acts/find-company.ts';
import { disableSigning, enableSigning, rotateSecret } from '../domain/webhooks/webhook-signing.ts';
import type { Command, Invocation } from './command.ts';
import { defineCommand } from './command.ts';
import { logged, OF_COMPANY, yesOrNoOption } from './options.ts';

/** Commands for the signature of webhooks. */
export const SIGNING_COMMANDS: readonly Command[] = [
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
