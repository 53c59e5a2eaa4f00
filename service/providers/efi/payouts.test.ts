import { describe, expect, it } from 'vitest';
import type { EfiOptions } from '../../../simulators/efi/efi.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { payoutAcquirerCases } from '../payout-acquirer.cases.ts';
import type { Transfer } from '../payout-acquirer.ts';
import { createEfiPayouts } from './payouts.ts';

const REFERENCE = 'out_acme_3q2-7wAAAAAAAAAAAAAAAA';
const ID = attemptKeyOf(REFERENCE);
const KEY = 'ana@example.com';
const CPF = '52998224725';
const ITEM = '/v3/gn/pix/:id';
const SENT = '/v2/gn/pix/enviados/id-envio/:id';

async function arrange(options: Partial<EfiOptions> = {}) {
  const party = await arrangeEfi(options);
  const { efi, bank, registerNotices } = party;
  await registerNotices();
  const acquirer = createEfiPayouts(bank.client, efi.key);
  const transfer: Transfer = {
    companyId: 'acme',
    amount: 500,
    pixKey: KEY,
    pixKeyType: 'EMAIL',
    beneficiaryDocument: CPF,
  };
  const { signal: never } = new AbortController();

  const send = (change: Partial<Transfer> = {}, signal = never) =>
    acquirer.send({ ...transfer, ...change, reference: REFERENCE }, signal);
  const find = (amount = transfer.amount) =>
    acquirer.find({ companyId: 'acme', amount, reference: REFERENCE }, never);
  const check = (change: Partial<Transfer> = {}) =>
    acquirer.check({ ...transfer, ...change }, never);
  return { ...party, acquirer, transfer, send, find, check };
}

describe('at Efí', () => {
  payoutAcquirerCases(async () => {
    const { efi, acquirer, transfer } = await arrange();
    const ends = new Map<string, 'REALIZADO' | 'NAO_REALIZADO'>([
      [KEY, 'REALIZADO'],
      ['refused@example.com', 'NAO_REALIZADO'],
    ]);
    efi.forgetKey('rejected@example.com');
    return {
      acquirer,
      transferTo: (end) =>
        end === 'completed' ? transfer : { ...transfer, pixKey: `${end}@example.com` },
      finish: (reference) => {
        const id = attemptKeyOf(reference);
        const status = ends.get(efi.payouts.get(id)?.fields.favorecido.chave ?? '');
        if (status !== undefined) efi.settlePayout(id, { status });
      },
    };
  });
});

describe('a payout at Efí', () => {
  it('asks that the key be of whom it is for, from the account’s own key', async () => {
    const { efi, send } = await arrange();
    expect(await send()).toEqual({ kind: 'accepted', externalId: efi.payouts.get(ID)?.endToEndId });
    expect(efi.payouts.get(ID)?.fields).toEqual({
      valor: '5.00',
      pagador: { chave: efi.key },
      favorecido: { chave: KEY, cpf: CPF },
    });
  });

  it.each([
    ['a company', '11222333000181', { chave: KEY, cnpj: '11222333000181' }],
    [
      'a company with letters in its number',
      '12ABC34501DE35',
      { chave: KEY, cnpj: '12ABC34501DE35' },
    ],
    ['whom nobody named', null, { chave: KEY }],
  ])('is for %s', async (_who, beneficiaryDocument, favorecido) => {
    const { efi, send } = await arrange();
    await send({ beneficiaryDocument });
    expect(efi.payouts.get(ID)?.fields.favorecido).toEqual(favorecido);
  });

  it('is under way until the bank has decided', async () => {
    const { efi, send, find } = await arrange();
    await send();
    expect(await find()).toEqual({
      kind: 'processing',
      externalId: efi.payouts.get(ID)?.endToEndId,
    });
  });

  it('is rejected with the words of the bank where the key is somebody else’s', async () => {
    const { efi, send, find } = await arrange();
    efi.setOwner(KEY, '11144477735');
    expect(await send()).toEqual({
      kind: 'rejected',
      reason: 'A chave não pertence ao documento informado.',
    });
    expect(await find()).toEqual({ kind: 'not_found' });
  });

  it('is rejected where the account has not got the money', async () => {
    const { efi, send } = await arrange();
    efi.setBalance(499);
    expect(await send()).toEqual({ kind: 'rejected', reason: 'Saldo insuficiente.' });
  });

  it('of another amount under the same reference is not taken for that one', async () => {
    const { efi, send, find } = await arrange();
    await send();
    await expect(send({ amount: 600 })).rejects.toThrow('another amount');
    await expect(find(600)).rejects.toThrow('another amount');
    expect(efi.takeViolations()).toHaveLength(1);
    expect(efi.payouts.size).toBe(1);
  });

  it('leaves neither key, document nor id in our log', async () => {
    const { efi, lines, send, find, check } = await arrange();
    await check();
    await send();
    await find();
    expect(lines.map(({ verb }) => verb)).toEqual([
      'token',
      'find_buckets',
      'send_payout',
      'find_payout',
    ]);
    const log = JSON.stringify(lines);
    for (const secret of [KEY, CPF, ID, efi.key, efi.credentials.clientSecret]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('a payout whose answer was lost', () => {
  it('is not looked up in vain: what cannot be told stays unknown', async () => {
    const { efi, send, find } = await arrange();
    await send();
    const body = JSON.stringify({ message: 'no Route matched with those values' });
    for (const answer of [{ status: 404, body }, { status: 404 }, { status: 200, body: '{}' }]) {
      efi.faults.next({ method: 'GET', path: SENT }, { kind: 'answer', answer });
      await expect(find()).rejects.toThrow();
    }
  });
});

describe('Efí', () => {
  it('that says a transfer is known and does not have it is not believed', async () => {
    const { efi, send } = await arrange();
    const body = JSON.stringify({ nome: 'id_envio_duplicado', mensagem: 'Já há um envio.' });
    efi.faults.next(
      { method: 'PUT', path: ITEM },
      { kind: 'answer', answer: { status: 409, body } },
    );
    await expect(send()).rejects.toThrow('has no transfer');
  });

  it.each([
    ['another id', { idEnvio: 'a1' }],
    ['another amount', { valor: '6.00' }],
    ['a state that nobody knows', { status: 'TALVEZ' }],
    ['no id of its own', { endToEndId: undefined }],
  ])('that answers with %s is not believed', async (_what, change) => {
    const { efi, send } = await arrange();
    const body = JSON.stringify({
      ...{ idEnvio: ID, endToEndId: 'E'.repeat(32), valor: '5.00', status: 'EM_PROCESSAMENTO' },
      ...change,
    });
    efi.faults.next(
      { method: 'PUT', path: ITEM },
      { kind: 'answer', answer: { status: 201, body } },
    );
    await expect(send()).rejects.toThrow();
  });

  it('may call its own id by the name of its examples', async () => {
    const { efi, find } = await arrange();
    const e2eId = 'E'.repeat(32);
    const body = JSON.stringify({ idEnvio: ID, e2eId, valor: '5.00', status: 'REALIZADO' });
    efi.faults.next(
      { method: 'GET', path: SENT },
      { kind: 'answer', answer: { status: 200, body } },
    );
    expect(await find()).toEqual({ kind: 'completed', externalId: e2eId });
  });
});

describe('the budget of look-ups of keys', () => {
  it('is asked for, and no key is looked up by that', async () => {
    const { efi, check } = await arrange();
    expect(await check()).toEqual({ kind: 'payable' });
    const { path, query, rawBody } = efi.requests.at(-1) ?? {};
    expect({ path, query, rawBody }).toEqual({
      path: '/v2/gn/chaves/balde',
      query: '',
      rawBody: '',
    });
  });

  it('of phones and e-mails that is used up stops those, and others not, until it fills', async () => {
    const { efi, clock, send, check } = await arrange();
    efi.forgetKey(KEY);
    for (let nth = 0; nth < 5; nth += 1) expect(await send()).toMatchObject({ kind: 'rejected' });
    expect(await check()).toEqual({ kind: 'unavailable' });
    expect(await check({ pixKeyType: 'PHONE', pixKey: '+5511987654321' })).toEqual({
      kind: 'unavailable',
    });
    expect(await check({ pixKeyType: 'CPF', pixKey: CPF })).toEqual({ kind: 'payable' });
    expect(await send()).toEqual({ kind: 'unavailable' });
    clock.advance(60_000);
    expect(await check()).toEqual({ kind: 'payable' });
  });

  it('that cannot be had lets nothing through for now', async () => {
    const { efi, check } = await arrange();
    const path = '/v2/gn/chaves/balde';
    efi.faults.next({ path }, { kind: 'answer', answer: { status: 403 } });
    expect(await check()).toEqual({ kind: 'unavailable' });
  });
});
