import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import type { ChargeOutcome } from './acquirer.ts';
import type { ApproveAtOnce } from './approve-at-once.ts';
import type { CardTokenStore, SettledToken } from './card-token.ts';
import { hashToken } from './card-token.ts';
import type { Cvvs } from './cvv.ts';
import type { DeclineStore } from './decline.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Payin, PayinStore } from './payin.ts';
import type { PayinEffects } from './payin-status.ts';
import { changePayinStatus, PayinMoved } from './payin-status.ts';
import type { Db, Queryable } from './store/db.ts';
import type { AuthenticationStore } from './three-d-secure.ts';

export type SettlementServices = {
  db: Db;
  payins: PayinStore;
  payinEffects: PayinEffects;
  approveAtOnce: ApproveAtOnce;
  declines: DeclineStore;
  cardTokens: CardTokenStore;
  cvvs: Cvvs;
  hash: KeyedHash;
  authentications: AuthenticationStore;
  now: () => Date;
};

type Declined = Extract<ChargeOutcome, { kind: 'declined' }>;
type Decided =
  | Extract<ChargeOutcome, { kind: 'approved' }>
  | Extract<ChargeOutcome, { kind: 'refused' }>
  | Extract<ChargeOutcome, { kind: 'failed' }>
  | Declined;

const STATUS_OF = {
  approved: 'APPROVED',
  refused: 'REFUSED',
  failed: 'FAILED',
  declined: 'REFUSED',
} as const;

/**
 * Writes what the acquirer decided: status and token in one commit, then the CVV is destroyed. The
 * decline of a payin that was acknowledged makes it REFUSED, and is kept for the operator. Where
 * another was faster, gives what they wrote.
 */
export async function settleDecided(
  account: Account,
  payin: Payin,
  outcome: Decided,
  services: SettlementServices,
): Promise<Payin> {
  const to = STATUS_OF[outcome.kind];
  const now = accountTime(account, services.now());
  // What a caller has seen once stays: a payin that was answered keeps its external id.
  const given = outcome.kind === 'declined' ? payin.id : outcome.externalId;
  const externalId = payin.externalId ?? given;
  if (to === 'APPROVED') {
    const token = settledTokenOf(account, payin, { isApproved: true }, services);
    const approved = await services.approveAtOnce(account, { payin, externalId, now, token });
    if (approved !== null) {
      await forgetCvv(payin, services);
      return approved;
    }
  }
  try {
    const moved = await services.db.transaction(
      async (tx) => {
        const next = await changePayinStatus(tx, services, { payin, to, externalId, now });
        await consumeToken(tx, account, payin, { isApproved: to === 'APPROVED' }, services);
        if (outcome.kind === 'declined') await keepDecline(tx, payin, outcome, now, services);
        return next;
      },
      { turnOf: payin.companyId },
    );
    await forgetCvv(payin, services);
    return moved;
  } catch (error) {
    if (!(error instanceof PayinMoved)) throw error;
    return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
  }
}

/** A decline leaves no payin, but a row for the operator; the token is used up. */
export async function settleDeclined(
  account: Account,
  payin: Payin,
  outcome: Declined,
  services: SettlementServices,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await services.payins.release(tx, payin))) return;
    await consumeToken(tx, account, payin, { isApproved: false }, services);
    await keepDecline(tx, payin, outcome, accountTime(account, services.now()), services);
  });
  await forgetCvv(payin, services);
}

function keepDecline(
  tx: Queryable,
  payin: Payin,
  { code, decidedBy }: Declined,
  createdAt: Date,
  { declines }: SettlementServices,
): Promise<void> {
  return declines.insert(tx, {
    companyId: payin.companyId,
    payinId: payin.id,
    referenceId: payin.referenceId,
    bodyFingerprint: payin.bodyFingerprint,
    code,
    decidedBy,
    amount: payin.amount,
    cardBrand: payin.cardBrand ?? 'unknown',
    cardLast4: payin.cardLast4 ?? '',
    createdAt,
  });
}

/** Nothing was taken, surely: reservation, token and proof are as if it had not been tried. */
export async function settleReleased(payin: Payin, services: SettlementServices): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await services.payins.release(tx, payin))) return;
    const token = tokenOf(payin);
    if (token !== null) await services.cardTokens.settle(tx, token, { status: 'fresh' });
    const { companyId, id: payinId, authenticationId: id } = payin;
    if (id !== null) await services.authentications.release(tx, { companyId, id, payinId });
  });
}

export async function forgetCvv(
  payin: Payin,
  { cvvs, hash }: Pick<SettlementServices, 'cvvs' | 'hash'>,
): Promise<void> {
  const { companyId, authenticationId } = payin;
  const token = tokenOf(payin);
  if (token !== null) await cvvs.destroy(token);
  if (authenticationId === null) return;
  await cvvs.destroy({ companyId, tokenHash: hashToken(hash, authenticationId) });
}

/** The token, and the secrets of an authentication. Source: design 5.2, "what a decline consumes". */
export async function consumeToken(
  tx: Queryable,
  account: Account,
  payin: Payin,
  decided: { isApproved: boolean },
  services: SettlementServices,
): Promise<void> {
  const { companyId, id: payinId, authenticationId } = payin;
  if (authenticationId !== null) {
    await services.authentications.forgetSecrets(tx, { companyId, id: authenticationId });
  }
  const token = settledTokenOf(account, payin, decided, services);
  if (token === null) return;
  const { tokenHash, to } = token;
  await services.cardTokens.settle(tx, { companyId, tokenHash, payinId }, to);
}

/** What becomes of the token of a payin that was decided; null where it has none. */
function settledTokenOf(
  account: Account,
  { tokenHash, customer }: Payin,
  { isApproved }: { isApproved: boolean },
  { hash }: Pick<SettlementServices, 'hash'>,
): { tokenHash: Uint8Array; to: SettledToken } | null {
  if (tokenHash === null) return null;
  if (!isApproved || !account.traits.cardOnFile) return { tokenHash, to: { status: 'spent' } };
  const customerDocumentHash = hash('customer-document', customer.document);
  return { tokenHash, to: { status: 'on_file', customerDocumentHash } };
}

function tokenOf(payin: Payin) {
  const { companyId, id, tokenHash } = payin;
  return tokenHash === null ? null : { companyId, tokenHash, payinId: id };
}
