/** @module-tag minutes */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { buildProgram, ChildProgram, SHORT_LIVED } from '../../testing/child-program.ts';
import { STORY } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { basic, send, VALID_CARD, validPayin } from '../../testing/test-service.ts';

type Env = Readonly<Record<`${'CHECKOUT_' | 'SUDO_'}${string}`, string>>;
type Told = { code: number | null; output: string; errors: string };

describe('the command line, as a process of its own', STORY, () => {
  const home = temporaryFolder('operator');
  const dataDir = join(home, 'data');
  let operatorProgram = '';
  let serviceProgram = '';
  let backupReader = '';
  let payin = '';
  let service: ChildProgram | undefined;
  const told: Told[] = [];

  beforeAll(async () => {
    operatorProgram = await buildProgram(new URL('./operator.ts', import.meta.url));
    serviceProgram = await buildProgram(new URL('../../testing/kill-program.ts', import.meta.url));
    backupReader = await buildProgram(new URL('./backup-reader.ts', import.meta.url));
  });
  afterAll(() => service?.end());

  const operator = (
    words: string,
    { directory = dataDir, input = '', ...more }: { directory?: string; input?: string } & Env = {},
  ): Promise<Told> =>
    new Promise((resolve) => {
      const { PATH, HOME } = process.env;
      const child = spawn(
        process.execPath,
        [...SHORT_LIVED, operatorProgram, ...words.split(' ')],
        {
          env: { PATH, HOME, DATA_DIR: directory, INIT_CWD: home, ...more },
          stdio: ['pipe', 'pipe', 'pipe'],
        },
      );
      let [output, errors] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        errors += part;
      });
      child.stdin.end(input);
      child.once('close', (code) => {
        told.push({ code, output, errors });
        resolve({ code, output, errors });
      });
    });
  const startService = async () => {
    service = new ChildProgram(serviceProgram, dataDir, '0', '', backupReader);
    await service.untilLines(1);
    return String(service.lines[0]).split(' ')[0] ?? '';
  };

  it('works on the database while no service has it', async () => {
    const made = await operator('company create --company acme --name Acme --actor ana --json');
    expect(made.errors).toMatch(/^Next, for acquirers that must hear who sells, .*\n$/);
    expect([made.code, JSON.parse(made.output).company]).toEqual([0, 'acme']);
    expect((await operator('help')).output).toContain('refund record');
  });

  it('asks outside the sandbox who it is that changes something', async () => {
    const production = {
      ...{ CHECKOUT_MODE: 'production', CHECKOUT_BASE_URL: 'https://a.example' },
      ...{ CHECKOUT_CHECKOUT_URL: 'https://c.example', CHECKOUT_THREEDS_URL: 'https://t.example' },
      CHECKOUT_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const block = 'company block --company acme';
    const refused = await operator(block, production);
    expect([refused.code, refused.output]).toEqual([2, '']);
    expect(refused.errors).toMatch(/^--actor is missing: /);
    expect((await operator(block, { ...production, SUDO_USER: 'rui' })).code).toBe(0);
    expect((await operator('company unblock --company acme --actor eva', production)).code).toBe(0);
    // What changes nothing has nobody's name to tell.
    const audit = 'audit list --company acme --json';
    const log = JSON.parse((await operator(audit, production)).output);
    const actors = log.map(({ actor }: { actor: string }) => actor);
    expect(actors.slice(0, 2)).toEqual(['eva', 'rui']);
  });

  it('recomputes no ledger that it would have to make first', async () => {
    const program = await buildProgram(new URL('./reconcile.ts', import.meta.url));
    const reconcile = (directory: string) =>
      spawnSync(process.execPath, [...SHORT_LIVED, program], {
        env: { PATH: process.env.PATH, DATA_DIR: directory },
        encoding: 'utf8',
      });
    const empty = join(home, 'not-the-one');
    const refused = reconcile(empty);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^DATA_DIR holds no database, and DATABASE_URL is not set: /);
    expect(existsSync(join(empty, 'database'))).toBe(false);
    const told = reconcile(dataDir);
    expect([told.status, told.stdout]).toEqual([0, 'The ledger agrees, 1 companies.\n']);
  });

  it('reads secrets and certificates where they were typed', async () => {
    const { authority } = createTestHarness();
    const identity = authority.issueClient('a company');
    writeFileSync(join(home, 'inter.crt'), identity.certificatePem);
    writeFileSync(join(home, 'inter.key'), identity.keyPem);
    writeFileSync(join(home, 'secret.txt'), 'a-secret-in-a-file\n');
    const named = '--company acme --provider inter';
    const plain = '--client-id id --account-number 123 --merchant-city Natal --pix-key -';
    const files = '--client-secret @secret.txt --certificate-pem inter.crt --key-pem @inter.key';
    const input = 'loja@example.com\n';
    const added = await operator(`provider add ${named} ${plain} ${files} --json`, { input });
    expect([added.code, JSON.parse(added.output).provider]).toEqual([0, 'inter']);
    expect(added.output + added.errors).not.toMatch(/a-secret-in-a-file|loja@example|BEGIN/);
    expect(await operator(`provider rotate ${named} --client-secret @nothing-there`)).toEqual({
      ...{ code: 2, output: '' },
      errors: 'The file of --client-secret cannot be read (ENOENT).\n',
    });
  });

  it('has the service work while it has the database, on the money it moves', async () => {
    const baseUrl = await startService();
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
    const key = JSON.parse((await operator('key create --company acme --json')).output);
    const pair = { 'x-api-key': key.publicKey, 'x-api-secret': key.secretKey };
    const whoami = await send(`${baseUrl}/whoami`, { headers: pair });
    expect(whoami.body).toMatchObject({ companyId: 'acme', canTransact: false });

    const paid = await send(`${baseUrl}/payin`, { body: validPayin(), headers: basic('no3ds') });
    const { id } = paid.body;
    const refunded = await operator(`refund record --payin ${id} --amount 2500 --actor ana --json`);
    expect(JSON.parse(refunded.output)).toMatchObject({ status: 'REFUNDED', refunded: 2_500 });
    const shown = await send(`${baseUrl}/payin/${id}`, { headers: basic('no3ds') });
    expect(shown.body.status).toBe('REFUNDED');
    const refused = await operator(`refund record --payin ${id} --amount 99999`);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--amount must be at most what is left'),
    });

    const document = validPayin().customer.document;
    const erased = await operator('customer erase --company no3ds --document -', {
      input: `${document}\n`,
    });
    expect(erased.output).toMatch(/payins +1\n/);
    const log = JSON.parse((await operator('audit list --company no3ds --json')).output);
    expect(
      log.map((entry: { action: string; result: string }) => [entry.action, entry.result]),
    ).toEqual([
      ['customer erase', 'done'],
      ['refund record', 'refused'],
      ['refund record', 'done'],
    ]);
  });

  it('rotates the key of the sandbox under a service that goes on', async () => {
    const rotated = await operator('kek rotate --json');
    const versions = JSON.parse(rotated.output).map((row: { version: number }) => row.version);
    expect(new Set(versions)).toEqual(new Set([2]));
    const baseUrl = String(service?.lines[0]).split(' ')[0];
    const paid = await send(`${baseUrl}/payin`, { body: validPayin(), headers: basic('no3ds') });
    expect(paid.body.status).toBe('APPROVED');
    payin = paid.body.id;
  });

  it('backs up a running service into a path as it was typed, and restores elsewhere', async () => {
    // What a process left that was killed while its copy was read.
    mkdirSync(join(dataDir, 'backup-copy', 'database'), { recursive: true });
    const backup = await operator('backup --file night.backup');
    expect(backup.code).toBe(0);
    expect(statSync(join(home, 'night.backup')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).not.toContain('backup-copy');
    const directory = join(home, 'other');
    const restored = await operator('restore --file night.backup --json', { directory });
    expect([restored.code, JSON.parse(restored.output).disagreement]).toEqual([0, null]);
    // Only the key-encryption key makes the restored database one to work with.
    expect(readdirSync(directory)).not.toContain('key-encryption-key');
  });

  const rare = { tags: ['rare'] };
  it('takes the database again once the service was killed or has stopped', rare, async () => {
    await service?.kill();
    expect((await operator('reconcile')).code).toBe(0);
    const asked = await operator(`refund create --payin ${payin} --reference r-1 --json`);
    expect(JSON.parse(asked.output).status).toBe('PENDING');
    expect(asked.errors).toContain('was not asked here');
    await startService();
    expect((await operator('kek status')).code).toBe(0);
    await service?.end();
    expect(readdirSync(dataDir)).not.toContain('operator.sock');
    expect((await operator('reconcile --json')).output).toContain('"disagreement": null');
  });

  it('has told no secret but the new one, once, and nobody who pays', () => {
    const all = told.map(({ output, errors }) => output + errors).join('');
    expect(all.match(/sk_test_/g)).toHaveLength(1);
    const { customer, payerIp } = validPayin();
    const { document, email, phone } = customer;
    for (const secret of [document, email, phone, payerIp, VALID_CARD.number]) {
      expect(all).not.toContain(secret);
    }
    const keys = readFileSync(join(dataDir, 'key-encryption-key'), 'utf8').match(/[\w+/]{43}=/g);
    expect(keys).toHaveLength(2);
    for (const key of keys ?? []) expect(all).not.toContain(key);
  });
});
