import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../parties/server/faults.ts';
import { readBrCode, writeDynamicBrCode } from '../../payins/formats/br-code.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';
import { PIX_PROFILES } from './profiles.ts';

const PROFILES = ['efi', 'sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const;

const OTHER_CODE = writeDynamicBrCode({
  location: 'pix.example.com/qr/v2/2',
  merchantName: 'Loja',
  merchantCity: 'Natal',
});

describe.each(PROFILES)('a PIX at %s', (profile) => {
  it('is issued, found open, paid, and found paid', async () => {
    const { bank, issue, find, txid } = await arrangePixIssuer({ profile });
    const issued = await issue();
    const charge = bank.charges.get(txid);
    expect(issued).toMatchObject({ kind: 'issued', externalId: txid });
    expect(charge?.fields).toEqual({
      calendario: { expiracao: 1800 },
      valor: { original: '37.00' },
      chave: bank.key,
    });
    const code = issued.kind === 'issued' ? issued.copyAndPaste : '';
    expect(readBrCode(code)).toMatchObject({ amount: null, location: charge?.location });
    expect(await find()).toEqual({ kind: 'open' });
    bank.pay(txid);
    expect(await find()).toMatchObject({ kind: 'paid', amount: 3700 });
  });

  it('asked for twice is one charge with one code', async () => {
    const { bank, issue } = await arrangePixIssuer({ profile });
    const first = await issue();
    expect(await issue()).toEqual(first);
    expect(bank.charges.size).toBe(1);
  });

  it('is not found before it is issued', async () => {
    const { find } = await arrangePixIssuer({ profile });
    expect(await find()).toEqual({ kind: 'not_found' });
  });

  it('is taken back while nobody has paid it, and told as paid where a payer was faster', async () => {
    const open = await arrangePixIssuer({ profile });
    await open.issue();
    expect(await open.cancel()).toEqual({ kind: 'refused' });
    expect(await open.find()).toEqual({ kind: 'refused' });
    expect(() => open.bank.pay(open.txid)).toThrow();

    const paid = await arrangePixIssuer({ profile });
    await paid.issue();
    paid.bank.pay(paid.txid);
    expect(await paid.cancel()).toMatchObject({ kind: 'paid', amount: 3700 });
  });
});

describe('a PIX whose answer was lost', () => {
  it.each<[string, Fault]>([
    ['cut after the bank had made it', { kind: 'commit_and_cut' }],
    ['a page of HTML before what was made', { kind: 'html_error', status: 502, isCommitted: true }],
    ['a 200 with nothing in it', { kind: 'empty_answer' }],
    ['made twice by a gateway', { kind: 'done_twice' }],
  ])('is adopted after a look: %s', async (_how, fault) => {
    const { bank, issue, itemPath, txid } = await arrangePixIssuer({ profile: 'efi' });
    bank.faults.next({ method: 'PUT', path: itemPath }, fault);
    expect(await issue()).toMatchObject({ kind: 'issued', externalId: txid });
    expect(bank.charges.size).toBe(1);
    expect(bank.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ['cut before anything was done', { kind: 'cut' }],
    ['a page of HTML', { kind: 'html_error', status: 503, isCommitted: false }],
  ])(
    'and that the bank has not got stays unknown, and is not sent again: %s',
    async (_how, fault) => {
      const { bank, issue, itemPath } = await arrangePixIssuer({ profile: 'efi' });
      bank.faults.next({ method: 'PUT', path: itemPath }, fault);
      await expect(issue()).rejects.toThrow('the bank may still make it');
      expect(bank.charges.size).toBe(0);
      expect(bank.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    },
  );

  it('and booked after we gave up is one charge, found under its own txid', async () => {
    const { bank, issue, find, run, itemPath } = await arrangePixIssuer({ profile: 'inter' });
    const late = bank.faults.next(
      { method: 'PUT', path: itemPath },
      { kind: 'book_late', afterMs: 20_000 },
    );
    const issuing = expect(issue()).rejects.toThrow('the bank may still make it');
    await late.taken;
    run(15_000);
    await issuing;
    late.release();
    await late.finished;
    expect(await find()).toEqual({ kind: 'open' });
    expect(await issue()).toMatchObject({ kind: 'issued' });
    expect(bank.charges.size).toBe(1);
  });

  it('stays unknown where the look fails as well', async () => {
    const { bank, issue, itemPath } = await arrangePixIssuer({ profile: 'bb' });
    bank.faults.next({ method: 'PUT', path: itemPath }, { kind: 'commit_and_cut' });
    bank.faults.next({ method: 'GET', path: itemPath }, { kind: 'cut' });
    await expect(issue()).rejects.toThrow('does not tell of the charge');
    expect(bank.charges.size).toBe(1);
  });

  it('stays unknown where a gateway, not the bank, says that there is nothing', async () => {
    const { bank, issue, find, itemPath } = await arrangePixIssuer({ profile: 'sicredi' });
    await issue();
    const body = JSON.stringify({ message: 'no Route matched with those values' });
    for (const answer of [{ status: 404, body }, { status: 404 }]) {
      bank.faults.next({ method: 'GET', path: itemPath }, { kind: 'answer', answer });
      await expect(find()).rejects.toThrow('does not tell of the charge');
    }
  });
});

describe('a bank', () => {
  it('whose token was taken away gets the order once, with a new token', async () => {
    const { bank, issue, find } = await arrangePixIssuer({ profile: 'santander' });
    await find();
    bank.tokens.revokeAll();
    expect(await issue()).toMatchObject({ kind: 'issued' });
    expect(bank.charges.size).toBe(1);
    expect(bank.tokens.count()).toBe(2);
  });

  it('that may revise a charge is left with one', async () => {
    const { bank, issue } = await arrangePixIssuer({
      profile: 'bb',
      deviations: { repeatedTxid: 'revised' },
    });
    const first = await issue();
    expect(await issue()).toEqual(first);
    expect(bank.charges.size).toBe(1);
  });

  it('that has the code at its location alone is asked for it there', async () => {
    const { bank, issue } = await arrangePixIssuer({
      profile: 'efi',
      deviations: { code: 'loc_qrcode' },
    });
    expect(await issue()).toMatchObject({ kind: 'issued' });
    expect(bank.requests.at(-1)?.path).toMatch(/^\/v2\/loc\/\d+\/qrcode$/);
  });

  it('that has another amount under our txid is not believed', async () => {
    const { bank, issue } = await arrangePixIssuer({ profile: 'efi' });
    await issue();
    await expect(issue({ amount: 3701 })).rejects.toThrow('another charge');
    expect(bank.takeViolations()).toHaveLength(1);
    expect(bank.charges.size).toBe(1);
  });

  it.each([
    ['another amount', { valor: { original: '36.00' } }, 'another charge'],
    ['another key', { chave: 'somebody@example.com' }, 'another charge'],
    ['another txid', { txid: 'b'.repeat(32) }, 'of another charge'],
    ['a state that nobody knows', { status: 'SUSPENSA' }, 'Invalid'],
    ['no code and no address', { location: undefined, loc: undefined }, 'neither code nor address'],
    ['another address than its code', { pixCopiaECola: OTHER_CODE }, 'does not ask for the order'],
  ])('that answers with %s is not believed', async (_what, changes, why) => {
    const { bank, issue, itemPath, txid } = await arrangePixIssuer({ profile: 'santander' });
    const body = JSON.stringify({
      ...{ txid, status: 'ATIVA', chave: bank.key, valor: { original: '37.00' } },
      location: 'pix.example.com/qr/v2/1',
      loc: { id: 1, location: 'pix.example.com/qr/v2/1' },
      ...changes,
    });
    bank.faults.next(
      { method: 'PUT', path: itemPath },
      { kind: 'answer', answer: { status: 201, body } },
    );
    await expect(issue()).rejects.toThrow(why);
  });

  it('that rested is read once before anything is written there', async () => {
    const { bank, issue, clock, find, itemPath } = await arrangePixIssuer({ profile: 'efi' });
    for (let nth = 0; nth < 5; nth += 1) {
      bank.faults.next({ path: itemPath }, { kind: 'cut' });
      await expect(find()).rejects.toThrow();
    }
    expect(await issue()).toEqual({ kind: 'unavailable' });
    clock.advance(30_000);
    expect(await issue()).toMatchObject({ kind: 'issued' });
    const asked = bank.requests.slice(-2).map(({ method }) => method);
    expect(asked).toEqual(['GET', 'PUT']);
  });

  it('leaves neither key, txid, token nor secret in our log', async () => {
    const { bank, issue, find, lines, txid } = await arrangePixIssuer({ profile: 'inter' });
    await issue();
    await find();
    const log = JSON.stringify(lines);
    expect(lines.map(({ verb }) => verb)).toEqual(['token', 'issue', 'find']);
    const { clientId, clientSecret, accountNumber } = bank.credentials;
    for (const secret of [clientId, clientSecret, accountNumber, bank.key, txid]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('the profiles', () => {
  it('name hosts by https alone, one for each environment, or none', () => {
    const hosts = Object.values(PIX_PROFILES).flatMap((one) => Object.values(one.hosts));
    const origins = hosts.flatMap((one) => (one === null ? [] : [one.api, one.token]));
    expect(origins.length).toBeGreaterThan(10);
    for (const origin of origins) expect(origin).toBe(`https://${new URL(origin).host}`);
  });
});
