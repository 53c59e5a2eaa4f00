import { describe, expect, it } from 'vitest';
import type { Acquirer, CardToCharge } from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { ACQUIRER } from '../../testing/test-provider.ts';
import {
  newReference,
  payinByToken,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';
import {
  AUTHENTICATED,
  scriptedAcquirer,
  scriptedThreeDS,
} from '../../testing/test-three-d-secure.ts';

/** Used nowhere else, so that it is found wherever it is. */
const DOCUMENT = '29537995593';

describe.each(testDatabases())("the document of a card's holder on $engine", (database) => {
  const charged: CardToCharge[] = [];
  const stored: unknown[] = [];
  const acquirer: Acquirer = {
    ...ACQUIRER,
    charge: async ({ card }) => {
      charged.push(card);
      return { kind: 'approved', externalId: `acq-${charged.length}` };
    },
    storeCard: async ({ card }) => {
      stored.push(card);
      return { kind: 'stored', cardReference: 'card-1' };
    },
  };
  const service = opened(() => startTestService({ database, provider: { cards: acquirer } }));

  const tokenize = async (account: string, referenceId: string, more: object) =>
    (await service.tokenize(account, { referenceId, ...more })).answer;

  async function pay(account: string, more: object) {
    const referenceId = newReference();
    const made = await tokenize(account, referenceId, more);
    const card = { token: made.body.token, installments: 1 };
    const rows = await readEveryRow(service.db);
    const paid = await service.post(account, '/payin', validPayin({ referenceId, card }));
    const shown = await service.get(account, `/payin/${paid.body.id}`);
    rows.push(...(await readEveryRow(service.db)));
    return { paid, answers: [made, paid, shown].map(({ text }) => text), rows };
  }

  it.each([
    ['no3ds', 'card'],
    ['cardonfile', 'stored'],
  ] as const)('reaches the acquirer of %s with a %s, and nobody else', async (account, kind) => {
    const { paid, answers, rows } = await pay(account, { holderDocument: DOCUMENT });
    expect(paid.status).toBe(201);
    expect(charged.at(-1)).toMatchObject({ kind, holderDocument: DOCUMENT });
    expect(JSON.stringify(stored)).not.toContain(DOCUMENT);
    expect(answers.join()).not.toContain(DOCUMENT);
    expect(service.logged.join('')).not.toContain(DOCUMENT);
    const hex = Buffer.from(DOCUMENT).toString('hex');
    expect(rows.filter((row) => row.includes(DOCUMENT) || row.includes(hex))).toEqual([]);
  });

  it.each(['12ABC34501DE35', '12.abc.345/01de-35'])(
    'reaches the acquirer in capitals without punctuation where it is %s',
    async (holderDocument) => {
      await pay('no3ds', { holderDocument });
      expect(charged.at(-1)).toMatchObject({ holderDocument: '12ABC34501DE35' });
    },
  );

  it.each([
    ['did not ask for it', {}],
    ['sent it empty', { holderDocument: '' }],
    ['sent null', { holderDocument: null }],
  ])('is not made up where the page %s', async (_what, optional) => {
    await pay('no3ds', optional);
    expect(charged.at(-1)).not.toHaveProperty('holderDocument');
  });

  it.each([
    ['wrong check digits', '29537995594'],
    ['punctuation', '295.379.955-93'],
    ['wrong check digits behind letters', '12ABC34501DE36'],
    ['blanks', '  '],
    ['a number', 29537995593],
  ])('is refused with %s, by its name and without its value', async (_what, holderDocument) => {
    const answer = await tokenize('no3ds', newReference(), { holderDocument });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_DATA', details: [{ path: 'holderDocument' }] } },
    });
    expect(answer.text).not.toContain(String(holderDocument));
  });
});

describe.each(testDatabases())("the holder's document after 3-D Secure on $engine", (database) => {
  const { script, provider } = scriptedThreeDS();
  const { acquirer, charges } = scriptedAcquirer();
  const service = opened(() =>
    startTestService({ database, provider: { cards: acquirer, threeDS: provider } }),
  );

  it('reaches the acquirer once the bank has decided, and lies in no row until then', async () => {
    const order = payinByToken(await service.tokenize('postorder', { holderDocument: DOCUMENT }));
    const { body: waiting } = await service.post('postorder', '/payin', order);
    expect(waiting.status).toBe('PENDING_3DS');
    const hex = Buffer.from(DOCUMENT).toString('hex');
    const rows = await readEveryRow(service.db);
    expect(rows.filter((row) => row.includes(DOCUMENT) || row.includes(hex))).toEqual([]);
    script.results.set(waiting.threeDSecureTransactionId, AUTHENTICATED);
    await service.fromPage(
      'postorder',
      `/checkout/three-d-secure-sessions/${waiting.threeDSecureAction.session_id}/complete`,
      { outcome: 'done' },
    );
    expect(charges.charges.map(({ card }) => card)).toMatchObject([{ holderDocument: DOCUMENT }]);
    expect((await service.get('postorder', `/payin/${waiting.id}`)).body.status).toBe('APPROVED');
  });
});
