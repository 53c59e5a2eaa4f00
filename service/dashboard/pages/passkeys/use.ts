import type { Queryable } from '../../../base/shared/db.ts';
import { passkeySiteOf } from '../../../domain/people/passkey.ts';
import { proveSession } from '../../../domain/people/session.ts';
import { openSessionFor } from '../../../domain/people/sign-in.ts';
import type { Used } from '../../../domain/people/use-passkey.ts';
import { usePasskey } from '../../../domain/people/use-passkey.ts';
import { ownPath } from '../../framework/back-path.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { letIn } from '../sign-in/let-in.ts';
import { tellPasskeyLog } from './passkey-parts.tsx';

export const PASSKEY_USES: readonly DashboardRoute[] = [
  post('/passkeys/sign-in', 'anyone', async (visit, services) => {
    const open = (tx: Queryable, { user }: Used) =>
      openSessionFor(tx, user, { caller: callerOf(visit), by: 'passkey' }, services);
    const used = await take(visit, services, { page: '/sign-in', act: 'user sign-in' }, open);
    if (used instanceof Response) return used;
    return visit.redirect(ownPath(visit.form.to), letIn(visit, used.result));
  }),
  post('/passkeys/prove', 'signed-in', async (visit, services) => {
    const used = await take(visit, services, { page: '/prove', act: 'user prove' }, (tx, used) =>
      tellPasskeyLog({ action: 'user prove', ...used, visit }, services, tx),
    );
    if (used instanceof Response) return used;
    if (visit.signedIn !== null) await proveSession(visit.signedIn.token, services);
    return visit.redirect(ownPath(visit.form.to));
  }),
];

/** Where the passkey allows nothing, it leads back to the page that asked for it. */
async function take<Result>(
  visit: Visit,
  services: DashboardServices,
  { page, act }: { page: '/sign-in' | '/prove'; act: 'user sign-in' | 'user prove' },
  then: (tx: Queryable, used: Used) => Promise<Result>,
): Promise<{ result: Result } | Response> {
  const site = passkeySiteOf(services.addresses.dashboardUrl);
  if (typeof site === 'string') return visit.notFound();
  const prover = act === 'user prove' ? visit.user : null;
  const outcome = await usePasskey(
    { answer: visit.form.answer ?? '', prover, site },
    callerOf(visit),
    then,
    services,
  );
  if ('result' in outcome) return outcome;
  if (outcome.refused === 'counter') {
    const { user, passkey } = outcome;
    const code = 'COUNTER_WENT_BACK';
    await tellPasskeyLog({ action: act, user, passkey, visit, code }, services);
  }
  const query = new URLSearchParams({ to: ownPath(visit.form.to), passkey: outcome.refused });
  return visit.redirect(`${page}?${query}`);
}
