import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { SettingsError } from '../base/shared/settings-error.ts';
import { migrate } from '../store/engine/migrate.ts';
import { sql } from '../testing/sql.ts';
import { embeddedTestDatabase } from '../testing/test-db.ts';
import { ACQUIRER, PAYOUT_ACQUIRER } from '../testing/test-provider.ts';
import { payinByToken, send, startTestService, validPayin } from '../testing/test-service.ts';

const KEY_1 = { version: 1, key: new Uint8Array(32).fill(1) };
const KEY_2 = { version: 2, key: new Uint8Array(32).fill(2) };
const PRODUCTION = { mode: 'production' as const, keyEncryptionKeys: [KEY_1] };

describe('production', () => {
  it('does not start with a provider that moves no money', async () => {
    const provider = { cards: ACQUIRER };
    await expect(startTestService({ settings: PRODUCTION, provider })).rejects.toThrow(
      'MODE production must not use a provider of the sandbox.',
    );
  });

  it('starts without a provider, so that an operator can add one', async () => {
    const service = await startTestService({ settings: PRODUCTION });
    const { status, body } = await send(`${service.baseUrl}/health`);
    expect([status, body.mode]).toEqual([200, 'production']);
    await service.stop();
  });

  it('does not start on a database with sandbox accounts', async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const kept = { ...db, close: async () => undefined };
    await (await startTestService({ db: kept, settings: { keyEncryptionKeys: [KEY_1] } })).stop();
    await expect(startTestService({ db: kept, settings: PRODUCTION })).rejects.toThrow(
      'MODE production must not use a database with sandbox accounts.',
    );
    await db.close();
  });

  it('does not start on tables that another build has made, in one sentence', async () => {
    const db = await embeddedTestDatabase.openEmpty();
    await migrate(db, [
      { id: 48, name: 'before', statements: ['CREATE TABLE companies (id text)'] },
    ]);
    const refusal = startTestService({ db, settings: PRODUCTION });
    await expect(refusal).rejects.toThrow(SettingsError);
    await expect(refusal).rejects.toThrow(
      'Another build made the tables of the database (migration 48): name an empty one in DATABASE_URL or DATA_DIR, or start the build that made it.',
    );
  });

  it('has neither the sandbox accounts nor their clock', async () => {
    const service = await startTestService({
      settings: PRODUCTION,
      provider: { name: 'real', isReal: true, cards: ACQUIRER, payouts: PAYOUT_ACQUIRER },
    });
    expect((await service.get('no3ds', '/whoami')).status).toBe(401);
    expect((await send(`${service.baseUrl}/sandbox/clock`, { body: {} })).status).toBe(404);
    await service.stop();
  });
});

describe('a restart', () => {
  const restarted = async (first: (typeof KEY_1)[], second: (typeof KEY_1)[]) => {
    const db = await embeddedTestDatabase.openEmpty();
    const kept = { ...db, close: async () => undefined };
    const before = await startTestService({ db: kept, settings: { keyEncryptionKeys: first } });
    const { body } = await before.post('no3ds', '/payin', validPayin());
    await before.stop();
    return { body, start: () => startTestService({ db, settings: { keyEncryptionKeys: second } }) };
  };

  it('under a rotated key knows accounts and payins', async () => {
    const { body, start } = await restarted([KEY_1], [KEY_2, KEY_1]);
    const after = await start();
    expect((await after.get('no3ds', `/payin/${body.id}`)).body.status).toBe('APPROVED');
    await after.stop();
  });

  it('under a rotated key brings every kept card under it', async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const kept = { ...db, close: async () => undefined };
    const before = await startTestService({ db: kept, settings: { keyEncryptionKeys: [KEY_1] } });
    const made = await before.tokenize('no3ds');
    await before.stop();
    const during = { db: kept, settings: { keyEncryptionKeys: [KEY_2, KEY_1] } };
    await (await startTestService(during)).stop();
    const after = await startTestService({ db, settings: { keyEncryptionKeys: [KEY_2] } });
    // The CVV was in the memory of the first process, so it comes with the payin.
    const card = { token: made.token, cvv: '123', installments: 1 };
    const paid = await after.post('no3ds', '/payin', payinByToken(made, { card }));
    expect(paid.body.status).toBe('APPROVED');
    await after.stop();
  });

  it('under a rotated key goes on where a card of one account is broken, and says so', async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const kept = { ...db, close: async () => undefined };
    const before = await startTestService({ db: kept, settings: { keyEncryptionKeys: [KEY_1] } });
    for (const account of ['no3ds', 'postorder']) await before.tokenize(account);
    await before.stop();
    const text = `UPDATE card_tokens SET sealed_card = substring(sealed_card FOR 40)
      WHERE company_id = 'no3ds'`;
    await db.query({ name: '', text, values: [] });
    const after = await startTestService({ db, settings: { keyEncryptionKeys: [KEY_2, KEY_1] } });
    const failures = after.logged
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50);
    expect(failures).toMatchObject([{ companyId: 'no3ds', errorName: 'SealedValuesUnreadable' }]);
    const health = await send(`${after.baseUrl}/health`);
    expect([health.status, health.body.unreadableRecords]).toEqual([200, 1]);
    const [card] = await sql<{ version: string }>(db)`SELECT encode(substring(sealed_card
      FROM 2 FOR 2), 'hex') AS version
      FROM card_tokens WHERE company_id = 'postorder'`;
    expect(card?.version).toBe('0002');
    await after.stop();
  });

  it('under a foreign key is refused in one sentence', async () => {
    const { start } = await restarted([KEY_1], [KEY_2]);
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SettingsError);
    expect(String(refusal)).toContain('KEY_ENCRYPTION_KEY lacks version 1, under which');
  });
});

describe('the process', () => {
  it('names the port that is in use', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    await expect(startTestService({ settings: { apiPort: port } })).rejects.toThrow(/^API_PORT/);
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('ends a running request before it stops', async () => {
    const { promise: outcome, resolve: answer } = deferred<{ kind: 'unavailable' }>();
    const { promise: isCalled, resolve: called } = deferred();
    const service = await startTestService({
      provider: {
        cards: {
          ...ACQUIRER,
          charge: () => {
            called();
            return outcome;
          },
        },
      },
    });
    const running = service.post('no3ds', '/payin', validPayin());
    await isCalled;
    const stopped = service.stop();
    answer({ kind: 'unavailable' });
    expect((await running).status).toBe(502);
    await stopped;
    await expect(send(`${service.baseUrl}/health`)).rejects.toThrow();
  });
});
