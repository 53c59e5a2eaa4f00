import { describe, expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { SELLER_OPTIONS } from '../testing/sub-merchant.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { send, startTestService } from '../testing/test-service.ts';

describe.each(testDatabases())('accounts and keys by an operator on $engine', (database) => {
  const db = opened(database.openEmpty);
  const service = opened(() => startTestService({ db }));
  const operator = opened(() => openTestOperator(db));

  let companies = 0;
  const create = async () => {
    companies += 1;
    const company = `acme${companies}`;
    await operator.run('company create', { company, name: 'Acme Ltda' });
    return company;
  };
  const whoami = (publicKey: unknown, secretKey: unknown) =>
    send(`${service.baseUrl}/whoami`, {
      headers: { 'x-api-key': String(publicKey), 'x-api-secret': String(secretKey) },
    });

  it('makes an account that may do nothing yet', async () => {
    const company = await create();
    expect(await operator.record('company show', { company })).toMatchObject({
      company,
      kyc: 'not_submitted',
      blocked: false,
      sandbox: true,
      cardEnabled: false,
      payoutApproval: 'automatic',
      origins: 'none',
    });
    expect(await operator.rows('company list')).toContainEqual({
      company,
      name: 'Acme Ltda',
      kyc: 'not_submitted',
      blocked: false,
      sandbox: true,
    });
  });

  it.each([
    ['an id that is taken', { company: 'no3ds' }, ['INVALID_DATA', 'company']],
    ['the id of the log', { company: 'system' }, ['INVALID_DATA', 'company']],
    [
      'the number of a card for an id',
      { company: '4111111111111111' },
      ['INVALID_DATA', 'company'],
    ],
    ['no name', { name: ' ' }, ['INVALID_DATA', 'name']],
    ['a CPF for a CNPJ', { document: '52998224725' }, ['INVALID_DATA', 'document']],
  ])('refuses %s', async (_name, change, refusal) => {
    const options = { company: 'fresh', name: 'Acme Ltda', ...change };
    expect(await operator.refusal('company create', options)).toEqual(refusal);
    const listed = await operator.rows('company list');
    expect(listed.map(({ company }) => company)).not.toContain('fresh');
  });

  it('is told who sells when it is made, says what lacks, and keeps what it was told', async () => {
    const { notes, content } = await operator.run('company create', {
      ...{ company: 'seller', name: 'Acme Ltda', mcc: '5814', city: 'Natal', state: 'RN' },
    });
    const sellerLacks = 'street,number,zipCode,neighborhood,phone,url,document';
    expect(content).toMatchObject({ record: { mcc: '5814', city: 'Natal', phone: null } });
    expect(notes).toEqual([expect.stringContaining(`company set-sub-merchant: ${sellerLacks}`)]);
    const { mcc: _, ...options } = SELLER_OPTIONS;
    await operator.run('company set-sub-merchant', { company: 'seller', ...options });
    const shown = { mcc: '5814', street: options.street, zipCode: '01451001', sellerLacks: 'none' };
    expect(await operator.record('company show', { company: 'seller' })).toMatchObject(shown);
    // Who it is may be one person: the log has none of it.
    const log = JSON.stringify(await operator.audit('seller', 9));
    expect(log).toContain('São José dos Campos');
    for (const own of ['document', 'phone', 'street', 'zip-code']) {
      expect(log).not.toContain(options[own]);
    }
  });

  it.each([
    ['document', '11222333000182', 'document'],
    ['mcc', '581', 'exactly_characters'],
    ['mcc', '58A4', 'exactly_characters'],
    ['state', 'XX', 'one_of'],
    ['zip-code', '00000001', 'format'],
    ['zip-code', '01451-001', 'format'],
    ['phone', '+5511987654321', 'format'],
    ['phone', '5500987654321', 'format'],
    ['url', 'http://acai.example.com', 'url'],
    ['url', 'https://acai', 'url'],
    ['url', 'https://ana:senha@acai.example.com', 'url'],
    ['street', ' ', 'required'],
    ['soft-descriptor', 'Açaí', 'characters'],
  ])('is not told who sells with %s %j', async (option, value, rule) => {
    const company = await create();
    const asked = operator.run('company set-sub-merchant', { company, [option]: value });
    const details = [expect.objectContaining({ path: option, rule })];
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_DATA', details });
  });

  it('has no complement any more where it is set empty, and else what it had', async () => {
    const company = await create();
    const set = (options: Record<string, string>) =>
      operator.record('company set-sub-merchant', { company, ...options });
    await set({ complement: 'sala 2' });
    expect(await set({ city: 'Recife' })).toMatchObject({ complement: 'sala 2' });
    expect(await set({ complement: '' })).toMatchObject({ complement: null, city: 'Recife' });
  });

  it.each<[string, Record<string, string>, object]>([
    ['company set-sub-merchant', { 'soft-descriptor': 'Loja 1' }, { softDescriptor: 'Loja 1' }],
    ['company set-sub-merchant', { 'soft-descriptor': 'none' }, { softDescriptor: null }],
    ['company set-kyc', { status: 'approved' }, { kyc: 'approved' }],
    ['company set-kyc', { status: 'rejected' }, { kyc: 'rejected' }],
    ['company block', {}, { blocked: true }],
    ['company unblock', {}, { blocked: false }],
    ['company set-methods', { methods: 'PIX,BOLETO,PIX' }, { methods: 'PIX,BOLETO' }],
    ['company set-methods', { methods: 'none' }, { methods: 'none' }],
    ['company set-card', { enabled: 'yes' }, { cardEnabled: true }],
    ['company set-capabilities', { 'three-ds': 'pre-order' }, { threeDS: 'pre-order' }],
    [
      'company set-capabilities',
      { 'three-ds': 'none', split: 'yes' },
      { threeDS: 'none', split: true },
    ],
    [
      'company set-capabilities',
      {
        'three-ds-unavailable': 'proceed',
        antifraud: 'no',
        tokenization: 'vault',
        'card-on-file': 'yes',
        'cvv-required': 'yes',
        'company-payers': 'yes',
        'own-three-ds': 'yes',
        'max-installments': '6',
        'available-at': 'settlement',
      },
      {
        threeDSUnavailable: 'proceed',
        antifraud: false,
        tokenization: 'vault',
        cardOnFile: true,
        cvvRequired: true,
        companyPayers: true,
        ownThreeDS: true,
        maxInstallments: 6,
        availableAt: 'settlement',
        threeDS: 'none',
      },
    ],
    [
      'company set-installments',
      { rows: '3:149:merchant, 4:199:buyer', minimum: '500' },
      { installmentRows: '3:149:merchant,4:199:buyer', installmentMinimum: 500 },
    ],
    ['company set-installments', { rows: '2:0:buyer' }, { installmentRows: '2:0:buyer' }],
    ['company set-installments', { rows: 'none', minimum: '500' }, { installmentMinimum: 500 }],
    ['company set-installments', { rows: 'none' }, {}],
    [
      'company set-origins',
      { origins: 'https://loja.example.com, http://localhost:4020' },
      { origins: 'https://loja.example.com,http://localhost:4020' },
    ],
    ['company set-webhook-schedule', { schedule: 'days' }, { webhookSchedule: 'days' }],
    [
      'company set-fees',
      { 'credit-card': '349+0', payout: '0+250' },
      { feeCreditCard: '349+0', feePayout: '0+250' },
    ],
    ['company set-reserve', { rate: '500', days: '45' }, { reserveRate: 500, reserveDays: 45 }],
    ['company set-payout-approval', { mode: 'manual' }, { payoutApproval: 'manual' }],
    ['company set-payout-approval', { mode: 'four-eyes' }, { payoutApproval: 'four-eyes' }],
  ])('%s %j', async (command, options, after) => {
    const company = await create();
    const before = await operator.record('company show', { company });
    const changed = await operator.record(command, { company, ...options });
    expect(changed).toEqual({ ...before, ...after });
    expect(await operator.record('company show', { company })).toEqual(changed);
    expect(await operator.audit(company, 2)).toContainEqual({
      actor: 'ana',
      action: command,
      subjects: expect.objectContaining({
        company,
        ...Object.fromEntries(
          Object.entries(after)
            .filter(([name, value]) => before[name] !== value)
            .map(([name]) => [`${name}.before`, before[name] ?? null]),
        ),
      }),
      result: 'done',
      code: null,
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['company set-kyc', { status: 'APPROVED' }, 'status'],
    ['company set-methods', { methods: 'pix' }, 'methods.0'],
    ['company set-card', { enabled: 'true' }, 'enabled'],
    ['company set-capabilities', { 'three-ds': 'both' }, 'three-ds'],
    ['company set-capabilities', { 'max-installments': '13' }, 'max-installments'],
    ['company set-installments', { rows: '4' }, 'rows.0'],
    ['company set-installments', { rows: '1:199:buyer' }, 'rows.0.from'],
    ['company set-installments', { rows: '4:2001:buyer' }, 'rows.0.ratePerMonth'],
    ['company set-installments', { rows: '4:199:bank' }, 'rows.0.paidBy'],
    ['company set-installments', { rows: '4:199:buyer,2:99:buyer' }, 'rows'],
    ['company set-installments', { rows: 'none', minimum: '-1' }, 'minimum'],
    ['company set-origins', { origins: 'https://*.example.com' }, 'origins.0'],
    ['company set-origins', { origins: 'https://example.com/shop' }, 'origins.0'],
    ['company set-webhook-schedule', { schedule: 'weeks' }, 'schedule'],
    ['company set-fees', { pix: '0,99' }, 'pix'],
    ['company set-fees', { boleto: '10001+0' }, 'boleto.basisPoints'],
    ['company set-fees', { payout: '0+1000001' }, 'payout.fixed'],
    ['company set-reserve', { rate: '10001', days: '30' }, 'rate'],
    ['company set-reserve', { rate: '500', days: '3651' }, 'days'],
    ['company set-payout-approval', { mode: 'never' }, 'mode'],
  ])('%s refuses %j and changes nothing', async (command, options, path) => {
    const company = await create();
    const before = await operator.record('company show', { company });
    expect(await operator.refusal(command, { company, ...options })).toEqual([
      'INVALID_DATA',
      path,
    ]);
    expect(await operator.record('company show', { company })).toEqual(before);
  });

  it.each([
    'company show',
    'company block',
    'key create',
    'key list',
    'payin list',
    'payout list',
    'balance show',
    'statement show',
    'receivable list',
    'signing activate',
    'signing deactivate',
    'receiver list',
    'event undelivered',
    'event resend',
    'orphan list',
    'provider list',
    'refund list',
    'underpaid list',
  ])('%s refuses a company that is not there, and no log says so', async (command) => {
    expect(await operator.refusal(command, { company: 'nobody' })).toEqual([
      'NOT_FOUND',
      'company',
    ]);
    expect(await operator.audit('system')).toMatchObject([
      { action: command, result: 'refused', code: 'NOT_FOUND', subjects: { company: 'nobody' } },
    ]);
    expect(await operator.audit('nobody')).toEqual([]);
  });

  describe('outside the sandbox', () => {
    const own = opened(database.openEmpty);
    const live = opened(() => openTestOperator(own, { mode: 'production' }));

    it('makes live accounts with live keys, whose origins are https', async () => {
      const company = 'live1';
      const made = await live.record('company create', { company, name: 'Acme Ltda' });
      expect(made.sandbox).toBe(false);
      const refused = await live.refusal('company set-origins', {
        company,
        origins: 'http://a.example',
      });
      expect(refused).toEqual(['INVALID_DATA', 'origins']);
      const origins = 'https://a.example,capacitor://localhost';
      await live.run('company set-origins', { company, origins });
      expect(await live.record('key create', { company })).toMatchObject({
        publicKey: expect.stringMatching(/^pk_live_[\w-]{24}$/),
        secretKey: expect.stringMatching(/^sk_live_[\w-]{43}$/),
      });
    });
  });

  describe('a key pair', () => {
    it('opens the service from its creation to its revocation', async () => {
      const company = await create();
      const asked = { company, scopes: 'read,charge' };
      const { key, publicKey, secretKey } = await operator.record('key create', asked);
      const known = await whoami(publicKey, secretKey);
      expect([known.status, known.body.companyId]).toEqual([200, company]);
      expect(await operator.rows('key list', { company })).toMatchObject([
        { key, scopes: 'read,charge', createdBy: 'ana', isLeftBehind: false, revokedAt: null },
      ]);

      await operator.run('key revoke', { company, key: String(key) });
      expect((await whoami(publicKey, secretKey)).status).toBe(401);
      expect(await operator.rows('key list', { company })).toMatchObject([
        { key, revokedAt: expect.stringMatching(/Z$/) },
      ]);
    });

    it.each(['none', 'all', 'read,'])('is not made for the scopes %j', async (scopes) => {
      const refused = operator.refusal('key create', { company: await create(), scopes });
      expect(await refused).toContain('INVALID_DATA');
    });

    it('leaves the others of its company alone', async () => {
      const company = await create();
      const first = await operator.record('key create', { company });
      const second = await operator.record('key create', { company });
      await operator.run('key revoke', { company, key: String(first.key) });
      expect((await whoami(second.publicKey, second.secretKey)).status).toBe(200);
    });

    it('is not revoked twice, and by its own company alone', async () => {
      const company = await create();
      const { key } = await operator.record('key create', { company });
      const options = { company, key: String(key) };
      const stranger = { ...options, company: await create() };
      expect(await operator.refusal('key revoke', stranger)).toEqual(['NOT_FOUND', 'key']);
      await operator.run('key revoke', options);
      expect(await operator.refusal('key revoke', options)).toEqual(['INVALID_DATA', 'key']);
    });

    it('shows its secret in the answer of its creation and nowhere else', async () => {
      const company = await create();
      const { secretKey, publicKey } = await operator.record('key create', { company });
      const before = operator.printed.length;
      await operator.run('key list', { company });
      await operator.run('company show', { company });
      await operator.run('audit list', { company });
      const printed = operator.printed.slice(before).join('\n');
      expect(printed).toContain('key create');
      expect(printed).not.toContain(String(secretKey));
      expect(printed).not.toContain(String(publicKey));
    });
  });
});
