import type { ThreeDSCompletion, ThreeDSState } from '../../../../contract/card/three-d-secure.ts';
import { ApiError, invalidField } from '../../../base/shared/api-error.ts';
import type { Timed } from '../../../base/shared/deadline.ts';
import { callDeadlineMs, callProvider } from '../../../providers/provider.ts';
import type { AuthenticationResult } from '../../../providers/three-d-secure-provider.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { openSealed } from '../open-sealed.ts';
import { findAuthenticator } from '../payin-provider.ts';
import { notAfterEnd } from '../payment-window.ts';
import { followChallenge, isChallenged } from './acquirer-challenge.ts';
import { endIfOver, endThreeDS, toEnd } from './end-three-d-secure.ts';
import type { Authentication } from './three-d-secure.ts';
import { isAtAcquirer, toThreeDSState } from './three-d-secure.ts';

/** 404 for one that is unknown or foreign. */
export async function readThreeDS(
  account: Account,
  id: string,
  services: PayinDependencies,
): Promise<ThreeDSState> {
  const authentication = await findCurrent(account, id, services);
  return toThreeDSState(authentication, account, services.now());
}

/**
 * A hint: the provider is asked, and without its decision the authentication stays OPEN.
 * Idempotent. 404; 400 for a provider's name where the provider itself tells. Source:
 * contract/card/three-d-secure.ts, `threeDSCompletionSchema`.
 */
export async function completeThreeDS(
  account: Account,
  id: string,
  completion: ThreeDSCompletion,
  services: PayinDependencies,
): Promise<ThreeDSState> {
  const authentication = await findCurrent(account, id, services);
  if (authentication.status !== 'OPEN') {
    return toThreeDSState(authentication, account, services.now());
  }
  const { outcome, providerReference } = completion;
  if (providerReference !== undefined) await requireAcquirerVerified(authentication, services);
  if (outcome === 'ready') return goOn(account, authentication, services);
  const ended = await endBy({ ...completion, outcome }, account, authentication, services);
  return toThreeDSState(ended, account, services.now());
}

/** Its script knows the device. Repeated, the same session of the bank is told again. */
async function goOn(account: Account, authentication: Authentication, services: PayinDependencies) {
  const answer = await ask('enroll', authentication, services);
  const told = answer.kind === 'answered' ? answer.value : ({ kind: 'open' } as const);
  if (told.kind === 'challenge') await services.authentications.goOn(authentication, told.session);
  else await endByResult(told, account, authentication, services);
  const current = (await services.authentications.find(authentication)) ?? authentication;
  const state = toThreeDSState(current, account, services.now());
  const isAsked = told.kind === 'challenge' && current.status === 'OPEN';
  return isAsked ? { ...state, session: current.session } : state;
}

export async function followProvider(
  { provider, transactionId }: { provider: string; transactionId: string },
  services: PayinDependencies,
): Promise<void> {
  const { authentications, accounts } = services;
  const key = await authentications.findByTransaction(provider, transactionId);
  if (key === null) return;
  const account = await accounts.find(key.companyId);
  const authentication = await authentications.find(key);
  if (account === null || authentication === null) return;
  const current = await endIfOver(account, authentication, services);
  if (current.status === 'OPEN') await endBy({ outcome: 'done' }, account, current, services);
}

/**
 * A charge that the acquirer has is called off where it is looked at. What cannot be ended is put
 * off, ever further. `evenEarly`: also what was put off.
 */
export async function expireThreeDS(
  account: Account,
  services: PayinDependencies,
  { evenEarly = false }: { evenEarly?: boolean } = {},
): Promise<void> {
  const { companyId } = account;
  const { authentications, lookUps, pollEach } = services;
  const now = services.now();
  const time = accountTime(account, now);
  const dueBy = evenEarly ? null : now;
  const over = await authentications.listOver(companyId, time, dueBy);
  const end = (open: Authentication) =>
    endIfOver(account, open, services).catch(async (error: unknown) => {
      await lookUps.begin(open, { now: services.now(), evenEarly: true });
      throw error;
    });
  await pollEach(over, end, { companyId, kind: 'authentications over' }).finally(() =>
    authentications.forgetUnclaimed(companyId, time),
  );
}

/**
 * Before the order the buyer's browser asks; a charge that the acquirer has is looked at as its
 * payin is. Decision: each is asked for as a payin is (see `LookUps`), and an answer that tells
 * nothing makes it due at once, since its time is short. A provider that has not answered one is
 * asked for no other of this round.
 */
export async function followOpenThreeDS(
  account: Account,
  services: PayinDependencies,
): Promise<void> {
  const { companyId } = account;
  const { authentications, lookUps, pollEach } = services;
  const silent = new Set<string>();
  const look = async (open: Authentication) => {
    if (silent.has(open.provider)) return;
    const now = services.now();
    const lookUp = await lookUps.begin(open, { now, evenEarly: false });
    if (lookUp === null) return;
    const begun = { ...lookUp, dueAt: notAfterEnd(account, open, lookUp.dueAt, now) };
    if (begun.dueAt < lookUp.dueAt) await lookUps.put(open, begun);
    const current = await endIfOver(account, open, services);
    if (current.status === 'OPEN') {
      const answer = await ask('find', current, services);
      if (answer.kind === 'timeout') silent.add(open.provider);
      if (answer.kind !== 'answered') return;
      await endByResult(answer.value, account, current, services);
    }
    await lookUps.end(open, begun);
  };
  const due = await authentications.listDue(companyId, services.now());
  await pollEach(due, look, { companyId, kind: 'authentications' });
}

async function endBy(
  { outcome, providerReference }: ThreeDSCompletion & { outcome: 'done' | 'cancelled' | 'failed' },
  account: Account,
  authentication: Authentication,
  services: PayinDependencies,
): Promise<Authentication> {
  if (outcome === 'failed') {
    if (authentication.flow === 'post-order') return authentication;
    const end = { status: 'FAILED', reason: 'error', sealedProof: null } as const;
    return endThreeDS(account, authentication, end, services);
  }
  if (isAtAcquirer(authentication)) {
    return endAtAcquirer(outcome, account, authentication, services);
  }
  const verb = outcome === 'cancelled' ? 'cancel' : 'find';
  const answer = await ask(verb, authentication, services, providerReference);
  // No answer is no decision.
  if (answer.kind !== 'answered') return authentication;
  return endByResult(answer.value, account, authentication, services);
}

async function endAtAcquirer(
  outcome: 'done' | 'cancelled',
  account: Account,
  authentication: Authentication,
  services: PayinDependencies,
): Promise<Authentication> {
  if (outcome === 'cancelled') {
    const end = { status: 'FAILED', reason: 'cancelled', sealedProof: null } as const;
    return endThreeDS(account, authentication, end, services);
  }
  const { companyId, payinId } = authentication;
  const payin = payinId === null ? null : await services.payins.find(companyId, payinId);
  if (payin !== null && isChallenged(payin)) await followChallenge(account, payin, services);
  return (await services.authentications.find(authentication)) ?? authentication;
}

async function endByResult(
  result: AuthenticationResult,
  account: Account,
  authentication: Authentication,
  services: PayinDependencies,
): Promise<Authentication> {
  const end = toEnd(account, authentication, result, services);
  return end === null ? authentication : endThreeDS(account, authentication, end, services);
}

/** What a browser carries counts only where whoever charges verifies it. */
async function requireAcquirerVerified(
  authentication: Authentication,
  services: PayinDependencies,
): Promise<void> {
  const provider = await findAuthenticator(authentication, services);
  if (provider?.threeDS.verifiedBy === 'acquirer') return;
  throw invalidField('providerReference', 'left_out');
}

/** `failed` as well where its provider cannot be asked any more. */
async function ask(
  verb: 'find' | 'cancel' | 'enroll',
  authentication: Authentication,
  services: PayinDependencies,
  reference?: string,
): Promise<Timed<AuthenticationResult>> {
  const provider = await findAuthenticator(authentication, services);
  if (provider === null) return { kind: 'failed', error: null };
  const { threeDS } = provider;
  const { companyId, transactionId, session } = authentication;
  const secret = threeDS.enroll === undefined ? null : secretOf(authentication, services);
  const known = {
    ...{ companyId, transactionId, session },
    ...(secret === null ? {} : { secret }),
    ...(reference === undefined ? {} : { reference }),
  };
  const call = async (signal: AbortSignal): Promise<AuthenticationResult> =>
    (await threeDS[verb]?.(known, signal)) ?? { kind: 'open' };
  return await callProvider(call, callDeadlineMs(provider, services.answerWithinMs), services);
}

/** What a provider with `enroll` gave to be kept while it is open. */
function secretOf(authentication: Authentication, services: PayinDependencies): string | null {
  const { companyId, sealedProof } = authentication;
  const open = () => sealedProof && services.threeDSVault.openSecret(sealedProof, authentication);
  return openSealed({ companyId, kind: 'proof' }, open, services);
}

async function findCurrent(account: Account, id: string, services: PayinDependencies) {
  const { companyId } = account;
  const authentication = await services.authentications.find({ companyId, id });
  if (authentication === null) throw new ApiError('NOT_FOUND', 'There is no such authentication.');
  return endIfOver(account, authentication, services);
}
