import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import {
  CANARY,
  hasCvv,
  hasCvvAsWord,
  hasNumber,
  readEveryRow,
} from '../../testing/test-canary.ts';
import { startCollector } from '../../testing/test-collector.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { Answer, TestService } from '../../testing/test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

const ACCOUNT = 'cardonfile';
const PUBLIC = { 'x-public-key': `pk_test_${ACCOUNT}` };
function isClean(text: string) {
  return !hasNumber(text) && !hasCvv(text);
}

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

describe.each(testDatabases())('a CVV typed again for a card on file, on $engine', (database) => {
  const folder = temporaryFolder('cvv-canary');
  const answers: Answer[] = [];
  let service: TestService;
  let operator: TestOperator;
  let rows: string[] = [];
  let backup = '';
  let metrics = '';
  let traced = '';
  let logged = '';
  let signingSecret = '';

  const call = async (path: string, headers: Record<string, string>, body: unknown) => {
    const answer = await send(`${service.baseUrl}${path}`, { headers, body });
    answers.push(answer);
    return answer;
  };
  const charge = (card: object) =>
    call('/payin', basic(ACCOUNT), validPayin({ card: { installments: 1, ...card } }));
  const retype = (body: unknown, headers: Record<string, string> = PUBLIC) =>
    call('/checkout/tokens/cvv', headers, body);

  beforeAll(async () => {
    const db = await database.openEmpty();
    const kept = { ...db, close: async () => undefined };
    const collector = await startCollector();
    service = await startTestService({ db: kept, settings: collector.settings });
    const { cvv } = CANARY;
    const order = { amount: 10_000, installments: 1, referenceId: newReference() };
    const card = { ...VALID_CARD, ...CANARY };
    const { token } = await service.tokenize(ACCOUNT, { ...order, card });
    const paid = validPayin({ referenceId: order.referenceId, card: { token, installments: 1 } });
    const payin = (await call('/payin', basic(ACCOUNT), paid)).body.id;
    // Typed again and charged, and then typed again for a charge that is still to come.
    await retype({ token, cvv });
    expect((await charge({ token })).body.status).toBe('APPROVED');
    expect((await charge({ token })).body.error.code).toBe('INVALID_CVV');
    await retype({ token, cvv });

    await retype({ token: `tok_${'x'.repeat(43)}`, cvv });
    await retype({ token: CANARY.number, cvv });
    await retype({ token, cvv: CANARY.number });
    await retype({ cvv });
    await retype(`{"token":"${token}","cvv":"${cvv}"`);
    await retype({ token, cvv }, { 'x-public-key': 'pk_test_no3ds' });
    await retype({ token, cvv }, { 'x-public-key': 'pk_test_nobody' });
    await retype({ token, cvv }, { 'x-public-key': CANARY.number });

    operator = await openTestOperator(db);
    const secrets = await operator.run('signing activate', { company: ACCOUNT });
    signingSecret = /whsec_[\w+/=-]+/.exec(JSON.stringify(secrets))?.[0] ?? '';
    operator.printed.length = 0;
    for (const [command, options] of ASKED) await operator.run(command, options({ payin }));
    for (const options of [
      { company: ACCOUNT, reference: CANARY.number },
      { company: CANARY.number },
      { company: ACCOUNT, limit: CANARY.number },
    ]) {
      await operator.run('payin list', options).catch((error: Error) => {
        operator.printed.push(error.message, JSON.stringify(error));
      });
    }
    await operator.run('backup', { file: join(folder, 'night.backup') });
    backup = readFileSync(join(folder, 'night.backup'), 'utf8');
    metrics = (await send(`${service.metricsUrl}/metrics`)).text;
    rows = await readEveryRow(db);
    logged = service.logged.join('');
    await service.stop();
    traced = collector.text();
    await collector.stop();
    await db.close();
  });

  it('went through every class of answer', () => {
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 201, 400, 401, 403]);
  });

  it('is in no answer', () => expect(answers.filter(({ text }) => !isClean(text))).toEqual([]));

  it('is in no log line', () => {
    expect(logged.length).toBeGreaterThan(1_000);
    expect(isClean(logged)).toBe(true);
  });

  it('is in no row of any table while it waits for its charge', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !isClean(row))).toEqual([]);
  });

  it('is in nothing the operator is told', () => {
    const printed = operator.printed.join('\n');
    expect(printed).toContain('APPROVED');
    expect(printed).toContain('REFUNDED');
    expect(isClean(printed) && !hasCvvAsWord(printed)).toBe(true);
    expect(hasCvvAsWord(`${printed}\ncvv ${CANARY.cvv}.`)).toBe(true);
    const reading = COMMANDS.filter(({ isAct }) => !isAct).map(({ name }) => name);
    expect(ASKED.map(([command]) => command)).toEqual(expect.arrayContaining(reading));
  });

  it('is in no line of a backup, and no secret is', () => {
    expect(backup).toContain(ACCOUNT);
    expect(isClean(backup)).toBe(true);
    expect(signingSecret).toMatch(/^whsec_.{20,}/);
    for (const secret of [signingSecret, signingSecret.slice(6), `sk_test_${ACCOUNT}`]) {
      expect([backup, logged, metrics, traced, ...rows].some((text) => text.includes(secret))).toBe(
        false,
      );
    }
  });

  it('is in no trace, and no token, key or name is', () => {
    expect(traced).toContain('/checkout/tokens/cvv');
    expect(isClean(traced)).toBe(true);
    expect(traced).not.toMatch(/tok_|pay_|pk_test_|sk_test_|Ana Souza|52998224725/);
  });

  it('is in no metric, and no company, token or name is', () => {
    expect(metrics).toContain('# TYPE ');
    expect(isClean(metrics)).toBe(true);
    expect(metrics).not.toMatch(new RegExp(`${ACCOUNT}|tok_|pk_test_|Ana Souza|52998224725`));
  });
});
