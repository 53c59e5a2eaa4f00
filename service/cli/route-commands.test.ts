import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorDetail } from '../base/shared/error-detail.ts';
import { opened, STORY } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';

const ROUTE = { method: 'CREDIT_CARD', providers: 'cielo' };

describe.each(testDatabases())(
  'a route for cards that are authenticated on $engine',
  STORY,
  (database) => {
    const db = opened(database.openEmpty);
    const operator = opened(() => openTestOperator(db));
    beforeAll(async () => {
      await operator.run('provider add', {
        ...{ company: '*', provider: 'cielo' },
        'merchant-id': '6a1f0a52-9d1e-4b57-8f0f-2f8a1f0c9d11',
        'merchant-key': 'A'.repeat(40),
      });
    });
    afterAll(() => operator.services.registeredProviders.stop());

    const companyWith = async (company: string, flow: string) => {
      await operator.run('company create', { company, name: 'Loja Acme' });
      await operator.run('company set-capabilities', { company, 'three-ds': flow });
    };

    /** As before there was a rule, or by two commands at once. */
    const withImpossible = (company: string) =>
      db.transaction(async (tx) => {
        const account = await operator.services.accounts.findToChange(tx, company);
        if (account === null) throw new Error('it is gone');
        const traits = { ...account.traits, threeDSFlow: 'pre-order' as const };
        await operator.services.accounts.update(tx, { ...account, traits });
      });

    it('is refused before the order where its first provider authenticates nobody', async () => {
      await companyWith('before', 'pre-order');
      const asked = operator.run('route set', { company: 'before', ...ROUTE });
      await expect(asked).rejects.toMatchObject({
        code: 'INVALID_DATA',
        details: [
          errorDetail('providers', 'route_without_3ds', { provider: 'cielo', company: 'before' }),
        ],
      });
      expect(await operator.rows('route list', { company: 'before' })).toEqual([]);
      await operator.run('company set-capabilities', { company: 'before', 'three-ds': 'none' });
      const set = await operator.record('route set', { company: 'before', ...ROUTE });
      expect(set).toEqual({ company: 'before', ...ROUTE });
    });

    it.each(['none', 'post-order'])('is set where 3-D Secure is %s', async (flow) => {
      const company = flow.replace('-', '');
      await companyWith(company, flow);
      const route = { company, ...ROUTE };
      expect(await operator.record('route set', route)).toEqual(route);
    });

    it('is refused for all companies where one that would take it cannot be served', async () => {
      await companyWith('shared', 'pre-order');
      const route = { company: '*', ...ROUTE };
      await expect(operator.run('route set', route)).rejects.toMatchObject({
        details: [
          errorDetail('providers', 'route_without_3ds', { provider: 'cielo', company: 'shared' }),
        ],
      });
      expect(await operator.rows('route list', { company: '*' })).toEqual([]);
      await operator.run('company set-capabilities', { company: 'shared', 'three-ds': 'none' });
      expect(await operator.record('route set', route)).toEqual(route);
      // Whoever has a route of their own takes no part in it.
      await companyWith('apart', 'none');
      await operator.run('route set', { company: 'apart', ...ROUTE });
      await withImpossible('apart');
      expect(await operator.record('route set', route)).toEqual(route);
    });

    it('refuses an account that would be authenticated by one who does not', async () => {
      await companyWith('later', 'none');
      for (const company of ['later', '*']) {
        await operator.run('route set', { company, ...ROUTE });
        const asked = operator.run('company set-capabilities', {
          ...{ company: 'later', 'three-ds': 'pre-order', antifraud: 'no' },
        });
        await expect(asked).rejects.toMatchObject({
          code: 'INVALID_DATA',
          details: [
            errorDetail('three-ds', 'cards_without_3ds', { provider: 'cielo', company: 'later' }),
          ],
        });
        expect(await operator.record('company show', { company: 'later' })).toMatchObject({
          threeDS: 'none',
        });
        if (company === 'later')
          await operator.run('route remove', { company, method: 'CREDIT_CARD' });
      }
    });

    it('refuses proofs made elsewhere where nobody on the route takes them', async () => {
      await operator.run('provider add', {
        ...{ company: '*', provider: 'mercadopago', 'access-token': `TEST-${'1'.repeat(60)}` },
        'webhook-secret': 'b'.repeat(64),
      });
      await companyWith('proofs', 'none');
      const take = (answer: string) =>
        operator.run('company set-capabilities', { company: 'proofs', 'own-three-ds': answer });
      const route = (providers: string) =>
        operator.run('route set', { company: 'proofs', method: 'CREDIT_CARD', providers });
      await route('mercadopago');
      await expect(take('yes')).rejects.toMatchObject({
        details: [
          errorDetail('own-three-ds', 'cards_without_proof', {
            provider: 'mercadopago',
            company: 'proofs',
          }),
        ],
      });
      // One who takes it is enough: nobody else is shown such a card.
      await route('mercadopago,cielo');
      await take('yes');
      await expect(route('mercadopago')).rejects.toMatchObject({
        details: [
          errorDetail('providers', 'route_without_proof', {
            provider: 'mercadopago',
            company: 'proofs',
          }),
        ],
      });
      await take('no');
      await route('mercadopago');
    });

    it('that became impossible by other ways is named where providers are listed', async () => {
      await companyWith('became', 'none');
      await operator.run('route set', { company: 'became', ...ROUTE });
      const stateOf = async (provider: string) => {
        const rows = await operator.rows('provider list', { company: '*' });
        return rows.find((row) => row.provider === provider)?.state;
      };
      expect(await stateOf('cielo')).not.toContain('became');
      await withImpossible('became');
      expect(await stateOf('cielo')).toContain(
        'authenticates nobody, and three-ds of became is pre-order: every card is refused',
      );
      expect(await stateOf('mercadopago')).toBe('usable');
    });
  },
);
