import { beforeAll, describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import { newReference, startTestService, validPayin } from '../../testing/test-service.ts';
import { scriptedAcquirer } from '../../testing/test-three-d-secure.ts';

describe.each(testDatabases())('a token that is revoked, on $engine', (database) => {
  const { acquirer, charges } = scriptedAcquirer();
  const provider = { cards: acquirer };
  const db = opened(database.openEmpty);
  const service = opened(() => startTestService({ db, provider }));
  const other = opened(() => startTestService({ db, provider }));
  beforeAll(async () => {
    const operator = await openTestOperator(db);
    await operator.run('company set-capabilities', { company: 'no3ds', 'card-on-file': 'yes' });
  });

  const revoke = (token: string, account = 'no3ds') =>
    service.fromPage(account, '/checkout/tokens/revoke', { token });
  const tokenize = () => service.tokenize('no3ds', { consent: CONSENT });
  const pay = (by: TestService, token: string, referenceId = newReference()) =>
    by.post(
      'no3ds',
      '/payin',
      validPayin({ referenceId, card: { token, installments: 1, cvv: '123' } }),
    );
  async function keep() {
    const { token, referenceId } = await tokenize();
    expect((await pay(service, token, referenceId)).body.status).toBe('APPROVED');
    expect((await pay(other, token)).body.status).toBe('APPROVED');
    return token;
  }
  async function expectEnded(token: string) {
    const before = charges.charges.length;
    for (const by of [other, service]) {
      const { status, body } = await pay(by, token);
      expect([status, body.error.details]).toEqual([400, [errorDetail('card.token', 'revoked')]]);
    }
    expect(charges.charges).toHaveLength(before);
  }

  it('charges a saved card no more, whichever process is asked', async () => {
    const token = await keep();
    expect((await revoke(token)).status).toBe(204);
    await expectEnded(token);
    expect((await revoke(token)).status).toBe(204);
  });

  it('charges nothing where it was never used', async () => {
    const { token } = await tokenize();
    expect((await revoke(token)).status).toBe(204);
    await expectEnded(token);
  });

  it('stays so where a charge was under way, which goes on', async () => {
    const { token, referenceId } = await tokenize();
    charges.onCharge = async () => {
      expect((await revoke(token)).status).toBe(204);
      return { kind: 'approved', externalId: 'acq-1' };
    };
    expect((await pay(service, token, referenceId)).body.status).toBe('APPROVED');
    await expectEnded(token);
  });

  it('has its first payin all the same', async () => {
    const { token, referenceId } = await tokenize();
    const first = await pay(service, token, referenceId);
    await revoke(token);
    const again = await pay(other, token, referenceId);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  it.each(['tok_unknown', 'of another account'])('is not found where it is %s', async (which) => {
    const token = which === 'tok_unknown' ? which : await keep();
    const account = which === 'tok_unknown' ? 'no3ds' : 'manual';
    const { status, body } = await revoke(token, account);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    if (which !== 'tok_unknown') expect((await pay(other, token)).body.status).toBe('APPROVED');
  });
});
