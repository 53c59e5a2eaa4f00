import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { followPayin } from '../follow-payin.ts';
import type { Payin } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { nextReturnPollMs, RETURNS_END_MS } from '../poll-times.ts';
import { returnsOf } from '../watch-payin.ts';

/** A return whose notice was lost is booked as if it had come. After all else that is due. */
export async function followReturns(account: Account, services: PayinDependencies): Promise<void> {
  const { companyId } = account;
  const { payins, pollEach } = services;
  const due = await payins.listReturnsDue(companyId, services.now());
  const look = (payin: Payin) => pollAt(account, payin, services);
  await pollEach(due, look, { companyId, kind: 'returns', isLast: true });
}

/** A provider that does not tell is asked again soon; without credentials there is none to ask. */
async function pollAt(account: Account, payin: Payin, services: PayinDependencies): Promise<void> {
  const { lookUps } = services;
  const now = services.now();
  const lookUp = await lookUps.begin(returnsOf(payin), { now, evenEarly: false });
  if (lookUp === null) return;
  const endsAt = lookUp.watchedUntil?.getTime() ?? 0;
  const provider = await providerOf(payin, services);
  // Whether its provider tells was not asked of those from before there were these polls.
  const tells = provider === null || provider.tellsReturns?.includes(payin.paymentMethod) === true;
  if (!tells) return lookUps.end(returnsOf(payin), lookUp);
  const isAsked = endsAt > now.getTime() && provider !== null;
  if (isAsked && !(await followPayin(account, payin, services))) return;
  const approvedAt = endsAt - RETURNS_END_MS;
  const nextMs = nextReturnPollMs(now.getTime() - approvedAt);
  if (nextMs === null) await lookUps.end(returnsOf(payin), lookUp);
  else await lookUps.put(returnsOf(payin), { ...lookUp, dueAt: new Date(approvedAt + nextMs) });
}
