import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import type { ChargeOutcome } from './acquirer.ts';
import type { CardTokenStore } from './card-token.ts';
import type { Cvvs } from './cvv.ts';
import type { DeclineStore } from './decline.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Payin, PayinStore } from './payin.ts';
import { changePayinStatus, PayinMoved } from './payin-status.ts';
import type { Db, Queryable } from './store/db.ts';

export type SettlementServices = {
  db: Db;
  payins: PayinStore;
  declines: DeclineStore;
  cardTokens: CardTokenStore;
  cvvs: Cvvs;
  hash: KeyedHash;
  now: () => Date;
};

type Decided = Extract<ChargeOutcome, { kind: 'approved' | 'refused' | 'failed' }>;

const STATUS_OF = { approved: 'APPROVED', refused: 'REFUSED', failed: 'FAILED' } as const;

/**
 * Writes what the acquirer decided: status and token in one commit, then the CVV is destroyed.
 * Where another was faster, gives what they wrote.
 */
export async function settleDecided(
  account: Account,
  payin: Payin,
  outcome: Decided,
  services: SettlementServices,
): Promise<Payin> {
  const to = STATUS_OF[outcome.kind];
  const now = accountTime(account, services.now());
  try {
    const moved = await services.db.transaction(async (tx) => {
      // What a caller has seen once stays: a payin that was answered keeps its external id.
      const externalId = payin.externalId ?? outcome.externalId;
      const next = await changePayinStatus(tx, services.payins, { payin, to, externalId, now });
      await consumeToken(tx, account, payin, { isApproved: to === 'APPROVED' }, services);
      return next;
    });
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
  outcome: Extract<ChargeOutcome, { kind: 'declined' }>,
  services: SettlementServices,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await services.payins.release(tx, payin))) return;
    await consumeToken(tx, account, payin, { isApproved: false }, services);
    await services.declines.insert(tx, {
      companyId: payin.companyId,
      payinId: payin.id,
      referenceId: payin.referenceId,
      bodyFingerprint: payin.bodyFingerprint,
      code: outcome.code,
      decidedBy: outcome.decidedBy,
      amount: payin.amount,
      cardBrand: payin.cardBrand ?? 'unknown',
      cardLast4: payin.cardLast4 ?? '',
      createdAt: accountTime(account, services.now()),
    });
  });
  await forgetCvv(payin, services);
}

/** Nothing was taken, surely: the reservation and the token are as if it had not been tried. */
export async function settleReleased(payin: Payin, services: SettlementServices): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await services.payins.release(tx, payin))) return;
    const token = tokenOf(payin);
    if (token !== null) await services.cardTokens.settle(tx, token, { status: 'fresh' });
  });
}

export async function forgetCvv(
  payin: Payin,
  { cvvs }: Pick<SettlementServices, 'cvvs'>,
): Promise<void> {
  const token = tokenOf(payin);
  if (token !== null) await cvvs.destroy(token);
}

/** Source: design 5.2, "card on file", "what a decline consumes". */
async function consumeToken(
  tx: Queryable,
  account: Account,
  payin: Payin,
  { isApproved }: { isApproved: boolean },
  { cardTokens, hash }: SettlementServices,
): Promise<void> {
  const token = tokenOf(payin);
  if (token === null) return;
  if (!isApproved || !account.traits.cardOnFile) {
    await cardTokens.settle(tx, token, { status: 'spent' });
    return;
  }
  const customerDocumentHash = hash('customer-document', payin.customer.document);
  await cardTokens.settle(tx, token, { status: 'on_file', customerDocumentHash });
}

function tokenOf(payin: Payin) {
  const { companyId, id, tokenHash } = payin;
  return tokenHash === null ? null : { companyId, tokenHash, payinId: id };
}
