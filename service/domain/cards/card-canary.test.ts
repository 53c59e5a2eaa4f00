import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Timers } from '../../base/shared/periodic.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { openDb } from '../../store/engine/open-db.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import {
  CANARY,
  CANARY_DOCUMENT,
  hasCvv,
  hasCvvAsWord,
  hasDocument,
  hasNumber,
  readEveryRow,
} from '../../testing/test-canary.ts';
import { startCollector } from '../../testing/test-collector.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
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
/** The account that keeps cards. */
const ACCOUNT = 'cardonfile';

/** Every command that only reads, and one that acts on what the buyer has left. */
const ASKED: [command: string, options: (ids: { payin: string }) => Record<string, string>][] = [
  ['company list', () => ({})],
  ['company show', () => ({ company: ACCOUNT })],
  ['key list', () => ({ company: ACCOUNT })],
  ['card list-without-consent', () => ({})],
  ['user list', () => ({ company: ACCOUNT })],
  ['provider list', () => ({})],
  ['route list', () => ({ company: ACCOUNT })],
  ['payin list', () => ({ company: ACCOUNT })],
  ['payin show', ({ payin }) => ({ payin })],
  ['payin show', ({ payin }) => ({ payin, history: 'yes' })],
  ['payin support', ({ payin }) => ({ payin, reason: 'the buyer asks' })],
  ['payin find', () => ({ 'card-last4': CANARY.number.slice(-4) })],
  ['event list', ({ payin }) => ({ payin })],
  ['orphan list', () => ({ company: ACCOUNT })],
  ['underpaid list', () => ({ company: ACCOUNT })],
  ['refund list', () => ({ company: ACCOUNT })],
  ['refund record', ({ payin }) => ({ payin, amount: '100' })],
  ['payout list', () => ({ company: ACCOUNT })],
  ['balance show', () => ({ company: ACCOUNT })],
  ['statement show', () => ({ company: ACCOUNT })],
  ['receivable list', () => ({ company: ACCOUNT })],
  ['receiver list', () => ({ company: ACCOUNT })],
  ['event undelivered', () => ({ company: ACCOUNT })],
  ['kek status', () => ({})],
  ['reconcile', () => ({})],
  ['audit list', () => ({})],
];

describe('a card number, its CVV and the document of its holder', () => {
  const dataDir = temporaryFolder('canary');
  const temporary = temporaryFolder('canary-backup');
  const answers: Answer[] = [];
  const tables: string[] = [];
  let service: TestService;
  const printed: string[] = [];
  let backup = '';
  let metrics = '';
  let logged = '';
  let traced = '';
  let signingSecret = '';

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
  /** A CVV typed again for a card on file, charged with it, and typed again for a charge to come. */
  const typeAgain = async () => {
    const { cvv } = CANARY;
    const asked = { card: CARD, holderDocument: CANARY_DOCUMENT };
    const { token, referenceId, answer } = await service.tokenize(ACCOUNT, asked);
    answers.push(answer);
    const first = validPayin({ referenceId, card: { token, installments: 1 } });
    const payin = (await pay(first, ACCOUNT)).id;
    const retype = (body: unknown, key = `pk_test_${ACCOUNT}`) =>
      call('/checkout/tokens/cvv', body, { 'x-public-key': key });
    const charge = () => pay(validPayin({ card: { token, installments: 1 } }), ACCOUNT);
    await retype({ token, cvv });
    expect((await charge()).status).toBe('APPROVED');
    expect((await charge()).error.code).toBe('INVALID_CVV');
    for (const body of [
      ...[
        { token, cvv },
        { token: `tok_${'x'.repeat(43)}`, cvv },
        { token: NUMBER, cvv },
      ],
      ...[{ token, cvv: NUMBER }, { cvv }, `{"token":"${token}","cvv":"${cvv}"`],
    ]) {
      await retype(body);
    }
    for (const key of ['pk_test_no3ds', 'pk_test_nobody', NUMBER])
      await retype({ token, cvv }, key);
    return { payin: String(payin) };
  };

  /** What an operator is told of it, and what is kept of it elsewhere. */
  const askAll = async (ids: { payin: string }) => {
    const operator = await openTestOperator({ ...service.db, close: async () => undefined });
    const secrets = await operator.run('signing activate', { company: ACCOUNT });
    signingSecret = /whsec_[\w+/=-]+/.exec(JSON.stringify(secrets))?.[0] ?? '';
    operator.printed.length = 0;
    for (const [command, options] of ASKED) await operator.run(command, options(ids));
    for (const options of [
      ...[{ company: ACCOUNT, reference: NUMBER }, { company: NUMBER }],
      { company: ACCOUNT, limit: NUMBER },
    ]) {
      await operator.run('payin list', options).catch((error: Error) => {
        operator.printed.push(error.message, JSON.stringify(error));
      });
    }
    printed.push(...operator.printed);
    const file = join(temporary, 'night.backup');
    await operator.run('backup', { file });
    backup = readFileSync(file, 'utf8');
    metrics = (await send(`${service.metricsUrl}/metrics`)).text;
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
    await askAll(await typeAgain());
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
      ...[200, 201, 204, 400, 401, 403, 409, 413, 415, 422, 500, 502],
    ]);
    expect(answers.some((answer) => answer.body?.status === 'PENDING')).toBe(true);
  });

  it('are in no trace', () => {
    expect(traced).toContain('/v1/traces');
    expect(traced).toContain('attempt charge');
    expect(traced).toContain('/checkout/tokens/cvv');
    expect(hasAny(traced)).toBe(false);
    expect(traced).not.toMatch(/tok_|pay_|pk_test_|sk_test_|Ana Souza|52998224725/);
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

  it('are in nothing the operator is told', () => {
    const text = printed.join('\n');
    expect(text).toContain('APPROVED');
    expect(text).toContain('REFUNDED');
    expect(hasAny(text) || hasCvvAsWord(text)).toBe(false);
    expect(hasCvvAsWord(`${text}\ncvv ${CANARY.cvv}.`)).toBe(true);
    const reading = COMMANDS.filter(({ isAct }) => !isAct).map(({ name }) => name);
    expect(ASKED.map(([command]) => command)).toEqual(expect.arrayContaining(reading));
  });

  it('are in no line of a backup, and no secret is', () => {
    expect(backup).toContain(ACCOUNT);
    expect(hasAny(backup)).toBe(false);
    expect(signingSecret).toMatch(/^whsec_.{20,}/);
    for (const secret of [signingSecret, signingSecret.slice(6), `sk_test_${ACCOUNT}`]) {
      const places = [backup, logged, metrics, traced, ...tables];
      expect(places.some((text) => text.includes(secret))).toBe(false);
    }
  });

  it('are in no metric, and no company, token or name is', () => {
    expect(metrics).toContain('# TYPE ');
    expect(hasAny(metrics)).toBe(false);
    expect(metrics).not.toMatch(new RegExp(`${ACCOUNT}|tok_|pk_test_|Ana Souza|52998224725`));
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
