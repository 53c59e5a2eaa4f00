import { describe, expect, it } from 'vitest';
import {
  callSession,
  decode,
  encode,
  fieldOf,
  NONCE,
  never,
  openBank,
  openChallenge,
  postForm,
  SHOP,
} from '../../testing/test-bank.ts';

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
    const { bank, acsTransID, find } = await open();
    const answer = { turn: '0', threeDSSessionData: '', code: '0000', confirm: '1' };
    const send = () => postForm(bank, `/3ds/acs/challenge/${acsTransID}/answer`, answer);
    for (let times = 0; times < 5; times += 1) await send();
    expect(await find()).toEqual({ kind: 'open' });
    expect(await (await send()).text()).toContain('name="turn" value="1"');
  });

  it('that is pressed twice at once counts once, and both pages say so', async () => {
    const { bank, acsTransID } = await open();
    const answer = { turn: '0', threeDSSessionData: '', code: '0000', confirm: '1' };
    const send = () => postForm(bank, `/3ds/acs/challenge/${acsTransID}/answer`, answer);
    const pages = await Promise.all((await Promise.all([send(), send()])).map((r) => r.text()));
    for (const page of pages) {
      expect(fieldOf(page, 'turn')).toBe('1');
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
    expect(decode(fieldOf(page, 'cres'))).toMatchObject({ transStatus: 'N' });
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
    expect(await (await callSession(bank, session, 'status', {})).json()).toEqual(
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
    expect(fieldOf(page, 'turn')).toBe('1');
    expect(await press('confirm', '0000')).toContain('Resta 1 tentativa.');
  });

  it('is over where it is over', async () => {
    const { press, open: reopen, transactionId } = await open();
    const end = await press('confirm', '1234');
    expect(await (await reopen()).text()).toBe(end);
    expect(decode(fieldOf(end, 'cres'))).toEqual({
      messageType: 'CRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: transactionId,
      acsTransID: expect.any(String),
      transStatus: 'Y',
    });
  });

  it('goes on after a restart, with the same code', async () => {
    const values = new Map<string, string>();
    const before = await openChallenge(openBank(values));
    await before.press('confirm', '0000');
    const after = openBank(values);
    const answer = { turn: '1', threeDSSessionData: '', code: '1234', confirm: '1' };
    await postForm(after, `/3ds/acs/challenge/${before.acsTransID}/answer`, answer);
    expect(
      await after.provider.find({ companyId: 'co_1', transactionId: before.transactionId }, never),
    ).toMatchObject({ kind: 'authenticated' });
  });
});

describe('a challenge request that is not ours', () => {
  it.each([
    ['of an unknown challenge', { acsTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000000' }, '301'],
    [
      'with another 3DS Server id',
      { threeDSServerTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000000' },
      '305',
    ],
    ['of another version', { messageVersion: '2.1.0' }, '203'],
    ['with an unknown window', { challengeWindowSize: '09' }, '203'],
    ['of another type', { messageType: 'AReq' }, '203'],
  ])('is refused %s', async (_kind, change, code) => {
    const { bank, creq, find } = await open();
    const spoiled = encode({ ...decode(creq), ...change });
    const response = await postForm(bank, '/3ds/acs/challenge', { creq: spoiled });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`Código ${code}`);
    expect(await find()).toEqual({ kind: 'open' });
  });

  it('is refused with padding, twice, or not at all', async () => {
    const { bank, creq } = await open();
    for (const fields of [{ creq: `${creq}=` }, {}, { creq: '' }]) {
      expect((await postForm(bank, '/3ds/acs/challenge', { ...fields })).status).toBe(400);
    }
    const twice = await bank.app.request('/3ds/acs/challenge', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `creq=${creq}&creq=${creq}`,
    });
    expect(twice.status).toBe(400);
  });
});

describe('the time of a challenge', () => {
  it('over, ends it without refusing the card', async () => {
    const { bank, press, find, session } = await open();
    bank.clock.now = new Date('2030-01-01T12:15:00Z');
    const page = await press('confirm', '1234');
    expect(decode(fieldOf(page, 'cres'))).toMatchObject({ transStatus: 'N' });
    expect(await find()).toEqual({ kind: 'open' });
    const status = await callSession(bank, session, 'status', {});
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

describe('what a browser says of the end', () => {
  const forged = (challenge: { transactionId: string; acsTransID: unknown }) => ({
    messageType: 'CRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: challenge.transactionId,
    acsTransID: challenge.acsTransID,
    transStatus: 'Y',
  });
  const threeDSSessionData = encode({ nonce: NONCE });

  it('changes nothing while the bank has not decided', async () => {
    const { bank, find, session, ...ids } = await open();
    const fields = { cres: encode(forged(ids)), threeDSSessionData };
    expect((await postForm(bank, '/3ds/challenge-notification', fields)).status).toBe(200);
    expect(await find()).toEqual({ kind: 'open' });
    expect(await (await callSession(bank, session, 'status', {})).json()).toEqual({
      transStatus: 'C',
      cancelled: false,
    });
  });

  it('changes nothing after the bank has refused', async () => {
    const { bank, find, press, ...ids } = await open('4000000000002370');
    await press('confirm', '1234');
    const fields = { cres: encode(forged(ids)), threeDSSessionData };
    await postForm(bank, '/3ds/challenge-notification', fields);
    expect(await find()).toEqual(REFUSED);
  });

  it('is told to the origin the script ran in, with the nonce of its run, and no result', async () => {
    const { bank, press } = await open();
    const end = await press('confirm', '1234');
    const fields = {
      cres: fieldOf(end, 'cres'),
      threeDSSessionData: fieldOf(end, 'threeDSSessionData'),
    };
    const page = await (await postForm(bank, '/3ds/challenge-notification', fields)).text();
    expect(page).toContain(
      `<body data-origin="${SHOP}" data-nonce="${NONCE}" data-event="challenge-done">`,
    );
    expect(page).not.toMatch(/data-[a-z-]*status/i);
    expect(page).toContain('parent.postMessage({ from: ');
    expect(page).not.toContain("'*'");
    expect(page).toContain('Você já pode voltar à loja');
  });

  it.each([
    ['an unknown transaction', { threeDSServerTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000000' }],
    ['another challenge', { acsTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000000' }],
    ['another version', { messageVersion: '2.1.0' }],
    ['no status of a browser', { transStatus: 'A' }],
  ])('is told to nobody for %s', async (_kind, change) => {
    const { bank, find, press: _press, ...ids } = await open();
    const cres = encode({ ...forged(ids), ...change });
    const response = await postForm(bank, '/3ds/challenge-notification', {
      cres,
      threeDSSessionData,
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('<script');
    expect(await find()).toEqual({ kind: 'open' });
  });

  it.each([
    ['nothing', ''],
    ['no nonce', encode({})],
    ['a nonce that is markup', encode({ nonce: '"><script>alert(1)</script>' })],
    ['no json', 'QUJD'],
  ])('is told to nobody with %s for session data', async (_kind, data) => {
    const { bank, press: _press, ...ids } = await open();
    const fields = { cres: encode(forged(ids)), threeDSSessionData: data };
    const page = await (await postForm(bank, '/3ds/challenge-notification', fields)).text();
    expect(page).not.toContain('<script');
  });
});
