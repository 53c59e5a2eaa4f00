import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import { AUTHENTICATED, scriptedThreeDS } from '../../testing/test-three-d-secure.ts';

type Made = { token: string; referenceId: string };

describe.each(testDatabases())('a payin whose card cannot be read, on $engine', (database) => {
  const { script, provider } = scriptedThreeDS();
  const db = opened(database.openEmpty);
  const service = opened(() => startTestService({ db, provider: { threeDS: provider } }));

  const run = (text: string) => db.query<{ count: number }>({ name: '', text, values: [] });
  /** Turns one bit of everything of this kind that an account has sealed, and back. */
  const spoil = (table: string, column: string, account: string) =>
    run(`UPDATE ${table} SET ${column} = set_byte(${column}, 40, get_byte(${column}, 40) # 1)
      WHERE company_id = '${account}' AND ${column} IS NOT NULL`);
  /** Payins, and charges at the acquirer. */
  const counts = async () => {
    const charges = "SELECT count(*) AS count FROM provider_state WHERE key LIKE 'charge|%'";
    return [await run('SELECT count(*) AS count FROM payins'), await run(charges)];
  };

  const browser = (path: string, account: string, body: unknown) =>
    service.fromPage(account, `/checkout/${path}`, body);
  const tokenize = async (account: string): Promise<Made> => {
    const referenceId = newReference();
    const { token } = await service.tokenize(account, { referenceId });
    return { token, referenceId };
  };
  const pay = (account: string, { token, referenceId }: Made, card: object = {}) =>
    service.post(
      account,
      '/payin',
      validPayin({ referenceId, card: { token, installments: 1, ...card } }),
    );

  /** 400 that names the field; nothing is charged, nothing is left, and the log has been told. */
  const expectRefused = async (path: string, ask: () => ReturnType<typeof pay>) => {
    const before = await counts();
    const logged = service.logged.length;
    const { status, body } = await ask();
    expect([body.error.code, body.error.details[0].path]).toEqual(['INVALID_DATA', path]);
    expect(status).toBe(path.startsWith('card.threeDSecure') ? 422 : 400);
    expect(await counts()).toEqual(before);
    const lines = service.logged.slice(logged).join('');
    expect(lines).toContain('a sealed value of a payin cannot be opened');
    expect(lines).not.toContain(VALID_CARD.number);
  };

  it('by a saved card is refused by its token, and repeats are answered as before', async () => {
    const made = await tokenize('cardonfile');
    const first = await pay('cardonfile', made);
    expect(first.body.status).toBe('APPROVED');
    const order = { ...made, referenceId: newReference() };
    const again = await pay('cardonfile', order, { cvv: '123' });
    expect(again.body.status).toBe('APPROVED');
    await spoil('card_tokens', 'sealed_card', 'cardonfile');
    const next = { ...made, referenceId: newReference() };
    const payNext = () => pay('cardonfile', next, { cvv: '123' });
    await expectRefused('card.token', payNext);
    expect((await pay('cardonfile', made)).text).toBe(first.text);
    expect((await pay('cardonfile', order, { cvv: '123' })).text).toBe(again.text);

    // The order is as if it had not been tried.
    await spoil('card_tokens', 'sealed_card', 'cardonfile');
    expect((await payNext()).body.status).toBe('APPROVED');
  });

  it('by a new token is refused by the token, which is not used up', async () => {
    const made = await tokenize('no3ds');
    await spoil('card_tokens', 'sealed_card', 'no3ds');
    await expectRefused('card.token', () => pay('no3ds', made));
    await spoil('card_tokens', 'sealed_card', 'no3ds');
    expect((await pay('no3ds', made)).body.status).toBe('APPROVED');
  });

  it('is counted once by the health of the service that met it, however often it does', async () => {
    const unreadable = async () =>
      (await send(`${service.baseUrl}/health`)).body.unreadableRecords as number;
    const made = await tokenize('no3ds');
    const before = await unreadable();
    await spoil('card_tokens', 'sealed_card', 'no3ds');
    for (let nth = 0; nth < 3; nth += 1)
      await expectRefused('card.token', () => pay('no3ds', made));
    expect(await unreadable()).toBe(before + 1);
    await spoil('card_tokens', 'sealed_card', 'no3ds');
  });

  it('whose authentication would need it is refused there, by the token', async () => {
    const { token } = await tokenize('preorder');
    await spoil('card_tokens', 'sealed_card', 'preorder');
    const open = () => browser('three-d-secure-sessions', 'preorder', { token });
    await expectRefused('token', open);
    await spoil('card_tokens', 'sealed_card', 'preorder');
    expect((await open()).status).toBe(201);
  });

  it('whose proof cannot be read is refused by its session', async () => {
    const made = await tokenize('preorder');
    const opened = await browser('three-d-secure-sessions', 'preorder', { token: made.token });
    const id = opened.body.threeDSecureAction.session_id;
    script.results.set(opened.body.threeDSecureTransactionId, AUTHENTICATED);
    await browser(`three-d-secure-sessions/${id}/complete`, 'preorder', { outcome: 'done' });
    await spoil('authentications', 'sealed_proof', 'preorder');
    const payWith = () => pay('preorder', made, { threeDSecure: { referenceId: id } });
    await expectRefused('card.threeDSecure.referenceId', payWith);
    await spoil('authentications', 'sealed_proof', 'preorder');
    expect((await payWith()).body.status).toBe('APPROVED');
  });
});
