/** @module-tag minutes */

import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import type { Db } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { SANDBOX_ACCOUNTS } from '../../sandbox/sandbox-accounts.ts';
import { openEmbeddedDb } from '../../store/engine/embedded-db.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createArchive } from '../../store/tables/upkeep/archive.ts';
import { createDatabaseCopies, NOT_COPIED } from '../../store/tables/upkeep/database-copy.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { embeddedTestDatabase, statementDatabases } from '../../testing/test-db.ts';
import type { BareTestOperator, TestOperator } from '../../testing/test-operator.ts';
import { openBareTestOperator, openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { createBackupAside, writeBackup } from './backup.ts';

const folder = temporaryFolder('backup');

let files = 0;
function newFile() {
  files += 1;
  return join(folder, `backup-${files}`);
}

/** Every row of every table that is copied, in the words of the database itself. */
async function readAll(db: Db) {
  const all: Record<string, string[]> = {};
  for (const table of await createDatabaseCopies(db).tables()) {
    const text = `SELECT row_to_json(t)::text AS row FROM ${table} t`;
    const rows = await db.query<{ row: string }>({ name: '', text, values: [] });
    all[table] = rows.map(({ row }) => row).sort();
  }
  return all;
}
function withoutLog({ audit_entries: _log, ...rest }: Record<string, string[]>) {
  return rest;
}

/** Made by age-keygen for these tests. */
const RECIPIENT = 'age1t8l6jjhfd4cfarv098lxzxn09vuaqtfamwv869jq7j0pztskssnsp6yzjn';
const IDENTITY = 'AGE-SECRET-KEY-14TYEW8SAW8EPS4ANFEM7SU0ZHL56L3DRH954FS5JNSTZ6C5WQQ7S2PK6A8';
const OTHER = 'AGE-SECRET-KEY-1FD0J02KPALPU8HWRVR7KNL5JU0RDHZQ553X6V0NACU4GNDVAGJESTMEE9D';

/** A line that some readers of lines would break in two. */
const NAME = 'Ana \u2028 Souza \u0085 "\\" ção 😀';

/** What a service leaves behind: payins of every kind, events, sealed cards, a payout, a secret. */
async function fill(db: Db) {
  const kept = { ...db, close: async () => undefined };
  const service = await startTestService({ db: kept });
  const call = (path: string, account: string, body: unknown) => service.post(account, path, body);
  const { customer } = validPayin();
  const webhookUrl = 'http://127.0.0.1:65000/hook';
  await call('/payin', 'no3ds', validPayin({ customer: { ...customer, name: NAME }, webhookUrl }));
  await call('/payin', 'no3ds', validPayin({ paymentMethod: 'BOLETO' }));
  const waiting = { ...validPayin().card, number: '4000000000002503' };
  await call('/payin', 'postorder', validPayin({ card: waiting }));
  await call('/payout', 'manual', validPayout({ amount: 500, referenceId: 'p-1' }));
  await call('/sandbox/webhooks/enable-signing', 'no3ds', {});
  await service.stop();
  await fillArchive(db);
}

/** On both sides of the end of a month. */
async function fillArchive(db: Db) {
  const before = new Date('2026-06-01T00:00:00Z');
  for (const [index, at] of ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z'].entries()) {
    await db.query({
      name: '',
      text: `INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver,
          url, body, status, attempts, created_at)
        VALUES ('no3ds', $1, 'pay_old', $2, 'payin.approved', 'receiver', 'url', '{}', 'DELIVERED',
          '[]', $3)`,
      values: [`evt_old_${index}`, index + 1, new Date(at)],
    });
    await sql(db)`INSERT INTO webhook_attempts
      (company_id, event_id, number, at, outcome, duration_ms, signatures, answer)
      VALUES ('no3ds', ${`evt_old_${index}`}, 1, ${new Date(at)}, 'HTTP_200', 1, 0, NULL)`;
    const act = { action: 'refund record', subjects: {}, result: 'done', code: null } as const;
    const entry = { ...act, companyId: 'no3ds', id: `aud_${index}`, actor: 'ana' };
    await createAuditLog(db).append({ ...entry, at: new Date(at) });
    const which = { deliveredBefore: before, undeliveredBefore: before, limit: 10 };
    expect(await createArchive(db).moveEvents('no3ds', which)).toBe(1);
    expect(await createArchive(db).moveAuditEntries('no3ds', { before, limit: 10 })).toBe(1);
  }
}

describe.each(statementDatabases())('a backup of $engine', (from) => {
  let db: Db;
  let operator: TestOperator;
  const backup = newFile();

  beforeAll(async () => {
    db = await from.openEmpty();
    await fill(db);
    operator = await openTestOperator(db);
    await operator.run('backup', { file: backup });
  });
  afterAll(() => db.close());

  it.each(statementDatabases())('fills an empty $engine with the same rows', async (to) => {
    const other = await to.openMigrated();
    const restored = await openBareTestOperator(other);
    const record = await restored.record('restore', { file: backup });
    expect(record).toMatchObject({ companies: SANDBOX_ACCOUNTS.length, disagreement: null });
    const [before, after] = [await readAll(db), await readAll(other)];
    expect(withoutLog(after)).toEqual(withoutLog(before));
    expect(Object.values(withoutLog(before)).flat().length).toBeGreaterThan(40);
    expect(JSON.stringify(after.payins)).toContain('\u2028');
    expect(after.webhook_events_archive).toHaveLength(2);
    expect(after.audit_entries_archive).toHaveLength(2);
    expect(await restored.audit('system')).toMatchObject([{ action: 'restore', result: 'done' }]);
    await other.close();
  });

  it('starts a service that goes on where the other stopped', async () => {
    const other = await from.openMigrated();
    await (await openBareTestOperator(other)).run('restore', { file: backup });
    const service = await startTestService({ db: other });
    const list = await service.get('manual', '/payout');
    expect(list.body.data).toMatchObject([{ referenceId: 'p-1', amount: 500 }]);
    await service.stop();
  });

  it('is for its owner alone, and never in place of another file', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const before = readFileSync(backup, 'utf8');
    expect(await operator.refusal('backup', { file: backup })).toEqual(['INVALID_DATA', 'file']);
    expect(readFileSync(backup, 'utf8')).toBe(before);
    const nowhere = join(folder, 'no', 'such', 'folder');
    const error = await operator
      .run('backup', { file: nowhere })
      .catch((thrown: unknown) => thrown);
    const details = [errorDetail('file', 'unwritable', { reason: 'ENOENT' })];
    expect(error).toMatchObject({ code: 'INVALID_DATA', details });
    expect(await operator.audit('system', 2)).toMatchObject([
      { action: 'backup', result: 'refused' },
      { action: 'backup', result: 'refused' },
    ]);
  });

  it('holds no key, card, secret or CVV in the clear', () => {
    const text = readFileSync(backup, 'utf8');
    expect(text).not.toContain(Buffer.alloc(32, 7).toString('base64'));
    expect(text).not.toContain(Buffer.alloc(32, 7).toString('hex'));
    for (const secret of ['4000000000002503', '4111111111111111', 'whsec_', 'sk_test_', '"cvv"']) {
      expect(text).not.toContain(secret);
    }
    for (const table of NOT_COPIED) expect(text).not.toContain(`"${table}"`);
  });

  it('is refused by a database that is not empty, which stays as it was', async () => {
    const before = withoutLog(await readAll(db));
    await expect(operator.run('restore', { file: backup })).rejects.toThrow(
      /^The database is not empty: \w+ has rows\.$/,
    );
    expect(withoutLog(await readAll(db))).toEqual(before);
    expect(await operator.audit('system')).toMatchObject([
      { action: 'restore', result: 'refused', code: 'ILLEGAL_TRANSITION' },
    ]);
  });
});

describe('a backup that is encrypted to a public key', () => {
  const backup = newFile();

  const source = opened(embeddedTestDatabase.openEmpty);
  const empty = opened(async () => {
    await fill(source);
    const operator = await openTestOperator(source);
    await operator.run('backup', { file: backup, recipient: RECIPIENT });
    return embeddedTestDatabase.openMigrated();
  });

  const refusalOf = (file: string, identity?: string) =>
    openBareTestOperator(empty).refusal('restore', {
      file,
      ...(identity === undefined ? {} : { identity }),
    });
  const changed = (change: (bytes: Buffer) => Buffer) => {
    const file = newFile();
    writeFileSync(file, change(readFileSync(backup)));
    return file;
  };

  it('holds nothing that can be read', () => {
    const text = readFileSync(backup, 'latin1');
    for (const word of ['checkout-backup', 'payins', 'ana@example.com', 'Souza', 'company_id']) {
      expect(text).not.toContain(word);
    }
    expect(text).toMatch(/^age-encryption\.org\/v1\n/);
  });

  it.each<[string, () => string, string | undefined, string]>([
    ['without its identity', () => backup, undefined, 'file'],
    ['with another', () => backup, OTHER, 'file'],
    ['with what is none', () => backup, RECIPIENT, 'identity'],
    ['once it was cut', () => changed((bytes) => bytes.subarray(0, -9)), IDENTITY, 'file'],
    ['once a bit was turned', () => changed(turnABit), IDENTITY, 'file'],
    ['where it is in the clear', () => changed(() => Buffer.from('{}\n')), IDENTITY, 'file'],
  ])('is refused %s, and nothing is written', async (_name, file, identity, option) => {
    expect(await refusalOf(file(), identity)).toEqual(['INVALID_DATA', option]);
    expect(await createDatabaseCopies(empty).firstFilledTable()).toBeNull();
  });

  it('is not made to what is no public key', async () => {
    const operator = await openTestOperator(source);
    const options = { file: newFile(), recipient: RECIPIENT.slice(0, -1) };
    expect(await operator.refusal('backup', options)).toEqual(['INVALID_DATA', 'recipient']);
  });

  it('fills an empty database with the same rows, by its identity', async () => {
    const other = await embeddedTestDatabase.openMigrated();
    const operator = openBareTestOperator(other);
    const record = await operator.record('restore', { file: backup, identity: IDENTITY });
    expect(record).toMatchObject({ disagreement: null });
    const [before, after] = [await readAll(source), await readAll(other)];
    expect(withoutLog(after)).toEqual(withoutLog(before));
    expect(JSON.stringify(await operator.audit('system', 10))).not.toContain('AGE-SECRET');
    await other.close();
  });
});

function turnABit(bytes: Buffer): Buffer {
  const at = bytes.length - 500;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

describe('a backup beside a service with the embedded engine', () => {
  const dataDir = join(folder, 'data');
  const copyDir = join(dataDir, 'backup-copy');
  let db: Db;
  let service: TestService;
  beforeAll(async () => {
    db = await openEmbeddedDb(dataDir, { template: embeddedTemplate });
    await fill(db);
    service = await startTestService({ db });
  });
  afterAll(() => service.stop());

  const pay = async () => {
    const { status, body } = await service.post('no3ds', '/payin', validPayin());
    return { status, id: String(body.id) };
  };
  /** As the thread does it that reads the copy, with what `meanwhile` does before. */
  const backUpWith = (path: string, meanwhile: () => Promise<unknown>) =>
    createBackupAside({
      copyFiles: async (to) => db.copyFiles?.(to),
      copyDir,
      now: () => new Date('2026-11-24T12:00:00Z'),
      async readCopy({ path: given, recipient, at }) {
        await meanwhile();
        const copy = await openEmbeddedDb(copyDir);
        try {
          const copies = createDatabaseCopies(copy);
          const services = { copies, randomBytes: createRandomBytes(), now: () => new Date(at) };
          return { header: await writeBackup(given, recipient, services) };
        } finally {
          await copy.close();
        }
      },
    })(path, null);

  it('is of the moment before, while payments are taken and read', async () => {
    const before = await pay();
    const file = newFile();
    let after = { status: 0, id: '' };
    const header = await backUpWith(file, async () => {
      after = await pay();
      expect((await service.get('no3ds', `/payin/${after.id}`)).body.status).toBe('APPROVED');
    });
    expect([before.status, after.status]).toEqual([201, 201]);
    expect(header.at).toBe('2026-11-24T12:00:00.000Z');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(before.id);
    expect(text).not.toContain(after.id);
    expect(existsSync(copyDir)).toBe(false);

    const other = await embeddedTestDatabase.openMigrated();
    const restored = await openBareTestOperator(other).record('restore', { file });
    expect(restored).toMatchObject({ companies: SANDBOX_ACCOUNTS.length, disagreement: null });
    await other.close();
  });

  it('leaves no copy where it cannot be read', async () => {
    const broken = backUpWith(newFile(), () => Promise.reject(new Error('no such thread')));
    await expect(broken).rejects.toThrow('no such thread');
    expect(existsSync(copyDir)).toBe(false);
    expect((await pay()).status).toBe(201);
  });

  it('names the file that is there already, as a thread tells it', async () => {
    const told = createBackupAside({
      copyFiles: async () => undefined,
      copyDir,
      now: () => new Date(),
      readCopy: async () => ({ problem: broken('exists') }),
    });
    await expect(told(newFile(), null)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      details: [errorDetail('file', 'exists')],
    });
  });
});

describe('a file that is no whole backup', () => {
  let db: Db;
  let operator: BareTestOperator;
  const backup = newFile();

  beforeAll(async () => {
    const source = await embeddedTestDatabase.openEmpty();
    await fill(source);
    await (await openTestOperator(source)).run('backup', { file: backup });
    await source.close();
    db = await embeddedTestDatabase.openMigrated();
    operator = await openBareTestOperator(db);
  });
  afterAll(() => db.close());

  const lines = () => readFileSync(backup, 'utf8').split('\n');
  const written = (text: string) => {
    const file = newFile();
    writeFileSync(file, text);
    return file;
  };

  it.each<[string, () => string]>([
    ['is not there', () => join(folder, 'nothing')],
    ['is empty', () => written('')],
    ['is something else', () => written('{"format":"other"}\n{"sha256":"00"}\n')],
    ['is text', () => written('hello\nworld\n')],
    ['lost its end', () => written(lines().slice(0, -2).join('\n'))],
    ['lost a row', () => written(lines().toSpliced(5, 1).join('\n'))],
    ['has a row twice', () => written(lines().toSpliced(5, 0, String(lines()[5])).join('\n'))],
    ['was cut in a row', () => written(readFileSync(backup, 'utf8').slice(0, 900))],
    ['has one centavo more', () => written(readFileSync(backup, 'utf8').replace('10000', '10001'))],
    [
      'goes on after its end',
      () => {
        const file = written(readFileSync(backup, 'utf8'));
        appendFileSync(file, '{"more":1}\n');
        return file;
      },
    ],
  ])('%s is refused, and nothing is written', async (_name, make) => {
    expect(await operator.refusal('restore', { file: make() })).toEqual(['INVALID_DATA', 'file']);
    expect(await createDatabaseCopies(db).firstFilledTable()).toBeNull();
  });

  it('that is of an earlier migration is refused by both numbers', async () => {
    const newest = 'SELECT max(id) AS id FROM schema_migrations';
    const [row] = await db.query<{ id: number }>({ name: '', text: newest, values: [] });
    const insert = `INSERT INTO schema_migrations (id, name, checksum) VALUES ($1, 'next', '')`;
    await db.query({ name: '', text: insert, values: [Number(row?.id) + 1] });
    await expect(operator.run('restore', { file: backup })).rejects.toMatchObject({
      details: [
        errorDetail('file', 'other_migration', {
          file: Number(row?.id),
          database: Number(row?.id) + 1,
        }),
      ],
    });
    const remove = 'DELETE FROM schema_migrations WHERE id = $1';
    await db.query({ name: '', text: remove, values: [Number(row?.id) + 1] });
  });
});
