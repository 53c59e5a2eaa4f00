import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority } from '../certificates/authority.ts';
import { createCaller } from '../testing/call.ts';
import type { Route } from './exchange.ts';
import { createRecord, jsonAnswer } from './exchange.ts';
import { createRandom, createTestHarness } from './harness.ts';
import { startPartyServer } from './party-server.ts';

/** A party that books what it is sent and counts. */
async function arrange({ asksForCertificate = false } = {}) {
  const { clock, random, authority } = createTestHarness();
  const record = createRecord();
  const booked: string[] = [];
  const book: Route = {
    method: 'PUT',
    path: '/book/:id',
    handle: ({ params }) => {
      const isNew = !booked.includes(params.id!);
      booked.push(params.id!);
      return jsonAnswer(isNew ? 201 : 409, { id: params.id, count: booked.length });
    },
  };
  const hosts = {
    api: { routes: [book], ...(asksForCertificate ? { clientAuthority: authority } : {}) },
    reads: { routes: [] },
  };
  const party = await startPartyServer('the bank', hosts, { authority, clock, record });
  onTestFinished(() => party.stop());
  const trusted = authority.certificatePem;
  const identity = authority.issueClient('a company', { validDays: 30 });
  const call = createCaller({ trusted, identity });
  const url = `${party.origins.api}/book/1`;
  const put = () => call(url, { method: 'PUT', body: { a: 1 } });
  return { clock, random, authority, record, booked, party, trusted, identity, call, url, put };
}

describe('the server of a party', () => {
  it('answers over HTTPS by its own authority and records the request', async () => {
    const { call, url, record, clock } = await arrange();
    const answer = await call(`${url}?page=2`, { method: 'PUT', body: { a: 1 } });
    expect(answer).toMatchObject({ status: 201, json: { id: '1', count: 1 } });
    expect(record.requests).toMatchObject([
      {
        at: clock.now(),
        host: 'api',
        method: 'PUT',
        path: '/book/1',
        query: 'page=2',
        rawBody: '{"a":1}',
        status: 201,
      },
    ]);
  });

  it('is refused by a caller who does not trust its authority', async () => {
    const { url, record } = await arrange();
    const other = createAuthority('another', () => 0, createRandom('x').bytes);
    const call = createCaller({ trusted: other.certificatePem });
    await expect(call(url)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(record.requests).toEqual([]);
  });

  it.each([
    ['an unknown path', 'api', 'PUT', '/other'],
    ['an unknown verb', 'api', 'POST', '/book/1'],
    ['a call on the wrong host', 'reads', 'PUT', '/book/1'],
    ['an empty id', 'api', 'PUT', '/book/'],
  ])('has nothing at %s, which is a violation', async (_what, host, method, path) => {
    const { party, call, record } = await arrange();
    expect(await call(`${party.origins[host]}${path}`, { method })).toMatchObject({ status: 404 });
    expect(record.takeViolations()).toEqual([`${method} ${path}: there is no such call`]);
  });

  it('fails the test that leaves a violation behind', async () => {
    const { clock, authority } = createTestHarness();
    const record = createRecord();
    const party = await startPartyServer('the bank', {}, { authority, clock, record });
    record.violate('a field is missing');
    await expect(party.stop()).rejects.toThrow('the bank was violated:\na field is missing');
    await expect(party.stop()).resolves.toBeUndefined();
  });

  it('answers nobody who sends more than it reads', async () => {
    const { call, url, booked } = await arrange();
    const body = 'x'.repeat(1024 * 1024 + 1);
    await expect(call(url, { method: 'PUT', body })).rejects.toThrow();
    expect(booked).toEqual([]);
  });
});

describe('a party that asks for a client certificate', () => {
  it('serves who shows one of its authority', async () => {
    const { put } = await arrange({ asksForCertificate: true });
    expect(await put()).toMatchObject({ status: 201 });
  });

  it.each(['none', 'foreign', 'ended', 'over'])('cuts off who shows: %s', async (which) => {
    const { clock, authority, trusted, identity, url, booked } = await arrange({
      asksForCertificate: true,
    });
    const name = 'Authority of the simulated parties';
    const other = createAuthority(name, clock.now, createRandom('other').bytes);
    if (which === 'ended') authority.end(identity.certificate);
    if (which === 'over') clock.advance(30 * 24 * 60 * 60 * 1000);
    const shown = which === 'foreign' ? other.issueClient('a company') : identity;
    const call = createCaller({ trusted, ...(which === 'none' ? {} : { identity: shown }) });

    await expect(call(url, { method: 'PUT' })).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNRESET|EPIPE/),
    });
    expect(booked).toEqual([]);
  });
});

describe('a fault on command', () => {
  it('tells late what it did at once', async () => {
    const { party, put, clock, booked } = await arrange();
    const fault = party.faults.next({ method: 'PUT' }, { kind: 'answer_late', afterMs: 20_000 });
    const answer = put();
    await fault.taken;
    expect(booked).toEqual(['1']);
    clock.advance(20_000);
    expect(await answer).toMatchObject({ status: 201 });
  });

  it('books only after the caller has gone', async () => {
    const { party, url, trusted, clock, booked } = await arrange();
    const fault = party.faults.next({ path: '/book/:id' }, { kind: 'book_late', afterMs: 60_000 });
    const call = createCaller({ trusted });
    const lost = call(url, { method: 'PUT' });
    lost.catch(() => undefined);
    await fault.taken;
    expect(booked).toEqual([]);
    clock.advance(60_000);
    await fault.finished;
    expect(booked).toEqual(['1']);
  });

  it('is released before its time', async () => {
    const { party, put } = await arrange();
    const fault = party.faults.next({}, { kind: 'book_late', afterMs: 60_000 });
    const answer = put();
    await fault.taken;
    fault.release();
    expect(await answer).toMatchObject({ status: 201 });
  });

  it('does nothing any more once the party has stopped', async () => {
    const { party, put, booked } = await arrange();
    const fault = party.faults.next({}, { kind: 'book_late', afterMs: 60_000 });
    const answer = put();
    answer.catch(() => undefined);
    await fault.taken;
    await party.stop();
    await fault.finished;
    await expect(answer).rejects.toThrow('socket hang up');
    expect(booked).toEqual([]);
  });

  it.each([
    ['commit_and_cut', ['1']],
    ['cut', []],
  ] as const)('%s gives no answer', async (kind, expected) => {
    const { party, put, booked, record } = await arrange();
    party.faults.next({}, { kind });
    await expect(put()).rejects.toThrow('socket hang up');
    expect(booked).toEqual(expected);
    expect(record.requests).toMatchObject([{ status: null }]);
    expect(await put()).toMatchObject({ status: expected.length === 0 ? 201 : 409 });
  });

  it.each([true, false])('answers a page of HTML, done or not (%s)', async (isCommitted) => {
    const { party, put, booked } = await arrange();
    party.faults.next({}, { kind: 'html_error', status: 502, isCommitted });
    const answer = await put();
    expect(answer).toMatchObject({ status: 502, json: null });
    expect(answer.headers['content-type']).toBe('text/html');
    expect(booked).toHaveLength(isCommitted ? 1 : 0);
  });

  it('answers 200 with nothing in it', async () => {
    const { party, put, booked } = await arrange();
    party.faults.next({}, { kind: 'empty_answer' });
    expect(await put()).toMatchObject({ status: 200, text: '' });
    expect(booked).toEqual(['1']);
  });

  it('does twice what was sent once and tells the second', async () => {
    const { party, put, booked } = await arrange();
    party.faults.next({}, { kind: 'done_twice' });
    expect(await put()).toMatchObject({ status: 409, json: { count: 2 } });
    expect(booked).toEqual(['1', '1']);
  });

  it('answers what it is told to, and the next request as ever', async () => {
    const { party, put } = await arrange();
    party.faults.next({}, { kind: 'answer', answer: jsonAnswer(429, { wait: 'a while' }) });
    expect(await put()).toMatchObject({ status: 429, json: { wait: 'a while' } });
    expect(await put()).toMatchObject({ status: 201 });
  });

  it('waits for the request that it is meant for', async () => {
    const { party, put } = await arrange();
    party.faults.next({ method: 'GET' }, { kind: 'cut' });
    party.faults.next({ path: '/other/:id' }, { kind: 'cut' });
    expect(await put()).toMatchObject({ status: 201 });
  });
});
