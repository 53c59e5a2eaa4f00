import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { A_TXID, aCob, createTestCompany } from '../testing/pix-company.ts';
import { startReceiver } from '../testing/receiver.ts';
import type { PixBankOptions } from './pix-bank.ts';
import { startPixBank } from './pix-bank.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function arrange(options: Partial<PixBankOptions> = {}) {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const bank = await startPixBank({ ...harness, profile: 'inter', trusted, ...options });
  onTestFinished(() => bank.stop());
  const company = createTestCompany(bank);
  await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
  const endToEndId = bank.pay(A_TXID);
  const refund = (id: string, body: unknown, of = endToEndId) =>
    company.call('PUT', `/pix/${of}/devolucao/${id}`, { body });
  /** The PIX as its charge tells of it. */
  const tellPix = async () => {
    const { json } = await company.call('GET', `/cob/${A_TXID}`);
    return (json as { pix: unknown[] }).pix[0];
  };
  return { ...harness, bank, company, endToEndId, refund, tellPix };
}

describe('a PIX that arrived', () => {
  it('is found in its charge, with its id', async () => {
    const { bank, tellPix, endToEndId } = await arrange();
    expect(await tellPix()).toMatchObject({
      ...{ endToEndId, txid: A_TXID, valor: '37.00', chave: bank.key },
    });
  });

  it('is told in fewer words by a bank that leaves out what may be left out', async () => {
    const { tellPix, endToEndId, refund } = await arrange({ profile: 'efi' });
    await refund('first1', { valor: '30.00' });
    const pix = await tellPix();
    expect(pix).toHaveProperty('endToEndId', endToEndId);
    for (const left of ['componentesValor', 'devolucoes.0.natureza', 'chave']) {
      expect(pix).not.toHaveProperty(left);
    }
  });

  it('is given back in parts, up to what was paid', async () => {
    const { bank, company, endToEndId, refund, tellPix } = await arrange();
    expect(await refund('first1', { valor: '30.00' })).toMatchObject({
      status: 201,
      json: { id: 'first1', valor: '30.00', status: 'EM_PROCESSAMENTO', natureza: 'ORIGINAL' },
    });
    expect(await refund('second', { valor: '7.01' })).toMatchObject({
      status: 400,
      json: { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida' },
    });
    expect(await refund('second', { valor: '7.00' })).toMatchObject({ status: 201 });
    bank.settleRefund(endToEndId, 'first1', { status: 'DEVOLVIDO' });
    bank.settleRefund(endToEndId, 'second', { status: 'NAO_REALIZADO', reason: 'Conta encerrada' });
    expect(await tellPix()).toMatchObject({
      devolucoes: [
        { id: 'first1', status: 'DEVOLVIDO', horario: { liquidacao: expect.any(String) } },
        { id: 'second', status: 'NAO_REALIZADO', motivo: 'Conta encerrada' },
      ],
    });
    expect(await refund('third', { valor: '7.00' })).toMatchObject({ status: 201 });
    const path = `/pix/${endToEndId}/devolucao`;
    expect(await company.call('GET', `${path}/first1`)).toMatchObject({
      json: { status: 'DEVOLVIDO', rtrId: expect.stringMatching(/^D[a-zA-Z0-9]{31}$/) },
    });
    expect(await company.call('GET', `${path}/fourth`)).toMatchObject({ status: 404 });
  });

  it('is not given back twice under one id', async () => {
    const { bank, refund } = await arrange();
    await refund('first1', { valor: '10.00' });
    expect(await refund('first1', { valor: '10.00' })).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toEqual([]);
    expect(await refund('first1', { valor: '11.00' })).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toHaveLength(1);
  });

  it('is given back for 90 days', async () => {
    const { clock, refund } = await arrange();
    clock.advance(90 * DAY_MS);
    expect(await refund('first1', { valor: '1.00' })).toMatchObject({ status: 201 });
    clock.advance(1);
    expect(await refund('second', { valor: '1.00' })).toMatchObject({ status: 400 });
  });

  it.each([
    ['first1', { valor: '1' }],
    ['first1', { valor: '0.00' }],
    ['first1', {}],
    ['first1', { valor: '1.00', natureza: 'MED_FRAUDE' }],
    ['first-1', { valor: '1.00' }],
    ['x'.repeat(36), { valor: '1.00' }],
  ])('is not given back as %s %j', async (id, body) => {
    const { bank, refund, endToEndId } = await arrange();
    expect(await refund(id, body)).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toHaveLength(1);
    expect(bank.received.get(endToEndId)?.refunds).toEqual([]);
  });

  it('that there is not is not given back', async () => {
    const { refund } = await arrange();
    expect(await refund('first1', { valor: '1.00' }, 'E'.repeat(32))).toMatchObject({
      status: 404,
    });
  });

  it('is taken back for fraud without being asked for', async () => {
    const { bank, tellPix, endToEndId } = await arrange();
    bank.takeBack(endToEndId);
    expect(await tellPix()).toMatchObject({
      devolucoes: [{ natureza: 'MED_FRAUDE', status: 'DEVOLVIDO', valor: '37.00' }],
    });
  });
});

describe('the address of notices', () => {
  it('is registered and read back', async () => {
    const { bank, company } = await arrange();
    const path = `/webhook/${bank.key}`;
    expect(await company.call('GET', path)).toMatchObject({ status: 404 });
    const webhookUrl = 'https://loja.example.com/notices';
    expect(await company.call('PUT', path, { body: { webhookUrl } })).toMatchObject({
      status: 200,
    });
    expect(await company.call('GET', path)).toMatchObject({
      json: { webhookUrl, chave: bank.key, criacao: '2026-11-23T12:00:00.000Z' },
    });
  });

  it.each(['http://loja.example.com', 'loja.example.com', 5])(
    'cannot be %s',
    async (webhookUrl) => {
      const { bank, company } = await arrange();
      const body = { webhookUrl };
      const answer = await company.call('PUT', `/webhook/${bank.key}`, { body });
      expect(answer).toMatchObject({ status: 400 });
      expect(bank.takeViolations()).toHaveLength(1);
    },
  );

  it('belongs to a key of the account', async () => {
    const { bank, company } = await arrange();
    const body = { webhookUrl: 'https://loja.example.com' };
    expect(await company.call('PUT', '/webhook/other', { body })).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toHaveLength(1);
  });
});

describe('a notice', () => {
  async function arrangeReceiver(options: Partial<PixBankOptions> = {}, query = '') {
    const arranged = await arrange(options);
    const receiver = await startReceiver(arranged.authority);
    onTestFinished(receiver.stop);
    const { bank, company } = arranged;
    const body = { webhookUrl: `${receiver.origin}/notices/secret${query}` };
    await company.call('PUT', `/webhook/${bank.key}`, { body });
    return { ...arranged, receiver };
  }

  it('comes with the certificate of the bank, at the address with /pix behind it', async () => {
    const { bank, receiver, endToEndId } = await arrangeReceiver();
    expect(await bank.notify([endToEndId])).toEqual([{ status: 200 }]);
    expect(receiver.received).toMatchObject([
      { url: { pathname: '/notices/secret/pix' }, isBank: true },
    ]);
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      pix: [{ endToEndId, txid: A_TXID, valor: '37.00' }],
    });
  });

  it('comes at the address itself from a bank that puts nothing behind it', async () => {
    const { bank, receiver, endToEndId } = await arrangeReceiver({
      deviations: { noticeSuffix: '' },
    });
    await bank.notify([endToEndId]);
    expect(receiver.received).toMatchObject([{ url: { pathname: '/notices/secret' } }]);
  });

  it('has /pix behind the last parameter of an address that ends in one', async () => {
    const { bank, receiver, endToEndId } = await arrangeReceiver({}, '?ignorar=');
    await bank.notify([endToEndId]);
    expect(receiver.received).toMatchObject([{ url: { search: '?ignorar=/pix' } }]);
  });

  it('tells several at once, more than once, and nothing of what was paid to the key', async () => {
    const { bank, company, receiver, endToEndId } = await arrangeReceiver();
    const other = A_TXID.replace('7', '8');
    await company.call('PUT', `/cob/${other}`, { body: aCob(bank) });
    const ids = [endToEndId, bank.pay(other), bank.payToKey('5.00')];
    await bank.notify(ids, { times: 2 });
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received.map(({ body }) => JSON.parse(body).pix);
    expect(first.map((one: { txid: string }) => one.txid)).toEqual([A_TXID, other]);
    expect(second).toEqual(first);
  });

  it('of somebody else comes without the certificate of the bank', async () => {
    const { bank, receiver } = await arrangeReceiver();
    await bank.forgeNotice({ pix: [{ endToEndId: 'E'.repeat(32), txid: A_TXID, valor: '37.00' }] });
    expect(receiver.received).toMatchObject([{ isBank: false }]);
  });

  it('that nobody takes is told as failed', async () => {
    const { bank, company, endToEndId } = await arrange();
    await expect(bank.notify([endToEndId])).rejects.toThrow('no address');
    const body = { webhookUrl: 'https://127.0.0.1:1/notices' };
    await company.call('PUT', `/webhook/${bank.key}`, { body });
    expect(await bank.notify([endToEndId])).toEqual([
      { failed: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});
