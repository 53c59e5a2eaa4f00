import { describe, expect, it } from 'vitest';
import { differences } from './compare.ts';
import { patternOf, see, shapeOf } from './shape.ts';
import type { Transcript } from './walk.ts';

function formOf(...bodies: string[]) {
  const seen = new Map();
  for (const body of bodies) see(seen, body);
  return shapeOf(seen);
}

describe('the form of a body', () => {
  it('has the words of the party, and of everything else its kind alone', () => {
    const body = {
      Payment: { Status: 2, ReturnCode: '6', Amount: 100, AuthorizationCode: '123', Tid: '' },
      customer: { name: 'Ana Souza', email: 'ana@example.com', type: 'CPF', state: 'SP' },
      card: { security_code: '739', number: '4111111111111111', brand: 'visa' },
      pix: [{ status: 'CONCLUIDA', horario: '2026-11-23T12:00:00Z', txid: 'a1'.repeat(16) }, {}],
      '5511987654321': true,
      link: 'https://bank.example.com/1',
    };
    expect(formOf(JSON.stringify(body))).toEqual({
      '<id>': 'true',
      'Payment.Amount': '<number>',
      'Payment.AuthorizationCode': '<number>',
      'Payment.ReturnCode': '6',
      'Payment.Status': '2',
      'Payment.Tid': '<nothing>',
      'card.brand': 'visa',
      'card.number': '<number>',
      'card.security_code': '<number>',
      'customer.email': '<email>',
      'customer.name': '<text>',
      'customer.state': '<text>',
      'customer.type': '<text>',
      link: '<url>',
      'pix[].horario': '<date>',
      'pix[].status': 'CONCLUIDA',
      'pix[].txid': '<id>',
    });
    expect(formOf('grant_type=client_credentials&scope=cob.read')).toEqual({
      grant_type: 'client_credentials',
      scope: '<text>',
    });
    expect([formOf(''), formOf('<html>')]).toEqual([{}, { '': '<text>' }]);
  });

  it.each([
    ['/v2/cob/0123456789abcdef0123456789abcdef', '/v2/cob/<id>'],
    ['/v2/webhook/ana%40example.com', '/v2/webhook/<id>'],
    ['/v2/webhook/%2B5511987654321', '/v2/webhook/<id>'],
    [
      '/v1/payments/search?external_reference=a1b2c3d4e5f6a7b8&limit=2',
      '/v1/payments/search?external_reference=<id>&limit=<number>',
    ],
  ])('of a path names nothing of a payment or a person: %s', (path, pattern) => {
    expect(patternOf(path)).toBe(pattern);
  });

  it('is that of both answers of one call', () => {
    const both = formOf('{"status":"ATIVA","txid":"a1b2c3d4e5f6"}', '{"status":"CONCLUIDA"}');
    expect(both).toEqual({ status: 'ATIVA|CONCLUIDA', txid: '<id>' });
  });
});

describe('what is not alike', () => {
  function transcript(told: Record<string, string>, call = 'GET api /cob/<id>'): Transcript {
    const one = { call, statuses: [200], asked: {}, told };
    const step = {
      step: 'it is paid',
      method: 'PIX',
      ended: 'done',
      why: null,
      calls: [one],
    } as const;
    return {
      provider: 'inter',
      environment: 'sandbox',
      on: '2026-11-23',
      steps: [{ ...step, calls: [one] }],
    };
  }
  const at = { step: 'PIX: it is paid', call: 'GET api /cob/<id>', where: 'told' };

  it('is named by its field: absent there, not played, of another kind', () => {
    const theirs = transcript({ status: 'ATIVA', loc: '<url>', valor: '<number>' });
    const played = transcript({ status: 'ATIVA|CONCLUIDA', valor: '<text>', chave: '<id>' });
    expect(differences(theirs, played)).toEqual([
      { ...at, field: 'chave', theirs: 'nothing', played: '<id>' },
      { ...at, field: 'loc', theirs: '<url>', played: 'nothing' },
      { ...at, field: 'valor', theirs: '<number>', played: '<text>' },
    ]);
  });

  it('is a call that one of them alone has heard, and nothing of a step that was not done', () => {
    const [theirs, played] = [transcript({}), transcript({}, 'GET api /pix')];
    expect(differences(theirs, played)).toEqual([
      { ...at, where: 'call', field: 'status', theirs: '200', played: 'nothing' },
      {
        ...at,
        call: 'GET api /pix',
        where: 'call',
        field: 'status',
        theirs: 'nothing',
        played: '200',
      },
    ]);
    const failed = {
      ...played,
      steps: played.steps.map((one) => ({ ...one, ended: 'failed' as const })),
    };
    expect(differences(theirs, failed)).toEqual([]);
  });
});
