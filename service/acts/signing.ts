import { enableSigning, rotateSecret } from '../domain/webhooks/webhook-signing.ts';
import type { ActContext } from './act.ts';
import { defineAct, logged, OF_COMPANY, provenChange } from './act.ts';
import { findCompany } from './find-company.ts';
import { orElse, YES_OR_NO } from './values.ts';

export const ACTIVATE_SIGNING = defineAct({
  ...provenChange('signing.activate', 'signing activate', 'webhooks.manage'),
  summary: 'signs every event from now on and shows the secret, this once',
  fields: OF_COMPANY,
  run: ({ companyId }, context) => makeSecret(companyId, enableSigning, context),
});

export const ROTATE_SIGNING = defineAct({
  ...provenChange('signing.rotate', 'signing rotate', 'webhooks.manage'),
  summary: 'signs with a new secret; the one before stays valid for 24 hours',
  fields: {
    ...OF_COMPANY,
    endPrevious: logged(
      orElse(YES_OR_NO, false),
      'yes: a secret before the present one may end now, before its 24 hours',
    ),
  },
  run: ({ companyId, endPrevious: endsPrevious }, context) =>
    makeSecret(
      companyId,
      (account, services, tx) => rotateSecret(account, { endsPrevious }, services, tx),
      context,
    ),
});

export const DEACTIVATE_SIGNING = defineAct({
  ...provenChange('signing.deactivate', 'signing deactivate', 'webhooks.manage'),
  summary: 'signs no event any more and destroys the secrets',
  fields: OF_COMPANY,
  async run({ companyId }, { trail, services: open }) {
    const services = await open();
    await findCompany(companyId, services);
    await services.db.transaction(async (tx) => {
      await services.webhookSigning.delete(companyId, tx);
      await trail.record(tx);
    });
    return { companyId };
  },
});

export const SIGNING_ACTS = [ACTIVATE_SIGNING, ROTATE_SIGNING, DEACTIVATE_SIGNING] as const;

async function makeSecret(
  companyId: string,
  make: typeof enableSigning,
  { trail, services: open }: ActContext,
) {
  const services = await open();
  const account = await findCompany(companyId, services);
  const secret = await services.db.transaction(async (tx) => {
    const made = await make(account, services, tx);
    await trail.record(tx);
    return made;
  });
  return { companyId, secret };
}
