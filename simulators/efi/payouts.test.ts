import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { createTestCompany } from '../testing/pix-company.ts';
import { startReceiver } from '../testing/receiver.ts';
import type { EfiOptions } from './efi.ts';
import { startEfi } from './efi.ts';

const SCOPES = 'pix.send gn.pix.send.read';
const KEY = 'francisco@gerencianet.com.br';

async function arrange({
  isRegistered = true,
  ...options
}: Partial<EfiOptions> & { isRegistered?: boolean } = {}) {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const efi = await startEfi({ ...harness, trusted, ...options });
  onTestFinished(() => efi.stop());
  const { send, getToken } = createTestCompany(efi);
  const receiver = await startReceiver(harness.authority);
  onTestFinished(receiver.stop);
  const authorization = `Bearer ${await getToken(SCOPES)}`;

  function call(method: string, path: string, body?: unknown) {
    const sent = body === undefined ? {} : { body };
    return send(`${efi.api}${path}`, { method, ...sent, headers: { authorization } });
  }

  if (isRegistered) {
    const body = { webhookUrl: `${receiver.origin}/notices` };
    await call('PUT', `/v2/webhook/${efi.key}`, body);
  }

  const pay = (id: string, changes: Record<string, unknown> = {}) =>
    call('PUT', `/v3/gn/pix/${id}`, {
      valor: '5.00',
      pagador: { chave: efi.key, infoPagador: 'Segue o pagamento' },
      favorecido: { chave: KEY },
      ...changes,
    });
  const find = (id: string) => call('GET', `/v2/gn/pix/enviados/id-envio/${id}`);
  return { ...harness, efi, call, pay, find, receiver };
}

describe('a payout', () => {
  it('is taken, looked up by its id, and done', async () => {
    const { efi, pay, find } = await arrange();
    expect(await pay('payout1')).toMatchObject({
      status: 201,
      json: {
        idEnvio: 'payout1',
        endToEndId: expect.stringMatching(/^E09089356\d{12}[a-z0-9]{11}$/),
        valor: '5.00',
        status: 'EM_PROCESSAMENTO',
      },
    });
    expect(await find('payout1')).toMatchObject({ json: { status: 'EM_PROCESSAMENTO' } });
    efi.settlePayout('payout1');
    expect(await find('payout1')).toMatchObject({
      status: 200,
      json: {
        status: 'REALIZADO',
        chave: efi.key,
        favorecido: { chave: KEY },
        horario: { liquidacao: expect.any(String) },
      },
    });
    expect(await find('payout2')).toMatchObject({ status: 404 });
    expect(() => efi.settlePayout('payout1')).toThrow('settled');
  });

  it('that is not done gives the money back', async () => {
    const { efi, pay, find } = await arrange();
    efi.setBalance(600);
    await pay('payout1');
    expect(await pay('payout2')).toMatchObject({
      status: 400,
      json: { nome: 'saldo_insuficiente' },
    });
    efi.settlePayout('payout1', { status: 'NAO_REALIZADO' });
    expect(await find('payout1')).toMatchObject({ json: { status: 'NAO_REALIZADO' } });
    expect(await pay('payout3', { valor: '6.00' })).toMatchObject({ status: 201 });
  });

  it('is done once under one id, whatever became of its answer', async () => {
    const { efi, pay } = await arrange();
    efi.faults.next({ method: 'PUT', path: '/v3/gn/pix/:id' }, { kind: 'commit_and_cut' });
    await expect(pay('payout1')).rejects.toThrow();
    expect(await pay('payout1')).toMatchObject({
      status: 409,
      json: { nome: 'id_envio_duplicado' },
    });
    expect(efi.payouts.size).toBe(1);
    expect(efi.takeViolations()).toEqual([]);
    expect(await pay('payout1', { valor: '6.00' })).toMatchObject({ status: 409 });
    expect(efi.takeViolations()).toHaveLength(1);
  });

  it('is refused where the key is not of the document, and costs a look-up', async () => {
    const { efi, call, pay } = await arrange();
    efi.setOwner(KEY, '12345678909');
    const to = (cpf: string) => ({ favorecido: { chave: KEY, cpf } });
    expect(await pay('payout1', to('98765432100'))).toMatchObject({
      status: 400,
      json: { nome: 'documento_divergente' },
    });
    expect(await pay('payout2', to('12345678909'))).toMatchObject({ status: 201 });
    expect(await call('GET', '/v2/gn/chaves/balde')).toMatchObject({
      json: { baldeB: { fichasDisponiveis: 98 } },
    });
  });

  it.each([
    ['another amount', { valor: '5' }],
    ['a number', { valor: 5 }],
    ['nothing', { valor: '0.00' }],
    ['no payer', { pagador: undefined }],
    ['somebody else’s key', { pagador: { chave: 'of somebody else' } }],
    ['too long a text', { pagador: { chave: 'x', infoPagador: 'a'.repeat(141) } }],
    ['no recipient', { favorecido: {} }],
    ['a document with signs', { favorecido: { chave: KEY, cpf: '123.456.789-09' } }],
    ['two documents', { favorecido: { chave: KEY, cpf: '12345678909', cnpj: '12345678000195' } }],
  ])('is refused with %s, which is a violation', async (_what, changes) => {
    const { efi, pay } = await arrange();
    expect(await pay('payout1', changes)).toMatchObject({
      status: 400,
      json: { nome: 'json_invalido' },
    });
    expect(efi.payouts.size).toBe(0);
    expect(efi.takeViolations()).toHaveLength(1);
  });

  it('is refused with an id of another form', async () => {
    const { efi, pay } = await arrange();
    expect(await pay('payout-1')).toMatchObject({ status: 400 });
    expect(efi.takeViolations()).toHaveLength(1);
  });

  it('is refused while no address of notices is registered', async () => {
    const { efi, pay } = await arrange({ isRegistered: false });
    expect(await pay('payout1')).toMatchObject({
      status: 400,
      json: { nome: 'webhook_nao_cadastrado' },
    });
    expect(efi.takeViolations()).toHaveLength(1);
  });

  it('needs a scope that is granted on request', async () => {
    const { efi, pay } = await arrange({ granted: ['webhook.write'] });
    expect(await pay('payout1')).toMatchObject({ status: 403 });
    expect(efi.payouts.size).toBe(0);
  });
});

describe('the budget of look-ups', () => {
  it('loses much by keys that nobody has, refuses when it is empty, and fills with time', async () => {
    const { efi, clock, call, pay } = await arrange();
    efi.forgetKey(KEY);
    for (let nth = 1; nth <= 5; nth += 1) {
      expect(await pay(`payout${nth}`)).toMatchObject({ json: { nome: 'chave_invalida' } });
    }
    expect(await pay('payout6')).toMatchObject({ status: 429 });
    expect(await pay('payout7', { favorecido: { chave: '12345678909' } })).toMatchObject({
      status: 201,
    });
    expect(await call('GET', '/v2/gn/chaves/balde')).toMatchObject({
      json: {
        baldeA: { tiposChave: ['cpf', 'cnpj', 'evp'], fichasDisponiveis: 99 },
        baldeB: { tiposChave: ['telefone', 'email'], capacidade: 100, fichasDisponiveis: 0 },
      },
    });
    clock.advance(2 * 60 * 1000);
    expect(await call('GET', '/v2/gn/chaves/balde')).toMatchObject({
      json: { baldeB: { fichasDisponiveis: 4 } },
    });
  });

  it('has the look-up back once the money arrived', async () => {
    const { efi, call, pay } = await arrange();
    await pay('payout1');
    efi.settlePayout('payout1');
    expect(await call('GET', '/v2/gn/chaves/balde')).toMatchObject({
      json: { baldeB: { fichasDisponiveis: 100 } },
    });
  });
});

it('the notice of a payout tells its end and our id, at the address of the key', async () => {
  const { efi, pay, receiver } = await arrange();
  await pay('payout1');
  efi.settlePayout('payout1', { status: 'NAO_REALIZADO', reason: 'AC06' });
  expect(await efi.notifyOfPayouts(['payout1'])).toEqual({ status: 200 });
  const [notice] = receiver.received;
  expect(notice!.url.pathname).toBe('/notices/pix');
  expect(JSON.parse(notice!.body)).toEqual({
    pix: [
      {
        endToEndId: efi.payouts.get('payout1')?.endToEndId,
        chave: efi.key,
        tipo: 'SOLICITACAO',
        status: 'NAO_REALIZADO',
        valor: '5.00',
        horario: { solicitacao: expect.any(String), liquidacao: expect.any(String) },
        gnExtras: { idEnvio: 'payout1', erro: { codigo: 'AC06', motivo: 'Envio não realizado.' } },
      },
    ],
  });
});
