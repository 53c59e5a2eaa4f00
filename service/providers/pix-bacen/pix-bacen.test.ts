import { describe, expect, it } from 'vitest';
import { readBrCode, writeDynamicBrCode } from '../../base/formats/br-code.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';
import { PIX_PROFILES } from './profiles.ts';

const OTHER_CODE = writeDynamicBrCode({
  location: 'pix.example.com/qr/v2/2',
  merchantName: 'Loja',
  merchantCity: 'Natal',
});

it('a PIX at a bank is asked for with its time, its amount and the key, and paid by its address', async () => {
  const { bank, issue, txid } = await arrangePixIssuer({ profile: 'sicoob' });
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
});

describe('a PIX whose answer was lost', () => {
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
});

it('the profiles name hosts by https alone, one for each environment, or none', () => {
  const hosts = Object.values(PIX_PROFILES).flatMap((one) => Object.values(one.hosts));
  const origins = hosts.flatMap((one) => (one === null ? [] : [one.api, one.token]));
  expect(origins.length).toBeGreaterThan(10);
  for (const origin of origins) expect(origin).toBe(`https://${new URL(origin).host}`);
});
