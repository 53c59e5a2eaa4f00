import { describe, expect, it } from 'vitest';
import type { PixBankOptions } from '../../../simulators/pix-bank/pix-bank.ts';
import { arrangeClient } from '../../testing/test-outgoing.ts';
import { arrangePixBank } from '../../testing/test-pix-bank.ts';
import { withTokens } from './authorized-client.ts';
import { createFetchToken, TOKEN_DEADLINE_MS } from './fetch-token.ts';
import { createTokens } from './tokens.ts';

const SCOPE = 'cob.read';
const PATH = `/v2/cob/${'a'.repeat(32)}`;
/** What the bank says of a charge that it has not got: the token was good. */
const LET_IN = { kind: 'rejected', status: 404 };
const TOKEN_PATH = '/oauth/token';

/** A company at a bank that tells its tokens to live for 1000 seconds. */
async function arrange({
  credentials = {},
  ...options
}: Partial<PixBankOptions> & { credentials?: { clientSecret?: string } } = {}) {
  const { bank, ...harness } = await arrangePixBank({
    profile: 'efi',
    lifetimeSeconds: 1000,
    ...options,
  });
  const { clock, authority } = harness;
  const tokenSide = arrangeClient({ clock, authority, origin: new URL(bank.tokenUrl).origin });
  const apiSide = arrangeClient({ clock, authority, origin: bank.api });
  const tokens = createTokens({
    fetchToken: createFetchToken({
      client: tokenSide.client,
      path: new URL(bank.tokenUrl).pathname,
      auth: bank.profile.tokenAuth,
      credentials: { ...bank.credentials, ...credentials },
    }),
    now: clock.now,
  });
  const client = withTokens(apiSide.client, { tokens, scope: SCOPE });

  function read(signal = new AbortController().signal) {
    const call = { verb: 'find', method: 'GET', path: PATH, isRead: true } as const;
    return client.send({ ...call, deadlineMs: 8000 }, signal);
  }

  function countAsked(): number {
    return bank.requests.filter(({ method }) => method === 'POST').length;
  }

  return { ...harness, bank, tokens, read, countAsked, tokenSide, apiSide };
}

describe('a token', () => {
  it('is fetched by one of many that need it at once', async () => {
    const { bank, read } = await arrange();
    const answers = await Promise.all([read(), read(), read()]);
    for (const answer of answers) expect(answer).toMatchObject(LET_IN);
    expect(bank.tokens.count()).toBe(1);
  });

  it('is used until nine tenths of its life are over, and then renewed', async () => {
    const { bank, read, clock } = await arrange();
    await read();
    clock.advance(899_999);
    await read();
    expect(bank.tokens.count()).toBe(1);
    clock.advance(1);
    await read();
    expect(bank.tokens.count()).toBe(2);
  });

  it('is used to its end where its successor cannot be had, and no longer', async () => {
    const { read, clock, bank } = await arrange();
    await read();
    clock.advance(950_000);
    bank.faults.next({ path: TOKEN_PATH }, { kind: 'empty_answer' });
    expect(await read()).toMatchObject(LET_IN);
    clock.advance(50_000);
    bank.faults.next({ path: TOKEN_PATH }, { kind: 'empty_answer' });
    expect(await read()).toEqual({ kind: 'not_sent', cause: 'no_connection' });
  });

  it('that was taken away is dropped once, and the call goes with a new one', async () => {
    const { bank, read } = await arrange();
    await read();
    bank.tokens.revokeAll();
    expect(await read()).toMatchObject(LET_IN);
    expect(bank.tokens.count()).toBe(2);
  });

  it('fresh from the bank and refused is not followed by a third', async () => {
    const { bank, read, clock } = await arrange();
    for (let nth = 0; nth < 2; nth += 1) {
      bank.faults.next({ path: PATH }, { kind: 'answer', answer: { status: 401 } });
    }
    expect(await read()).toMatchObject({ kind: 'rejected', status: 401 });
    expect(bank.tokens.count()).toBe(2);
    expect(await read()).toMatchObject({ kind: 'not_sent' });
    expect(bank.tokens.count()).toBe(2);
    clock.advance(30_000);
    expect(await read()).toMatchObject(LET_IN);
  });

  it('fetched by another meanwhile stays when an older one is refused', async () => {
    const { tokens, bank } = await arrange();
    const first = (await tokens.get(SCOPE)) ?? '';
    tokens.drop(SCOPE, first);
    const second = await tokens.get(SCOPE);
    tokens.drop(SCOPE, first);
    tokens.refuse(SCOPE, first);
    expect(await tokens.get(SCOPE)).toBe(second);
    expect(bank.tokens.count()).toBe(2);
  });

  it('is one for each scope', async () => {
    const { tokens, bank } = await arrange();
    const first = await tokens.get('cob.read');
    expect(await tokens.get('cob.write')).not.toBe(first);
    expect(await tokens.get('cob.read')).toBe(first);
    expect(bank.tokens.count()).toBe(2);
  });

  it('goes on being fetched for the others when the one who asked first gives up', async () => {
    const { bank, read } = await arrange();
    const late = bank.faults.next({ path: TOKEN_PATH }, { kind: 'answer_late', afterMs: 5000 });
    const controller = new AbortController();
    const first = read(controller.signal);
    const second = read();
    await late.taken;
    controller.abort();
    expect(await first).toEqual({ kind: 'not_sent', cause: 'given_up' });
    late.release();
    expect(await second).toMatchObject(LET_IN);
    expect(bank.tokens.count()).toBe(1);
  });

  it('that does not come in time is asked for again by the next call', async () => {
    const { bank, read, tokenSide } = await arrange();
    const late = bank.faults.next({ path: TOKEN_PATH }, { kind: 'answer_late', afterMs: 20_000 });
    const first = read();
    await late.taken;
    tokenSide.run(TOKEN_DEADLINE_MS);
    expect(await first).toEqual({ kind: 'not_sent', cause: 'no_connection' });
    expect(await read()).toMatchObject(LET_IN);
  });

  it.each([{}, { expires_in: '1000' }, { expires_in: 1000 }])(
    'is taken with %j told of its life',
    async (life) => {
      const { bank, tokens } = await arrange();
      const body = JSON.stringify({ access_token: 'a-token', ...life });
      bank.faults.next({ path: TOKEN_PATH }, { kind: 'answer', answer: { status: 200, body } });
      expect(await tokens.get(SCOPE)).toBe('a-token');
    },
  );

  it.each([
    {},
    { access_token: '' },
    { access_token: 'two words' },
    { access_token: 'a\r\nx: b' },
    { access_token: 'a', expires_in: 0 },
    { access_token: 'a', expires_in: 'soon' },
  ])('is not made of %j', async (answer) => {
    const { bank, tokens } = await arrange();
    const body = JSON.stringify(answer);
    bank.faults.next({ path: TOKEN_PATH }, { kind: 'answer', answer: { status: 200, body } });
    expect(await tokens.get(SCOPE)).toBeNull();
  });
});

describe('a bank that refuses us a token', () => {
  it('is asked again after half a minute, then after a whole one, up to a quarter hour', async () => {
    const { read, clock, countAsked } = await arrange({ credentials: { clientSecret: 'wrong' } });
    expect(await read()).toEqual({ kind: 'not_sent', cause: 'no_connection' });
    const asked: number[] = [];
    for (const waitMs of [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
      clock.advance(waitMs - 1);
      await read();
      asked.push(countAsked());
      clock.advance(1);
      await read();
    }
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(countAsked()).toBe(8);
  });

  it('hears its secret in no line of our log', async () => {
    const { read, tokenSide, apiSide, bank } = await arrange();
    await read();
    const log = JSON.stringify([...tokenSide.lines, ...apiSide.lines]);
    expect(log).toContain('"verb":"token"');
    const { clientId, clientSecret } = bank.credentials;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    for (const secret of [clientId, clientSecret, basic, 'Bearer', PATH]) {
      expect(log).not.toContain(secret);
    }
  });
});

it.each(['efi', 'sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const)(
  'each way of asking for a token is understood at %s',
  async (profile) => {
    const { tokens, bank } = await arrange({ profile });
    expect(await tokens.get('cob.read cob.write')).toMatch(/^[0-9a-f]{64}$/);
    expect(bank.tokens.count()).toBe(1);
  },
);
