import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Timers } from '../../base/shared/periodic.ts';
import { openDb } from '../../store/engine/open-db.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import {
  CANARY,
  CANARY_DOCUMENT,
  hasCvv,
  hasDocument,
  hasNumber,
  readEveryRow,
} from '../../testing/test-canary.ts';
import { startCollector } from '../../testing/test-collector.ts';
import type { Answer, TestService } from '../../testing/test-service.ts';
import {
  basic,
  newReference,
  payinWithCard,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

const NUMBER = CANARY.number;
const CARD = { ...VALID_CARD, ...CANARY };

describe('a card number, its CVV and the document of its holder', () => {
  const dataDir = temporaryFolder('canary');
  const answers: Answer[] = [];
  const tables: string[] = [];
  let service: TestService;
  let logged = '';
  let traced = '';

  /** Acquirer deadlines run out at once while this is true. */
  let isImpatient = false;
  const timers: Timers = {
    after(delayMs, work) {
      if (delayMs !== 3000 || !isImpatient) return () => undefined;
      const handle = setImmediate(work);
      return () => clearImmediate(handle);
    },
  };

  const call = async (path: string, body: unknown, headers: Record<string, string>) => {
    answers.push(await send(`${service.baseUrl}${path}`, { method: 'POST', body, headers }));
    return answers.at(-1)?.body;
  };
  const pay = (body: unknown, account = 'no3ds') => call('/payin', body, basic(account));
  const tokenize = async (change: object = {}, account = 'no3ds') => {
    const body = {
      amount: 10_000,
      installments: 1,
      referenceId: newReference(),
      card: { ...CARD, ...change },
      holderDocument: CANARY_DOCUMENT,
    };
    const made = await call('/checkout/tokens', body, { 'x-public-key': `pk_test_${account}` });
    return validPayin({
      referenceId: body.referenceId,
      card: { token: made.token, installments: 1 },
    });
  };
  beforeAll(async () => {
    const collector = await startCollector();
    service = await startTestService({
      settings: collector.settings,
      db: await openDb({ dataDir, template: embeddedTemplate }),
      timers,
    });
    for (const holderName of ['APRO', 'OTHE', 'FUND', 'SECU', 'RISK', 'PERR', 'CATA']) {
      await pay(payinWithCard({ ...CARD, holderName }));
      await pay(await tokenize({ holderName }));
    }
    await pay(await tokenize({}, 'cardonfile'), 'cardonfile');
    isImpatient = true;
    await pay(payinWithCard({ ...CARD, holderName: 'SLOW' }));
    isImpatient = false;
    await tokenize();
    const { card } = await tokenize();
    await call('/checkout/tokens/revoke', card, { 'x-public-key': 'pk_test_no3ds' });
    await pay(payinWithCard({ ...CARD, expirationMonth: NUMBER, holderName: '' }));
    await pay(payinWithCard({ ...CARD, number: `${NUMBER}0` }));
    await pay(`{"card":{"number":"${NUMBER}","cvv":"${CANARY.cvv}"`);
    await pay(`{"card":"${NUMBER}","x":"${'y'.repeat(2_400_000)}"}`);
    // Where no card belongs, and in what cannot be read.
    for (const change of [
      ...[{ cvv: NUMBER }, { token: NUMBER }, { expirationYear: '2020' }],
      ...[{ holderName: `${NUMBER}\u0000` }, { holderName: '\ud800 X' }],
    ]) {
      await pay(payinWithCard({ ...CARD, ...change }));
    }
    const order = payinWithCard(CARD);
    for (const body of [
      ...[order, { ...order, amount: 1 }, { ...order, card: [NUMBER, CANARY.cvv] }],
      { ...payinWithCard(CARD), [NUMBER]: NUMBER },
      { ...payinWithCard(CARD), customer: { name: 'A', document: NUMBER } },
      `{"card":{"number":${NUMBER} ${CANARY.cvv}`,
      `{"number":"${NUMBER}","number":"${CANARY.cvv}"}`,
      `{"__proto__":{"number":"${NUMBER}"}}`,
      `${'['.repeat(50_000)}"${NUMBER}"`,
    ]) {
      await pay(body);
    }
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-encoding': 'gzip' },
      { authorization: 'Basic cGtfdGVzdF94OnNrX3Rlc3RfeA==' },
      { origin: 'https://loja.example' },
      { 'idempotency-key': NUMBER },
    ]) {
      await call('/payin', payinWithCard(CARD), { ...basic('no3ds'), ...headers });
    }
    await pay(payinWithCard(CARD), 'pending');
    await pay(payinWithCard(CARD), 'preorder');
    const { card: waiting } = await tokenize({}, 'preorder');
    await call('/checkout/three-d-secure-sessions', waiting, {
      'x-public-key': 'pk_test_preorder',
    });
    await service.get('no3ds', `/payin/${NUMBER}?number=${NUMBER}`);
    await send(`${service.baseUrl}/${NUMBER}`, { headers: { 'x-public-key': NUMBER } });
    tables.push(...(await readEveryRow(service.db)));
    await service.db.query({ name: '', text: 'DROP TABLE payins', values: [] });
    await pay(payinWithCard(CARD));
    logged = service.logged.join('');
    await service.stop();
    traced = collector.text();
    await collector.stop();
  });

  it('went through every class of answer', () => {
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([
      ...[201, 204, 400, 401, 403, 409, 413, 415, 422, 500, 502],
    ]);
    expect(answers.some((answer) => answer.body?.status === 'PENDING')).toBe(true);
  });

  it('are in no trace', () => {
    expect(traced).toContain('/v1/traces');
    expect(traced).toContain('attempt charge');
    expect(hasAny(traced)).toBe(false);
  });

  it('are in no answer', () => {
    const found = answers.filter(({ text }) => hasAny(text));
    expect(found.map((answer) => answer.status)).toEqual([]);
  });

  it('are in no log line', () => {
    expect(logged.length).toBeGreaterThan(1000);
    expect(hasAny(logged)).toBe(false);
  });

  it('are in no row of any table', () => {
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter(hasAny)).toEqual([]);
  });

  it('are in no file of the database, its write-ahead log included', () => {
    const files = readdirSync(dataDir, { recursive: true })
      .map((name) => join(dataDir, String(name)))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(100);
    const found = files.filter((path) => {
      const bytes = readFileSync(path, 'latin1');
      return hasNumber(bytes) || hasDocument(bytes);
    });
    expect(found).toEqual([]);
  });

  it('would be found in each form it is looked for', () => {
    expect(hasNumber(Buffer.from(`ab${NUMBER}cd`).toString('base64'))).toBe(true);
    expect(hasNumber(`<${Buffer.from(NUMBER).toString('hex')}>`)).toBe(true);
    expect(hasCvv(JSON.stringify(CARD))).toBe(true);
    expect(hasDocument(Buffer.from(`ab${CANARY_DOCUMENT}cd`).toString('base64'))).toBe(true);
    expect(hasDocument(`<${Buffer.from(CANARY_DOCUMENT).toString('hex')}>`)).toBe(true);
  });
});

function hasAny(text: string): boolean {
  return hasNumber(text) || hasCvv(text) || hasDocument(text);
}
