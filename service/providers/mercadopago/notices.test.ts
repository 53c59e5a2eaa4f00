import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';

const REQUEST_ID = '2066ca19-c6f1-498a-be75-1923005edd06';

/** A payment under review, and notices of it as Mercado Pago signs them. */
async function arrange() {
  const all = await arrangeMercadoPago();
  const { party, provider, clock, never, chargeBy, paymentId } = all;
  await chargeBy('CONT');

  function sign(manifest: string, secret = party.credentials.webhookSecret): string {
    return createHmac('sha256', secret).update(manifest).digest('hex');
  }

  function read(headers: Record<string, string>, query: Record<string, string>) {
    const rawBody = Buffer.from('{}');
    const notice = { query: new URLSearchParams(query), rawBody, clientCertificate: null };
    return provider.notices?.read({ ...notice, headers }, never);
  }

  function readOf(
    id: string | number,
    { ts = `${clock.now()}`, type = 'payment', secret = party.credentials.webhookSecret } = {},
  ) {
    const v1 = sign(`id:${id};request-id:${REQUEST_ID};ts:${ts};`.toLowerCase(), secret);
    const headers = { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': REQUEST_ID };
    return read(headers, { 'data.id': `${id}`, type });
  }

  return { ...all, id: paymentId(), sign, read, readOf };
}

describe('a notice of Mercado Pago', () => {
  it('leads to the attempt behind its payment', async () => {
    const { readOf, id, key } = await arrange();
    expect(await readOf(id)).toEqual({ kind: 'about', attempts: [{ of: 'payin', key }] });
  });

  it('is read with its time in seconds as well', async () => {
    const { readOf, id, clock } = await arrange();
    const ts = `${Math.floor(clock.now() / 1000)}`;
    expect(await readOf(id, { ts })).toMatchObject({ attempts: [{ of: 'payin' }] });
  });

  it('is read without an id of the request, where none was signed', async () => {
    const { read, sign, id, clock } = await arrange();
    const ts = `${clock.now()}`;
    const headers = { 'x-signature': `ts=${ts}, v1=${sign(`id:${id};ts:${ts};`)}` };
    const told = await read(headers, { 'data.id': `${id}`, topic: 'payment' });
    expect(told).toMatchObject({ attempts: [{ of: 'payin' }] });
  });

  it.each([
    ['signed with another secret', { secret: 'x'.repeat(64) }],
    ['signed more than an hour ago', { ts: `${Date.UTC(2026, 10, 23, 10, 59, 59)}` }],
    ['signed more than an hour from now', { ts: `${Date.UTC(2026, 10, 23, 13, 0, 1)}` }],
    ['with a time that is none', { ts: 'soon' }],
  ])('%s is forged', async (_what, changes) => {
    const { readOf, id, party } = await arrange();
    const before = party.requests.length;
    expect(await readOf(id, changes)).toEqual({ kind: 'forged' });
    expect(party.requests).toHaveLength(before);
  });

  it.each([
    ['without a signature', {}],
    ['with an empty signature', { 'x-signature': '' }],
    ['without the time', { 'x-signature': `v1=${'0'.repeat(64)}` }],
    ['without the hash', { 'x-signature': 'ts=1763899200' }],
    ['with a hash that is none', { 'x-signature': 'ts=1763899200,v1=zz' }],
  ])('%s is forged', async (_what, headers) => {
    const { read, id } = await arrange();
    const query = { 'data.id': `${id}`, type: 'payment' };
    expect(await read(headers, query)).toEqual({ kind: 'forged' });
  });

  it('signed for another payment, or another request, is forged', async () => {
    const { read, sign, id, clock } = await arrange();
    const ts = `${clock.now()}`;
    const v1 = sign(`id:${id};request-id:${REQUEST_ID};ts:${ts};`);
    const signature = { 'x-signature': `ts=${ts},v1=${v1}` };
    const query = { 'data.id': `${id}`, type: 'payment' };
    const headers = { ...signature, 'x-request-id': REQUEST_ID };
    expect(await read(headers, { ...query, 'data.id': '1' })).toEqual({ kind: 'forged' });
    expect(await read({ ...headers, 'x-request-id': 'other' }, query)).toEqual({ kind: 'forged' });
    expect(await read(signature, query)).toEqual({ kind: 'forged' });
  });

  it('is about nothing of ours where it tells of no payment, or of an unknown one', async () => {
    const { readOf } = await arrange();
    const nothing = { kind: 'about', attempts: [] };
    expect(await readOf('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', { type: 'order' })).toEqual(nothing);
    expect(await readOf('1')).toEqual(nothing);
    expect(await readOf('..', {})).toEqual(nothing);
  });

  it('is about nothing of ours where somebody else made the payment', async () => {
    const { readOf, party } = await arrange();
    const body = JSON.stringify({ id: 5, status: 'approved', transaction_amount: 1 });
    const at = { method: 'GET', path: '/v1/payments/:id' };
    party.faults.next(at, { kind: 'answer', answer: { status: 200, body } });
    expect(await readOf(5)).toEqual({ kind: 'about', attempts: [] });
  });

  it('has to come again where Mercado Pago does not tell of the payment now', async () => {
    const { readOf, party, id } = await arrange();
    party.faults.next({ method: 'GET', path: '/v1/payments/:id' }, { kind: 'cut' });
    await expect(readOf(id)).rejects.toThrow('does not tell');
  });
});
