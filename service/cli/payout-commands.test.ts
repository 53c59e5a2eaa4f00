import { beforeAll, describe, expect, it } from 'vitest';
import type { PayoutAcquirer, TransferAnswer } from '../providers/payout-acquirer.ts';
import { opened, STORY } from '../testing/opened.ts';
import { sql } from '../testing/sql.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { testProvider } from '../testing/test-provider.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayout,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

describe.each(testDatabases())('payouts by people on $engine', STORY, (database) => {
  const { timers } = manualTimers();
  const sent: string[] = [];
  let onSend = async (): Promise<TransferAnswer> => ({ kind: 'accepted', externalId: 'x' });
  const payouts: PayoutAcquirer = {
    check: async () => ({ kind: 'payable' }),
    send({ reference }) {
      sent.push(reference);
      return onSend();
    },
    find: async () => ({ kind: 'processing', externalId: 'x' }),
  };

  const db = opened(database.openEmpty);
  const service = opened(() => startTestService({ db, timers }));
  const operator = opened(() =>
    openTestOperator(db, {}, { played: { provider: testProvider({ payouts }) } }),
  );

  const asked = (change: Record<string, string> = {}) => ({
    company: 'manual',
    reference: newReference(),
    amount: '1000',
    'pix-key-type': 'EMAIL',
    'pix-key': 'ana@example.com',
    ...change,
  });
  const create = async (change: Record<string, string> = {}, by = 'usr_finance') =>
    String((await operator.record('payout create', asked(change), by)).payout);
  const available = async (company = 'manual') =>
    Number((await operator.record('balance show', { company })).available);
  const askFor = (mode: string) =>
    operator.run('company set-payout-approval', { company: 'manual', mode });
  const statusOf = async (payout: string) =>
    (await operator.services.payouts.find('manual', payout))?.status;

  it('are created and debited once, with who asked for them', async () => {
    const before = await available();
    const options = asked({ name: 'Ana Souza', document: '52998224725' });
    const made = await operator.record('payout create', options, 'usr_finance');
    expect(made).toMatchObject({
      status: 'AWAITING_APPROVAL',
      amount: 1_000,
      reference: options.reference,
      createdBy: 'usr_finance',
      decidedBy: null,
    });
    expect(await operator.record('payout create', options, 'usr_owner')).toEqual(made);
    expect(await available()).toBe(before - 1_000);
    const subjects = { company: 'manual', payout: made.payout, amount: 1_000 };
    expect(await operator.audit('manual', 3)).toMatchObject([
      { action: 'balance show' },
      { action: 'payout create', actor: 'usr_owner', subjects: { ...subjects, isRepeat: true } },
      { action: 'payout create', actor: 'usr_finance', subjects, result: 'done' },
    ]);
    expect(JSON.stringify(await operator.audit('manual', 3))).not.toMatch(/example|Souza|529982/);
  });

  it('go at once where nobody has to approve them', async () => {
    const payout = await create({ company: 'no3ds' });
    expect(sent).toContain(payout);
  });

  it('that the payment system rejects are in the log as made and as refused', async () => {
    onSend = async () => ({ kind: 'rejected', reason: 'no such key' });
    const before = await available('no3ds');
    const options = asked({ company: 'no3ds' });
    expect(await operator.refusal('payout create', options)).toEqual(['PROVIDER_REJECTED']);
    onSend = async () => ({ kind: 'accepted', externalId: 'x' });
    expect(await operator.audit('no3ds', 2)).toMatchObject([
      { result: 'refused', code: 'PROVIDER_REJECTED' },
      { result: 'done' },
    ]);
    expect(await available('no3ds')).toBe(before);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['of more than is available', { amount: '99999999999' }, ['INSUFFICIENT_FUNDS']],
    ['to a key of another form', { 'pix-key': 'Ana' }, ['INVALID_PIX_KEY', 'pixKey']],
    ['to a key of no type', { 'pix-key-type': 'IBAN' }, ['INVALID_DATA', 'pix-key-type']],
    ['of nothing', { amount: '0' }, ['INVALID_DATA', 'amount']],
    ['to a wrong document', { document: '52998224726' }, ['INVALID_DATA', 'document']],
    ['without a reference', { reference: ' ' }, ['INVALID_DATA', 'reference']],
    ['of an account that is blocked', { company: 'blocked' }, ['COMPANY_BLOCKED']],
    ['of no account', { company: 'nobody' }, ['NOT_FOUND', 'company']],
  ])('%s are not created', async (_name, change, refusal) => {
    const before = await available();
    expect(await operator.refusal('payout create', asked(change))).toEqual(refusal);
    expect(await available()).toBe(before);
  });

  it('under a reference in use, with another amount, are not created', async () => {
    const options = asked();
    await operator.run('payout create', options);
    const refusal = await operator.refusal('payout create', { ...options, amount: '1001' });
    expect(refusal).toEqual(['DUPLICATE_REFERENCE', 'referenceId']);
  });

  describe('where the account asks for four eyes', () => {
    beforeAll(() => askFor('four-eyes'));

    it('are approved by somebody else than who asked for them', async () => {
      const payout = await create();
      const refusal = await operator.refusal('payout approve', { payout }, 'usr_finance');
      expect(refusal).toEqual(['FORBIDDEN', 'payout']);
      expect(await statusOf(payout)).toBe('AWAITING_APPROVAL');
      expect(await operator.audit('manual')).toMatchObject([
        { actor: 'usr_finance', result: 'refused', code: 'FORBIDDEN' },
      ]);
      expect(await operator.record('payout approve', { payout }, 'usr_owner')).toMatchObject({
        status: 'PENDING',
        createdBy: 'usr_finance',
        decidedBy: 'usr_owner',
      });
      const found = await operator.services.payouts.find('manual', payout);
      expect(found?.decidedAt).toEqual(found?.updatedAt);
    });

    it('are canceled by who asked for them as well', async () => {
      const payout = await create();
      const canceled = await operator.record('payout cancel', { payout }, 'usr_finance');
      expect(canceled).toMatchObject({ status: 'CANCELED', decidedBy: 'usr_finance' });
    });

    // One that was approved and is not sent yet may still be canceled.
    it('are what was done last, where an approval and a cancel are asked for at once', async () => {
      const before = await available();
      const payout = await create();
      const answers = await Promise.allSettled([
        operator.record('payout approve', { payout }, 'usr_owner'),
        operator.record('payout cancel', { payout }, 'usr_other'),
      ]);
      const done = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? [answer.value.status] : [],
      );
      const status = await statusOf(payout);
      expect([['PENDING'], ['CANCELED'], ['PENDING', 'CANCELED']]).toContainEqual(done);
      expect(status).toBe(done.at(-1));
      expect(await available()).toBe(status === 'CANCELED' ? before : before - 1_000);
      expect((await operator.run('reconcile')).isBad).toBe(false);
    });

    it('that a key asked for are approved by a person, and not by that key', async () => {
      const headers = basic('manual');
      const { body: made } = await service.post('manual', '/payout', validPayout());
      const path = `${service.baseUrl}/sandbox/payouts/${made.id}/approve`;
      const refused = await send(path, { method: 'POST', headers });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
      const keys = await operator.rows('key list', { company: 'manual' });
      const approved = await operator.record('payout approve', { payout: made.id }, 'usr_owner');
      expect(keys.map(({ key }) => key)).toContain(approved.createdBy);
      expect(approved.status).toBe('PENDING');
    });

    it('that a key asked for are not approved by who made that key', async () => {
      const asked = { company: 'manual', scopes: 'payout' };
      const pair = await operator.record('key create', asked, 'usr_owner');
      const headers = { 'x-api-key': `${pair.publicKey}`, 'x-api-secret': `${pair.secretKey}` };
      const url = `${service.baseUrl}/payout`;
      const { body: made } = await send(url, { body: validPayout(), headers });
      for (const by of ['usr_owner', await invite('usr_owner')]) {
        const refused = await operator.refusal('payout approve', { payout: made.id }, by);
        expect(refused).toEqual(['FORBIDDEN', 'payout']);
      }
      const approved = await operator.record('payout approve', { payout: made.id }, 'usr_other');
      expect(approved).toMatchObject({ status: 'PENDING', createdBy: pair.key });
    });

    const invite = async (by: string) => {
      const person = { email: `${newReference()}@example.com`, name: 'Eva', role: 'finance' };
      const made = await operator.record('user invite', { company: 'manual', ...person }, by);
      return String(made.user);
    };
    it.each([
      ['invited', 'user invite', {}],
      ['sent another link', 'user renew-invitation', {}],
      ['gave their role', 'user set-role', { role: 'owner' }],
    ])('are not approved by whom who asked has %s', async (_name, command, more) => {
      const payout = await create({}, 'usr_asker');
      const user = await invite(command === 'user invite' ? 'usr_asker' : 'usr_owner');
      if (command !== 'user invite') {
        await operator.run(command, { company: 'manual', user, ...more }, 'usr_asker');
      }
      const refused = await operator.refusal('payout approve', { payout }, user);
      expect(refused).toEqual(['FORBIDDEN', 'payout']);
      const other = await invite('usr_owner');
      const approved = await operator.record('payout approve', { payout }, other);
      expect(approved).toMatchObject({ status: 'PENDING', decidedBy: other });
    });

    it('are approved by anybody where it is not known who asked for them', async () => {
      const payout = await create();
      await sql(db)`UPDATE payouts SET created_by = NULL WHERE company_id = ${'manual'}
        AND id = ${payout}`;
      const approved = await operator.record('payout approve', { payout }, 'usr_finance');
      expect(approved.status).toBe('PENDING');
    });

    it('are approved by who asked for them once the account asks for it no more', async () => {
      await askFor('manual');
      const payout = await create();
      const approved = await operator.record('payout approve', { payout }, 'usr_finance');
      expect(approved).toMatchObject({ createdBy: 'usr_finance', decidedBy: 'usr_finance' });
    });
  });
});
