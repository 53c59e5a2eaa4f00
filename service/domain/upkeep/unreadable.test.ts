import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { storedCredentials } from '../../testing/stored-credentials.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator, TEST_KEY } from '../../testing/test-operator.ts';
import { joinAsUser } from '../../testing/test-people.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';
import { PROOF } from '../../testing/test-three-d-secure.ts';
import { visitSealed } from './rewrap-account.ts';

const FIRST = { version: 1, key: TEST_KEY };
const SECOND = { version: 2, key: new Uint8Array(32).fill(9) };

/** Two records of each kind on one account, sealed under the first key. */
async function fill(db: Db) {
  const service = await startTestService({ db: { ...db, close: async () => undefined } });
  for (let nth = 0; nth < 2; nth += 1) {
    await service.tokenize('postorder');
    const card = { ...validPayin().card, number: '4000000000002503' };
    await service.post('postorder', '/payin', validPayin({ card }));
  }
  const path = '/sandbox/webhooks/enable-signing';
  await service.post('postorder', path, {});
  await service.stop();
}

describe('a sealed record of which one bit is wrong', STORY, () => {
  let operator: TestOperator;
  const run = <Row>(text: string, ...values: (Uint8Array | string)[]) =>
    db.query<Row>({ name: '', text, values });

  const db = opened(embeddedTestDatabase.openEmpty);
  beforeAll(async () => {
    await fill(db);
    const sealing = (await openTestOperator(db)).services;
    for (const provider of ['inter', 'sicoob']) {
      const credentials = storedCredentials(sealing, { companyId: 'postorder', provider });
      await db.transaction((tx) => sealing.providerCredentials.insert(tx, credentials));
    }
    for (const { id } of await run<{ id: string }>('SELECT id FROM authentications')) {
      const proof = sealing.threeDSVault.sealProof(
        { kind: 'cryptogram', ...PROOF },
        { companyId: 'postorder', id },
      );
      await run('UPDATE authentications SET sealed_proof = $2 WHERE id = $1', id, proof);
    }
    operator = await openTestOperator(db, { keyEncryptionKeys: [SECOND, FIRST] });
  });

  type Stored = { id: string; sealed: Uint8Array };
  const read = (table: string, column: string, id: string) =>
    run<Stored>(
      `SELECT ${id} AS id, ${column} AS sealed FROM ${table}
        WHERE company_id = 'postorder' AND ${column} IS NOT NULL ORDER BY ${id}`,
    );

  it.each([
    ['cards', 'card_tokens', 'sealed_card', "encode(token_hash, 'hex')"],
    ['authentications', 'authentications', 'sealed_card', 'id'],
    ['authentications', 'authentications', 'sealed_proof', 'id'],
    ['webhook secrets', 'webhook_signing', 'sealed_secret', 'company_id'],
    ['provider credentials', 'provider_credentials', 'sealed_settings', 'provider'],
    ['provider credentials', 'provider_credentials', 'sealed_notice_secret', 'provider'],
  ])('is passed over and counted, whichever it is: %s, %s.%s', async (kind, table, column, id) => {
    const stored = await read(table, column, id);
    const [victim, ...others] = stored;
    if (victim === undefined) throw new Error('nothing is sealed');
    const write = (record: Stored, sealed: Uint8Array) =>
      run(`UPDATE ${table} SET ${column} = $2 WHERE ${id} = $1`, record.id, sealed);
    // Each byte of one is tried by the envelope's own tests: here its head, its middle and its end.
    const { length } = victim.sealed;
    for (const place of [0, 1, 2, length >> 1, length - 1]) {
      const wrong = new Uint8Array(victim.sealed);
      wrong[place] = (wrong[place] ?? 0) ^ 1;
      await write(victim, wrong);
      const found = await visitSealed('open', 'postorder', operator.services);
      expect(found).toEqual([{ companyId: 'postorder', kind, values: 1 }]);
      await visitSealed('rewrap', 'postorder', operator.services);
      const now = await read(table, column, id);
      const versions = now.filter((record) => record.id !== victim.id);
      expect(versions.map(({ sealed }) => sealed[2])).toEqual(others.map(() => 2));
      for (const record of stored) await write(record, record.sealed);
    }
    if (kind === 'webhook secrets') await run('UPDATE webhook_signing SET key_version = 1');
    expect(await visitSealed('open', 'postorder', operator.services)).toEqual([]);
  });

  it('is named by kek status, and keeps a rotation waiting until it is given up', async () => {
    const [victim] = await read('card_tokens', 'sealed_card', "encode(token_hash, 'hex')");
    const text = `UPDATE card_tokens SET sealed_card = set_byte(sealed_card, 1, 1)
      WHERE encode(token_hash, 'hex') = $1`;
    await run(text, victim?.id ?? '');
    const status = await operator.run('kek status');
    expect(status.notes).toContain('Cannot be read: 1 cards of postorder.');
    await expect(operator.run('kek rotate')).rejects.toThrow(/lacks version \d+, on which cards/);
    const { notes } = await operator.run('kek rotate', { 'skip-unreadable': 'yes' });
    expect(notes).toContain('Cannot be read: 1 cards of postorder.');
    expect(notes).toContain(
      'Nothing here hangs on version 1 any more; backups made before still need it.',
    );
  });

  it('of a provider that we play is passed over as well', async () => {
    await run('UPDATE provider_state SET sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)');
    const [state] = await run<{ rows: number }>('SELECT count(*) AS rows FROM provider_state');
    expect(state?.rows).toBeGreaterThan(0);
    const { notes } = await operator.run('kek rotate', { 'skip-unreadable': 'yes' });
    expect(notes).toContain(`Cannot be read: ${state?.rows} provider state.`);
  });

  it('of the apps of people is passed over and told, whichever of the two it is', async () => {
    const { services } = operator;
    const { id } = await joinAsUser(db, 'app@example.com');
    const seal = (what: string) => services.envelope.seal(Buffer.from(what), `user-totp|${id}`);
    const columns = ['sealed_totp', 'sealed_new_totp'];
    for (const column of columns) {
      await run(
        'UPDATE users SET sealed_totp = $2, sealed_new_totp = $3 WHERE id = $1',
        id,
        seal('a'),
        seal('b'),
      );
      expect((await operator.run('kek status')).notes.join()).not.toContain('authenticator apps');
      await run(
        `UPDATE users SET ${column} = set_byte(${column}, 40, get_byte(${column}, 40) # 1) WHERE id = $1`,
        id,
      );
      const { notes } = await operator.run('kek rotate', { 'skip-unreadable': 'yes' });
      expect(notes).toContain('Cannot be read: 1 authenticator apps.');
    }
    await run('UPDATE users SET sealed_totp = NULL, sealed_new_totp = NULL WHERE id = $1', id);
  });

  it('does not keep the service from starting, and is told by its health', async () => {
    const THIRD = { version: 3, key: new Uint8Array(32).fill(11) };
    const service = await startTestService({
      db: { ...db, close: async () => undefined },
      settings: { keyEncryptionKeys: [THIRD, SECOND, FIRST] },
    });
    const health = await send(`${service.baseUrl}/health`);
    // The card, and what the sandbox's bank keeps of the two authentications, which the start asks for.
    expect([health.status, health.body.unreadableRecords]).toEqual([200, 3]);
    expect((await service.post('no3ds', '/payin', validPayin())).body.status).toBe('APPROVED');
    await service.stop();
  });
});
