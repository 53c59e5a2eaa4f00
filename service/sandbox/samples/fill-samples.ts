import type { PayinRequest } from '../../../contract/payments/payin.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { PAYMENT_METHODS } from '../../../contract/payments/payment-method.ts';
import type { PayoutRequest } from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { DAY_MS, dayInSaoPaulo, startOfDay } from '../../base/shared/sao-paulo-days.ts';
import type { Account } from '../../domain/accounts/account.ts';
import {
  accountTime,
  hasMethod,
  realTimeOf,
  requireTransacting,
} from '../../domain/accounts/account.ts';
import { controlPayin } from '../../domain/payins/control-payin.ts';
import { createPayin } from '../../domain/payins/create-payin.ts';
import type { PayinDependencies } from '../../domain/payins/dependencies.ts';
import type { PayinListStore } from '../../domain/payins/payin-list.ts';
import { followPayout } from '../../domain/payouts/advance-payout.ts';
import { controlPayout } from '../../domain/payouts/control-payout.ts';
import { createPayout } from '../../domain/payouts/create-payout.ts';
import type { PayoutDependencies } from '../../domain/payouts/dependencies.ts';
import type { FourEyesServices } from '../../domain/payouts/four-eyes.ts';
import type { SamplePayin, SampleStep } from './sample-plan.ts';
import { SAMPLE_DAYS, SAMPLE_PREFIX, samplePlan } from './sample-plan.ts';

export type SampleDependencies = PayinDependencies &
  PayoutDependencies &
  FourEyesServices & { payinLists: PayinListStore };

/** `own`: payments that are no samples. `partial`: a filling ended early, such as by a restart. */
export type SampleState = 'empty' | 'partial' | 'filled' | 'own';

const MINUTE_MS = 60_000;
/** Two, for accounts whose payouts somebody else has to approve. */
const PAYOUTS_BY = { creator: 'sample-creator', approver: 'sample-approver' };
const OWN_PROVIDER = 'sandbox';

export async function sampleStateOf(
  account: Account,
  services: Pick<SampleDependencies, 'payinLists' | 'payouts' | 'now'>,
): Promise<SampleState> {
  const { companyId } = account;
  const [[latest], { payouts }] = await Promise.all([
    find(companyId, {}, services),
    services.payouts.list(companyId, { page: 1, limit: 1 }),
  ]);
  const latestOf = [latest, payouts[0]].flatMap((one) => one?.referenceId ?? []);
  if (latestOf.some((reference) => !reference.startsWith(SAMPLE_PREFIX))) return 'own';
  if (latest === undefined) return 'empty';
  const begun = await beginningOf(account, services);
  const missing = begun.getTime() + (SAMPLE_DAYS - 2) * DAY_MS;
  return latest.createdAt.getTime() < missing ? 'partial' : 'filled';
}

/**
 * Fills a sandbox account with what may have happened in it during the last 90 days, one thing
 * after the other in the order of time, by the same functions that serve the API. `onStep` is told
 * how far it is; `isStopped` ends it early. What was done before is not done again.
 *
 * Decision: it works with a clock of its own that is behind, since that of an account only moves
 * ahead. No sample names an address for events: nobody waits for what happened weeks ago. Only an
 * account without payments of its own is filled, since the ledger is in the order of time.
 *
 * Refused: 403 where the account is not of the sandbox or may not transact, 409 ILLEGAL_TRANSITION
 * where it has payments of its own.
 */
export async function fillSamples(
  account: Account,
  services: SampleDependencies,
  {
    onStep = () => undefined,
    isStopped = () => false,
  }: { onStep?: (done: number, all: number) => void; isStopped?: () => boolean } = {},
): Promise<void> {
  await requireFillable(account, services);
  const methods = await methodsOf(account, services);
  const begun = await beginningOf(account, services);
  const time = accountTime(account, services.now());
  const [latest] = await find(account.companyId, {}, services);
  const plan = samplePlan(methods).filter((step) => timeOf(step, begun) < time);
  for (const [done, step] of plan.entries()) {
    if (isStopped()) return;
    onStep(done, plan.length);
    const at = timeOf(step, begun);
    const isDone = latest !== undefined && at < latest.createdAt;
    const now = () => realTimeOf(account, at);
    if (!isDone) await take(account, step, { ...services, now });
  }
  onStep(plan.length, plan.length);
}

/** Throws what `fillSamples` does, without filling. */
export async function requireFillable(
  account: Account,
  services: Pick<SampleDependencies, 'payinLists' | 'payouts' | 'now'>,
): Promise<void> {
  if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only sandbox accounts have samples.');
  requireTransacting(account);
  if ((await sampleStateOf(account, services)) !== 'own') return;
  throw new ApiError('ILLEGAL_TRANSITION', 'This account has payments of its own.');
}

/** Decision: samples are asked of the sandbox's own parties alone, and of nobody an account is connected to. */
async function methodsOf(
  account: Account,
  { providers }: Pick<SampleDependencies, 'providers'>,
): Promise<PaymentMethod[]> {
  const methods: PaymentMethod[] = [];
  for (const method of PAYMENT_METHODS.filter((one) => hasMethod(account, one))) {
    const [first] = await providers.route(account.companyId, method);
    const canPay = method !== 'OPEN_FINANCE' || account.traits.banks.length > 0;
    if (first?.name === OWN_PROVIDER && canPay) methods.push(method);
  }
  return methods;
}

/** The first moment of the first day: that of the first sample where there is one. */
async function beginningOf(
  account: Account,
  services: Pick<SampleDependencies, 'payinLists' | 'now'>,
): Promise<Date> {
  const [first] = await find(account.companyId, { referenceId: `${SAMPLE_PREFIX}1` }, services);
  const now = accountTime(account, services.now());
  const day = first?.createdAt ?? new Date(now.getTime() - (SAMPLE_DAYS - 1) * DAY_MS);
  return startOfDay(dayInSaoPaulo(day));
}

function find(
  companyId: string,
  { referenceId = null }: { referenceId?: string | null },
  { payinLists }: Pick<SampleDependencies, 'payinLists'>,
) {
  const key = referenceId === null ? null : ({ by: 'reference', value: referenceId } as const);
  const which = { status: null, method: null, key, from: null, until: null, after: null };
  return payinLists.list(companyId, { ...which, limit: 1 });
}

function timeOf({ minute }: SampleStep, begun: Date): Date {
  return new Date(begun.getTime() + minute * MINUTE_MS);
}

/** A refusal is part of a sample, and what is done already stays as it is. */
async function take(account: Account, step: SampleStep, services: SampleDependencies) {
  try {
    if (step.kind === 'payin') await pay(account, step, services);
    else if (step.kind === 'control') await control(account, step, services);
    else await payOut(account, step, services);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'INTERNAL') throw error;
  }
}

/** Decision: nobody sits in front of a sample, so its cards are charged without 3-D Secure. */
async function pay(account: Account, payin: SamplePayin, services: SampleDependencies) {
  const { traits } = account;
  const withoutThreeDS = { ...account, traits: { ...traits, threeDSFlow: null } };
  const [known] = await find(account.companyId, { referenceId: payin.reference }, services);
  if (known === undefined) await createPayin(withoutThreeDS, toRequest(account, payin), services);
}

function toRequest(
  { traits }: Account,
  { reference, method, amount, buyer, card }: SamplePayin,
): PayinRequest {
  const [bank] = traits.banks;
  return {
    paymentMethod: method,
    amount,
    referenceId: reference,
    isPhysicalProduct: true,
    // Of the block that is kept for documents.
    payerIp: '203.0.113.10',
    customer: buyer,
    items: [{ title: 'Pedido de exemplo', quantity: 1, unitPrice: amount }],
    ...(method === 'OPEN_FINANCE' && bank !== undefined ? { bankId: bank.id } : {}),
    ...(card === null
      ? {}
      : { card: { ...card, expirationMonth: '12', expirationYear: '2040', cvv: '123' } }),
  };
}

async function control(
  account: Account,
  { reference, control: kind, amount }: Extract<SampleStep, { kind: 'control' }>,
  services: SampleDependencies,
) {
  const payin = await services.payins.findByReference(account.companyId, reference);
  // A part was given back before a filling ended early: once is enough.
  if (payin === null || (kind === 'refund' && payin.refundedAmount > 0)) return;
  await controlPayin(account, { id: payin.id, control: kind, amount }, services);
}

/** Where payouts wait for a person, the last one does. */
async function payOut(
  account: Account,
  { reference, amount, isLast }: Extract<SampleStep, { kind: 'payout' }>,
  services: SampleDependencies,
) {
  const [provider] = await services.providers.route(account.companyId, 'PAYOUT');
  if (provider?.name !== OWN_PROVIDER) return;
  // Followed here, at the sample's own time.
  const payoutFollower = { follow: () => undefined, stop: async () => undefined };
  const made = { ...services, payoutFollower };
  const request: PayoutRequest = {
    amount,
    pixKey: 'financeiro@example.com',
    pixKeyType: 'EMAIL',
    referenceId: reference,
    beneficiaryName: account.companyName,
  };
  const payout = await createPayout(account, { request, createdBy: PAYOUTS_BY.creator }, made);
  const waits = payout.status === 'AWAITING_APPROVAL';
  if (waits && isLast) return;
  const approval = { id: payout.id, control: 'approve', by: PAYOUTS_BY.approver } as const;
  const sent = waits ? await controlPayout(account, approval, made) : payout;
  await followPayout(account, (await services.payouts.find(sent.companyId, sent.id)) ?? sent, made);
}
