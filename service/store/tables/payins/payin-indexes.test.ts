import { describe, expect, it } from 'vitest';
import type { Db, SqlValue } from '../../../base/shared/db.ts';
import { UniqueViolation } from '../../../base/shared/db.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import type { PayinKey } from '../../../domain/payins/payin-list.ts';
import { openedForEach } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createPayinStore } from './payin.ts';
import { createPayinListStore } from './payin-list.ts';

const NOW = new Date('2027-01-01T12:00:00Z');

/** By which the dashboard finds a payin, besides its id and reference. */
const KEYS: readonly PayinKey[] = [
  { by: 'externalId', value: 'E2E-1' },
  { by: 'document', value: '39053344705' },
  { by: 'email', value: 'Ana@Example.com' },
  { by: 'cardLast4', value: '0004' },
  { by: 'amount', value: '15990' },
];

function reserved(id: string, referenceId: string): Payin {
  return {
    companyId: 'one',
    id,
    provider: 'sandbox',
    externalId: null,
    referenceId,
    status: 'PENDING',
    chargeState: 'reserved',
    paymentMethod: 'CREDIT_CARD',
    amount: 15_990,
    installments: 1,
    installmentPlan: null,
    bodyFingerprint: new Uint8Array(),
    customer: {
      name: 'Ana',
      document: '39053344705',
      email: 'ana@example.com',
      phone: '11987654321',
    },
    items: [],
    isPhysicalProduct: false,
    payerIp: '203.0.113.1',
    webhookUrl: null,
    antifraudSessionId: null,
    subSellerId: null,
    split: null,
    cardBrand: 'visa',
    cardLast4: '0004',
    tokenHash: null,
    authenticationId: null,
    threeDSecure: null,
    bankId: null,
    returnUrl: null,
    expiresAt: null,
    pixCopyAndPaste: null,
    boletoBarcode: null,
    boletoDueOn: null,
    boletoPixCopyAndPaste: null,
    boletoId: null,
    openFinanceRedirectUrl: null,
    declineReason: null,
    dispute: null,
    refundedAmount: 0,
    refunds: [],
    replacedBy: null,
    trace: {},
    reservedAt: NOW,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

function run(db: Db, text: string, values: readonly SqlValue[] = []) {
  return db.query<{ id: string }>({ name: '', text, values });
}

/** Decides a payin as a charge does that went well, or one that did not and gives its reference back. */
function decide(db: Db, id: string, status: 'APPROVED' | 'FAILED') {
  return run(
    db,
    `UPDATE payins SET status = $2, charge_state = 'decided', external_id = 'E2E-1',
      holds_reference = $2 = 'APPROVED' WHERE company_id = 'one' AND id = $1`,
    [id, status],
  );
}

async function foundBy(db: Db, key: PayinKey | null): Promise<string[]> {
  const noFilter = { status: null, method: null, from: null, until: null, after: null, limit: 10 };
  const { payins } = await createPayinListStore(db).look('one', { ...noFilter, key });
  return payins.map(({ id }) => id);
}

describe.each(statementDatabases())('a payin made just now, on $engine', (database) => {
  const db = openedForEach(database.openMigrated);

  it('is found by all that it is found by once it is decided, and by nothing before', async () => {
    await createPayinStore(db).claim(null, reserved('pay_new', 'order-new'));
    const keys: (PayinKey | null)[] = [
      ...KEYS,
      { by: 'id', value: 'pay_new' },
      { by: 'reference', value: 'order-new' },
      null,
    ];
    for (const key of keys) expect(await foundBy(db, key)).toEqual([]);
    await decide(db, 'pay_new', 'APPROVED');
    for (const key of keys) expect(await foundBy(db, key)).toEqual(['pay_new']);
  });

  it('holds its reference alone, however many ask at once and however often it is given back', async () => {
    const payins = createPayinStore(db);
    for (const round of [1, 2, 3]) {
      const asked = Array.from({ length: 8 }, (_, place) => `pay_${round}_${place}`);
      const claims = await Promise.all(
        asked.map((id) => payins.claim(null, reserved(id, 'order-wanted'))),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      const holder = asked[claims.indexOf(true)] ?? '';
      expect((await payins.findByReference('one', 'order-wanted'))?.id).toBe(holder);
      await decide(db, holder, 'FAILED');
      expect(await payins.findByReference('one', 'order-wanted')).toBeNull();
    }
  });

  it('cannot take back a reference that another holds by now', async () => {
    const payins = createPayinStore(db);
    await payins.claim(null, reserved('pay_first', 'order-back'));
    await decide(db, 'pay_first', 'FAILED');
    expect(await payins.claim(null, reserved('pay_next', 'order-back'))).toBe(true);
    await expect(decide(db, 'pay_first', 'APPROVED')).rejects.toThrow(UniqueViolation);
  });
});
