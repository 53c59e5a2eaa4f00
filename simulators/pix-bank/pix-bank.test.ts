import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDynamicCode } from '../formats/br-code.ts';
import { createTestHarness } from '../server/harness.ts';
import { A_TXID, aCob, createTestCompany } from '../testing/pix-company.ts';
import type { PixBankOptions } from './pix-bank.ts';
import { startPixBank } from './pix-bank.ts';
import type { PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';

const PROFILES = Object.keys(PIX_PROFILES) as PixProfileName[];

async function arrange(options: Partial<PixBankOptions> = {}) {
  const harness = createTestHarness();
  const bank = await startPixBank({ ...harness, profile: 'sicoob', ...options });
  onTestFinished(() => bank.stop());
  return { ...harness, bank, company: createTestCompany(bank) };
}

describe.each(PROFILES)('a bank of the profile %s', (profile) => {
  it('gives a token, opens a charge and tells it as it was sent', async () => {
    const { bank, company, clock } = await arrange({ profile });
    expect(await company.askForToken()).toMatchObject({
      status: 200,
      json: { token_type: 'Bearer', expires_in: 3600 },
    });
    const made = await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    const { location } = bank.charges.get(A_TXID)!;
    expect(made).toMatchObject({
      status: 201,
      json: {
        txid: A_TXID,
        status: 'ATIVA',
        revisao: 0,
        valor: { original: '37.00' },
        chave: bank.key,
        location,
        loc: { location, tipoCob: 'cob' },
        calendario: {
          criacao: new Date(clock.now()).toISOString(),
          expiracao: profile === 'santander' ? '3600' : 3600,
        },
      },
    });
    expect(location.length).toBeLessThanOrEqual(77);
    const { name: merchantName, city: merchantCity } = bank.receiver;
    const code = writeDynamicCode({ location, merchantName, merchantCity });
    expect((made.json as { pixCopiaECola?: string }).pixCopiaECola).toBe(
      profile === 'santander' ? undefined : code,
    );
    expect((await company.call('GET', `/cob/${A_TXID}`)).json).toEqual(made.json);
  });

  it('answers a txid that was used before in its own way', async () => {
    const { bank, company } = await arrange({ profile });
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    expect(await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) })).toMatchObject(
      profile === 'efi'
        ? { status: 409, json: { nome: 'txid_duplicado' } }
        : {
            status: 400,
            json: { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida' },
          },
    );
    expect(bank.charges.get(A_TXID)?.revision).toBe(0);
  });

  it('refuses a company that it does not know', async () => {
    const { company } = await arrange({ profile });
    expect(await company.askForToken({ id: 'somebody' })).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    });
  });

  it('refuses a call that lacks the header of its own', async () => {
    const { bank, company } = await arrange({ profile });
    const { header } = bank.profile;
    const headers = header === null ? {} : { [header.name]: 'of somebody else' };
    const answer = await company.call('GET', `/cob/${A_TXID}`, { headers });
    expect(answer.status).toBe(header === null ? 404 : 403);
    expect(bank.takeViolations()).toHaveLength(header === null ? 0 : 1);
  });
});

describe('a charge', () => {
  it.each([
    ['valor', { original: '37' }, 'cob.valor.original'],
    ['valor', { original: '37.0' }, 'cob.valor.original'],
    ['valor', { original: 37 }, 'cob.valor.original'],
    ['valor', { original: '0.00' }, 'cob.valor.original'],
    ['valor', { original: '12345678901.00' }, 'cob.valor.original'],
    ['valor', undefined, 'cob.valor'],
    ['calendario', undefined, 'cob.calendario'],
    ['calendario', { expiracao: '3600' }, 'cob.calendario.expiracao'],
    ['chave', undefined, 'cob.chave'],
    ['chave', 'of-somebody-else', 'cob.chave'],
    ['devedor', { nome: 'Sem documento' }, 'cob.devedor'],
    ['devedor', { cpf: '123', nome: 'Francisco' }, 'cob.devedor.cpf'],
    ['devedor', { cpf: '12345678909' }, 'cob.devedor.nome'],
    ['solicitacaoPagador', 'x'.repeat(141), 'cob.solicitacaoPagador'],
  ])('is refused with %s %j', async (field, value, property) => {
    const { bank, company } = await arrange();
    const body = aCob(bank, { [field]: value });
    expect(await company.call('PUT', `/cob/${A_TXID}`, { body })).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      json: { status: 400, violacoes: [{ propriedade: property }] },
    });
    expect(bank.charges.size).toBe(0);
    expect(bank.takeViolations()).toHaveLength(1);
  });

  it.each(['short', 'x'.repeat(25), 'x'.repeat(36), `${'x'.repeat(29)}-`])(
    'is refused with the txid %s',
    async (txid) => {
      const { bank, company } = await arrange();
      const answer = await company.call('PUT', `/cob/${txid}`, { body: aCob(bank) });
      expect(answer).toMatchObject({ status: 400, json: { violacoes: [{ propriedade: 'txid' }] } });
      expect(bank.takeViolations()).toHaveLength(1);
    },
  );

  it('is opened with a field that there is not, which is a violation', async () => {
    const { bank, company } = await arrange();
    const body = aCob(bank, { valor: { original: '37.00', moeda: 'BRL' }, pedido: '1' });
    expect(await company.call('PUT', `/cob/${A_TXID}`, { body })).toMatchObject({ status: 201 });
    expect(bank.takeViolations()).toEqual([
      `PUT /pix/api/v2/cob/${A_TXID}: valor.moeda is no field there`,
      `PUT /pix/api/v2/cob/${A_TXID}: pedido is no field there`,
    ]);
  });

  it('that is no JSON is refused', async () => {
    const { bank, company } = await arrange();
    const answer = await company.call('PUT', `/cob/${A_TXID}`, { body: '{"valor":' });
    expect(answer).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toHaveLength(2);
  });

  it('of the same txid for something else is a violation', async () => {
    const { bank, company } = await arrange();
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    const body = aCob(bank, { valor: { original: '38.00' } });
    expect(await company.call('PUT', `/cob/${A_TXID}`, { body })).toMatchObject({ status: 400 });
    expect(bank.takeViolations()).toEqual([
      `PUT /pix/api/v2/cob/${A_TXID}: the txid was used before, for something else`,
    ]);
  });

  it('is revised by a second PUT at a bank that does so', async () => {
    const { bank, company } = await arrange({ deviations: { repeatedTxid: 'revised' } });
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    const again = await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    expect(again).toMatchObject({ status: 201, json: { revisao: 1 } });
    bank.pay(A_TXID);
    const late = await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    expect(late).toMatchObject({ status: 400 });
  });

  it('is cancelled by its status alone, and cannot be paid or changed then', async () => {
    const { bank, company } = await arrange();
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    const both = { status, valor: { original: '37.00' } };
    expect(await company.call('PATCH', `/cob/${A_TXID}`, { body: both })).toMatchObject({
      status: 400,
    });
    expect(bank.takeViolations()).toHaveLength(1);
    const body = { status };
    expect(await company.call('PATCH', `/cob/${A_TXID}`, { body })).toMatchObject({
      status: 200,
      json: { status, revisao: 1 },
    });
    expect(() => bank.pay(A_TXID)).toThrow('REMOVIDA');
    expect(await company.call('PATCH', `/cob/${A_TXID}`, { body })).toMatchObject({ status: 400 });
  });

  it('stays ATIVA after its time, when no payer can pay it', async () => {
    const { bank, company, clock } = await arrange();
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    clock.advance(3_600_000);
    expect(await company.call('GET', `/cob/${A_TXID}`)).toMatchObject({
      json: { status: 'ATIVA' },
    });
    expect(() => bank.pay(A_TXID)).toThrow('expired');
    expect(bank.pay(A_TXID, { isLate: true })).toMatch(/^E12345678\d{12}[a-z0-9]{11}$/);
  });

  it('is removed by the bank', async () => {
    const { bank, company } = await arrange();
    await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank) });
    bank.remove(A_TXID);
    expect(await company.call('GET', `/cob/${A_TXID}`)).toMatchObject({
      json: { status: 'REMOVIDA_PELO_PSP' },
    });
  });

  it('that nobody opened is not found', async () => {
    const { company } = await arrange();
    expect(await company.call('GET', `/cob/${A_TXID}`)).toMatchObject({
      status: 404,
      json: { type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado' },
    });
    const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    expect(await company.call('PATCH', `/cob/${A_TXID}`, { body })).toMatchObject({ status: 404 });
  });
});

describe('a token', () => {
  it('ends by the clock of the bank', async () => {
    const { bank, company, clock } = await arrange({ lifetimeSeconds: 300 });
    const token = await company.getToken();
    clock.advance(300_000);
    expect(await company.call('GET', `/cob/${A_TXID}`, { token })).toMatchObject({ status: 401 });
    await company.call('GET', `/cob/${A_TXID}`, { token });
    expect(bank.takeViolations()).toEqual(['a token was used again after it had been refused']);
  });

  it('may have fewer scopes than were asked for, and says which', async () => {
    const { bank, company } = await arrange({ granted: ['cob.read'] });
    const { json } = await company.askForToken({ scope: 'cob.read cob.write' });
    expect(json).toMatchObject({ scope: 'cob.read' });
    const { access_token: token } = json as { access_token: string };
    expect(await company.call('GET', `/cob/${A_TXID}`, { token })).toMatchObject({ status: 404 });
    expect(await company.call('PUT', `/cob/${A_TXID}`, { body: aCob(bank), token })).toMatchObject({
      status: 403,
      json: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado' },
    });
  });

  it('that the bank never gave is a violation', async () => {
    const { bank, company } = await arrange();
    expect(await company.call('GET', `/cob/${A_TXID}`, { token: 'made-up' })).toMatchObject({
      status: 401,
    });
    expect(bank.takeViolations()).toEqual(['a call came with an unknown token']);
  });
});
