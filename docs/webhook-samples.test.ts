import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { verifyWebhook } from '../sdk/webhooks/index.ts';

const FOLDER = join(import.meta.dirname, 'samples/webhooks');

const vectorSchema = z.object({
  secret: z.string(),
  nowSeconds: z.number(),
  body: z.string(),
  header: z.string(),
});
/** The one the documentation publishes. */
const VECTOR = vectorSchema.parse(JSON.parse(readFileSync(join(FOLDER, 'vector.json'), 'utf8')));

type Case = { body: string; header: string; secret: string; nowSeconds: number };

function sign(secret: string, time: string, body = VECTOR.body) {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}
const T = VECTOR.nowSeconds;
const MARK = VECTOR.header.split('v1=')[1] ?? '';

/** What is spoiled or changed of the published vector, and whether it still holds. */
const CASES: [what: string, change: Partial<Case>, isValid: boolean][] = [
  ['the published vector', {}, true],
  ['a second mark that fits', { header: `t=${T},v1=${'0'.repeat(64)},v1=${MARK}` }, true],
  ['a first mark that fits', { header: `t=${T},v1=${MARK},v1=${'0'.repeat(64)}` }, true],
  ['a scheme nobody knows beside it', { header: `t=${T},v2=abc,v1=${MARK}` }, true],
  ['spaces around its parts', { header: ` t=${T} , v1=${MARK} ` }, true],
  ['letters beyond ASCII', { body: '{"a":"ção"}', header: signed('{"a":"ção"}') }, true],
  ['300 seconds later', { nowSeconds: T + 300 }, true],
  ['301 seconds later', { nowSeconds: T + 301 }, false],
  ['301 seconds before', { nowSeconds: T - 301 }, false],
  ['another secret', { secret: `${VECTOR.secret}0` }, false],
  ['a secret without its prefix', { secret: VECTOR.secret.slice(6) }, false],
  ['one more space in the body', { body: `${VECTOR.body} ` }, false],
  ['another time than was signed', { header: `t=${T + 1},v1=${MARK}` }, false],
  ['a mark in capitals', { header: `t=${T},v1=${MARK.toUpperCase()}` }, false],
  ['a mark cut short', { header: `t=${T},v1=${MARK.slice(0, 62)}` }, false],
  ['a mark of another scheme', { header: `t=${T},v0=${MARK}` }, false],
  ['no mark', { header: `t=${T}` }, false],
  ['no time', { header: `v1=${MARK}` }, false],
  ['two times', { header: `t=${T},t=${T},v1=${MARK}` }, false],
  ['a time that is no number', { header: `t=now,v1=${sign(VECTOR.secret, 'now')}` }, false],
  ['an empty header', { header: '' }, false],
];

function signed(body: string): string {
  return `t=${T},v1=${sign(VECTOR.secret, String(T), body)}`;
}

/** How each language runs its sample; the cases follow as words, four for each. */
const LANGUAGES: [name: string, command: string, words: string[]][] = [
  ['Node', process.execPath, ['verify.mjs']],
  ['Python', 'python3', ['verify.py']],
  ['Java', 'java', ['VerifyWebhook.java']],
  ['PHP', 'php', ['verify.php']],
  ['Go', 'go', ['run', 'verify.go']],
];

function exists(command: string) {
  return ['--version', 'version'].some((word) => spawnSync(command, [word]).status === 0);
}

function toCase(change: Partial<Case>): Case {
  return { ...VECTOR, ...change };
}

it.each(CASES)('the helper of the package says if %s is right', async (_what, change, isValid) => {
  const { body, header, secret, nowSeconds } = toCase(change);
  expect(await verifyWebhook(body, header, secret, nowSeconds)).toBe(isValid);
});

describe.each(LANGUAGES)('the sample in %s', (name, command, words) => {
  const isThere = exists(command);

  it('agrees with the helper on every case', ({ skip }) => {
    skip(!isThere, `there is no ${name} on this machine`);
    const asked = CASES.flatMap(([, change]) => {
      const { body, header, secret, nowSeconds } = toCase(change);
      return [header, secret, String(nowSeconds), Buffer.from(body).toString('base64')];
    });
    const answer = spawnSync(command, [...words, ...asked], { cwd: FOLDER, encoding: 'utf8' });
    const lines = answer.stdout.trim().split('\n');
    const told = CASES.map(([what], at) => [what, lines[at]]);
    const right = CASES.map(([what, , isValid]) => [what, String(isValid)]);
    expect(told, answer.stderr).toEqual(right);
  });
});
