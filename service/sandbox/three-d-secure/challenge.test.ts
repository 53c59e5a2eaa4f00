import { describe, expect, it } from 'vitest';
import {
  callSession,
  NONCE,
  never,
  openBank,
  openChallenge,
  openPage,
  postForm,
  SHOP,
  turnOf,
} from '../../testing/test-bank.ts';

/** The last page, as it says so to the script. */
const END = `<body data-origin="${SHOP}" data-nonce="${NONCE}" data-event="challenge-done">`;
const REFUSED = { kind: 'failed', reason: 'not_authenticated', isChallenged: true };
const CANCELLED = { kind: 'failed', reason: 'cancelled', isChallenged: true };
async function open(number?: string) {
  const bank = openBank();
  return { bank, ...(await openChallenge(bank, number)) };
}

describe('the bank page', () => {
  it('shows shop, amount and the last four digits, escaped', async () => {
    const { shown } = await open();
    expect(shown()).toContain('Café &lt;Ipê&gt; &amp; Cia');
    expect(shown()).toContain('R$\u00a01.234,56');
    expect(shown()).toContain('final 2503');
    expect(shown()).not.toContain('4000000000002503');
    expect(shown()).toContain('lang="pt-BR"');
  });

  it('is plain forms: a code field for one-time codes and three buttons', async () => {
    const { shown } = await open();
    expect(shown()).toMatch(/<input id="code" name="code"[^>]* inputmode="numeric"/);
    expect(shown()).toMatch(/<input id="code"[^>]* autocomplete="one-time-code"/);
    const buttons = [...shown().matchAll(/<button name="(\w+)"/g)].map(([, name]) => name);
    // Enter presses the first.
    expect(buttons).toEqual(['confirm', 'resend', 'cancel']);
    expect(shown()).not.toContain('<script');
  });

  it('ties its error to the field, and says how many tries are left', async () => {
    const { press } = await open();
    const page = await press('confirm', '98761');
    expect(page).toContain('Restam 2 tentativas');
    expect(page).toMatch(/role="alert" id="problem"><a href="#code">/);
    expect(page).toMatch(/aria-describedby="problem hint"[^>]* aria-invalid="true"/);
    expect(page).not.toContain('98761');
  });
});

describe('the code', () => {
  it.each(['1234', ' 12 34 ', '1 2 3 4'])('%o is right', async (code) => {
    const { press, find } = await open();
    await press('confirm', code);
    expect(await find()).toMatchObject({ kind: 'authenticated' });
  });

  it('may be wrong twice', async () => {
    const { press, find } = await open();
    await press('confirm', '0000');
    await press('confirm', '9999');
    expect(await find()).toEqual({ kind: 'open' });
    await press('confirm', '1234');
    expect(await find()).toMatchObject({ kind: 'authenticated' });
  });

  it('is refused the third time it is wrong, and the right one comes too late', async () => {
    const { press, find } = await open();
    await press('confirm', '0000');
    expect(await press('confirm', '1111')).toContain('Resta 1 tentativa.');
    await press('confirm', '2222');
    expect(await find()).toEqual(REFUSED);
    await press('confirm', '1234');
    expect(await find()).toEqual(REFUSED);
  });

  it.each(['', '   '])('%o is no try', async (code) => {
    const { press, find } = await open();
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await press('confirm', code)).toContain('Digite o código');
    }
    await press('confirm', '1234');
    expect(await find()).toMatchObject({ kind: 'authenticated' });
  });

  it('that is sent again by a browser counts once', async () => {
    const { bank, path, find } = await open();
    const answer = { turn: '0', code: '0000', confirm: '1' };
    const send = () => postForm(bank, path, answer);
    for (let times = 0; times < 5; times += 1) await send();
    expect(await find()).toEqual({ kind: 'open' });
    expect(await (await send()).text()).toContain('name="turn" value="1"');
  });

  it('that is pressed twice at once counts once, and both pages say so', async () => {
    const { bank, path } = await open();
    const answer = { turn: '0', code: '0000', confirm: '1' };
    const send = () => postForm(bank, path, answer);
    const pages = await Promise.all((await Promise.all([send(), send()])).map((r) => r.text()));
    for (const page of pages) {
      expect(turnOf(page)).toBe('1');
      expect(page).toContain('Restam 2 tentativas');
    }
  });

  it('is sent again on demand, which is no try', async () => {
    const { press, find } = await open();
    for (let times = 0; times < 5; times += 1) {
      expect(await press('resend')).toContain('Enviamos um novo código');
    }
    await press('confirm', '1234');
    expect(await find()).toMatchObject({ kind: 'authenticated' });
  });
});

describe('cancelling', () => {
  it('on the page acts at once', async () => {
    const { bank, press, find, transactionId } = await open();
    await press('cancel', '1234');
    expect(await find()).toEqual(CANCELLED);
    expect(bank.told).toEqual([transactionId]);
  });

  it('by the service does, and the bank then has nothing to ask', async () => {
    const { bank, transactionId, press, open: reopen } = await open();
    const cancel = () => bank.provider.cancel({ companyId: 'co_1', transactionId }, never);
    expect(await cancel()).toEqual(CANCELLED);
    expect(await cancel()).toEqual(CANCELLED);
    const page = await (await reopen()).text();
    expect(page).toContain(END);
    await press('confirm', '1234');
    expect(await cancel()).toEqual(CANCELLED);
    expect(bank.told).toEqual([transactionId]);
  });

  it('after the right code changes nothing', async () => {
    const { bank, transactionId, press } = await open();
    await press('confirm', '1234');
    await press('cancel');
    const result = await bank.provider.cancel({ companyId: 'co_1', transactionId }, never);
    expect(result).toMatchObject({ kind: 'authenticated' });
  });

  it('and the right code at once have one result', async () => {
    const { bank, press, find, session } = await open();
    await Promise.all([press('confirm', '1234'), press('cancel')]);
    const result = await find();
    expect(await (await callSession(bank, session, 'status')).json()).toEqual(
      result.kind === 'authenticated'
        ? { transStatus: 'Y', cancelled: false }
        : { transStatus: 'N', cancelled: true },
    );
    expect(bank.told).toHaveLength(1);
  });
});

describe('a challenge that is opened again', () => {
  it('goes on where it was', async () => {
    const { press, open: reopen } = await open();
    await press('confirm', '0000');
    const page = await (await reopen()).text();
    expect(turnOf(page)).toBe('1');
    expect(await press('confirm', '0000')).toContain('Resta 1 tentativa.');
  });

  it('is over where it is over', async () => {
    const { press, open: reopen } = await open();
    const end = await press('confirm', '1234');
    expect(end).toContain(END);
    expect(await (await reopen()).text()).toBe(end);
  });

  it('goes on after a restart, with the same code', async () => {
    const values = new Map<string, string>();
    const before = await openChallenge(openBank(values));
    await before.press('confirm', '0000');
    const after = openBank(values);
    const answer = { turn: '1', code: '1234', confirm: '1' };
    await postForm(after, before.path, answer);
    expect(
      await after.provider.find({ companyId: 'co_1', transactionId: before.transactionId }, never),
    ).toMatchObject({ kind: 'authenticated' });
  });
});

describe('the time of a challenge', () => {
  it('over, ends it without refusing the card', async () => {
    const { bank, press, find, session } = await open();
    bank.clock.now = new Date('2030-01-01T12:15:00Z');
    const page = await press('confirm', '1234');
    expect(page).toContain(END);
    expect(await find()).toEqual({ kind: 'open' });
    const status = await callSession(bank, session, 'status');
    expect(status.status).toBe(410);
    expect(await status.json()).toEqual({ error: { code: 'session_expired' } });
  });

  it('over, is not turned into a cancellation', async () => {
    const { bank, press, find } = await open();
    bank.clock.now = new Date('2030-01-01T12:15:00Z');
    await press('cancel');
    expect(await find()).toEqual({ kind: 'open' });
  });
});

describe('the end of a challenge', () => {
  it('is told to the origin the script ran in, with the nonce of its run, and no result', async () => {
    const { press } = await open();
    const page = await press('confirm', '1234');
    expect(page).toContain(END);
    expect(page).not.toMatch(/data-[a-z-]*status/i);
    expect(page).toContain('parent.postMessage({ from: ');
    expect(page).not.toContain("'*'");
    expect(page).toContain('Você já pode voltar à loja');
  });

  it('is told to nobody without the nonce of a run', async () => {
    const { bank, path, press } = await open();
    await press('confirm', '1234');
    expect(await (await openPage(bank, path, '')).text()).not.toContain('<script');
  });
});
