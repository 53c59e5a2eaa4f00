import { connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Fault } from '../../../simulators/server/faults.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { arrangeClient, arrangeParty } from '../../testing/test-outgoing.ts';
import { createAgent } from './agent.ts';
import { createOutgoingClient } from './client.ts';

const REST_MS = 30_000;

/** A party with one thing that can be read and changed; `changes` counts how often it was. */
async function arrange() {
  const changes: string[] = [];
  const json = { 'content-type': 'application/json' };
  const party = await arrangeParty([
    {
      method: 'GET',
      path: '/thing',
      handle: () => ({ status: 200, headers: json, body: '{"is":"here"}' }),
    },
    {
      method: 'PUT',
      path: '/thing',
      handle: ({ rawBody }) => {
        changes.push(rawBody);
        return { status: 201, headers: json, body: '{"is":"changed"}' };
      },
    },
  ]);

  function change(signal?: AbortSignal) {
    const call = { verb: 'change', method: 'PUT', body: '{"to":1}', isRead: false } as const;
    return party.send({ ...call, deadlineMs: 8000 }, signal);
  }

  return { ...party, changes, change };
}

function answered(status: number, body: string, headers: Record<string, string> = {}): Fault {
  return { kind: 'answer', answer: { status, body, headers } };
}

/** An address at which nobody answers, though connections are taken. */
async function startSilence(): Promise<string> {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** A way to a party that lets nothing through until it is opened. */
async function startGate(origin: string) {
  const { promise: opened, resolve: open } = deferred();
  const { promise: closed, resolve: close } = deferred();
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).once('close', close);
    opened.then(() => {
      const onward = connect(Number(new URL(origin).port), '127.0.0.1');
      onward.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { gate: `https://127.0.0.1:${port}`, open, closed };
}

describe('a call to an outside party', () => {
  it('is answered by who lets in our certificate', async () => {
    const { send, change, changes } = await arrange();
    expect(await send()).toEqual({ kind: 'answered', status: 200, body: { is: 'here' } });
    expect(await change()).toEqual({ kind: 'answered', status: 201, body: { is: 'changed' } });
    expect(changes).toEqual(['{"to":1}']);
  });

  it.each<{ what: string; fault: Fault; outcome: object; isDone: boolean }>([
    {
      what: 'was made and cut before its answer',
      fault: { kind: 'commit_and_cut' },
      outcome: { kind: 'unknown', cause: 'cut' },
      isDone: true,
    },
    {
      what: 'was cut after it had left',
      fault: { kind: 'cut' },
      outcome: { kind: 'unknown', cause: 'cut' },
      isDone: false,
    },
    {
      what: 'was made behind a page of HTML',
      fault: { kind: 'html_error', status: 502, isCommitted: true },
      outcome: { kind: 'unknown', cause: 'failure' },
      isDone: true,
    },
    {
      what: 'was answered by nothing',
      fault: { kind: 'empty_answer' },
      outcome: { kind: 'unknown', cause: 'unreadable' },
      isDone: true,
    },
    {
      what: 'was answered by a page that says 200',
      fault: answered(200, '<html>Welcome</html>'),
      outcome: { kind: 'unknown', cause: 'unreadable' },
      isDone: false,
    },
    {
      what: 'was answered by a page that says 404',
      fault: answered(404, '<html>Not Found</html>'),
      outcome: { kind: 'unknown', cause: 'unreadable' },
      isDone: false,
    },
    {
      what: 'was sent elsewhere, where it does not go',
      fault: answered(307, '{}', { location: 'https://elsewhere.example/thing' }),
      outcome: { kind: 'unknown', cause: 'unreadable' },
      isDone: false,
    },
    {
      what: 'was answered at greater length than any party has to say',
      fault: answered(200, `"${'x'.repeat(1024 * 1024)}"`),
      outcome: { kind: 'unknown', cause: 'too_long' },
      isDone: false,
    },
    {
      what: 'has an id that the party knows',
      fault: answered(409, '{"nome":"duplicado"}'),
      outcome: { kind: 'duplicate', status: 409, body: { nome: 'duplicado' } },
      isDone: false,
    },
    {
      what: 'has a wrong field',
      fault: answered(400, '{"field":"amount"}'),
      outcome: { kind: 'rejected', status: 400, body: { field: 'amount' } },
      isDone: false,
    },
    {
      what: 'came without the right',
      fault: answered(403, ''),
      outcome: { kind: 'rejected', status: 403, body: null },
      isDone: false,
    },
  ])('is told apart where it $what', async ({ fault, outcome, isDone }) => {
    const { change, faults, changes } = await arrange();
    faults.next({ method: 'PUT' }, fault);
    expect(await change()).toEqual(outcome);
    expect(changes).toHaveLength(isDone ? 1 : 0);
  });

  it('is unknown when its time is over after it was sent', async () => {
    const { change, faults, run, changes } = await arrange();
    const late = faults.next({ method: 'PUT' }, { kind: 'book_late', afterMs: 20_000 });
    const answer = change();
    await late.taken;
    run(8000);
    expect(await answer).toEqual({ kind: 'unknown', cause: 'timeout' });
    late.release();
    await late.finished;
    expect(changes).toHaveLength(1);
  });

  it('is unknown when whoever asked gives up after it was sent', async () => {
    const { change, faults } = await arrange();
    const late = faults.next({ method: 'PUT' }, { kind: 'book_late', afterMs: 20_000 });
    const { signal, abort } = withAbort();
    const answer = change(signal);
    await late.taken;
    abort();
    expect(await answer).toEqual({ kind: 'unknown', cause: 'given_up' });
  });

  it('was not sent when whoever asked gave up before', async () => {
    const { change, record } = await arrange();
    expect(await change(AbortSignal.abort())).toEqual({ kind: 'not_sent', cause: 'given_up' });
    expect(record.requests).toEqual([]);
  });

  it('was not sent where nobody listens', async () => {
    const { send } = arrangeClient({ ...createTestHarness(), origin: 'https://127.0.0.1:1' });
    expect(await send()).toEqual({ kind: 'not_sent', cause: 'no_connection' });
  });

  it('was not sent where a connection is taken and nothing said for five seconds', async () => {
    const { send, run } = arrangeClient({ ...createTestHarness(), origin: await startSilence() });
    const answer = send();
    run(5000);
    expect(await answer).toEqual({ kind: 'not_sent', cause: 'no_connection' });
  });

  it('is not sent later either, where the connection comes after it was given up', async () => {
    const { origin, record, clock, authority } = await arrange();
    const { gate, open, closed } = await startGate(origin);
    const { send, run } = arrangeClient({ clock, authority, origin: gate });
    const answer = send();
    run(5000);
    expect(await answer).toEqual({ kind: 'not_sent', cause: 'no_connection' });
    open();
    await closed;
    expect(record.requests).toEqual([]);
  });

  it('was not sent to a party of an authority we do not trust', async () => {
    const { origin, record } = await arrange();
    const stranger = arrangeClient({ ...createTestHarness(), origin });
    expect(await stranger.send()).toEqual({ kind: 'not_sent', cause: 'no_connection' });
    expect(record.requests).toEqual([]);
  });

  it.each(['//elsewhere.example/thing', 'thing', '/thing/../other', '/thing#part', '/a b', ''])(
    'refuses the path %j, which leads elsewhere',
    async (path) => {
      const { send, record } = await arrange();
      await expect(send({ path })).rejects.toThrow('the path of read leads elsewhere');
      expect(record.requests).toEqual([]);
    },
  );

  it('refuses such a path and goes on, also at a party that has rested', async () => {
    const { send, faults, clock } = await arrange();
    for (let nth = 0; nth < 5; nth += 1) {
      faults.next({}, { kind: 'html_error', status: 503, isCommitted: false });
      await send();
    }
    clock.advance(REST_MS);
    await expect(send({ path: '/thing/../other' })).rejects.toThrow('leads elsewhere');
    expect(await send()).toMatchObject({ kind: 'answered' });
  });

  it('refuses an address that is not https', async () => {
    const dispatcher = createAgent({});
    onTestFinished(() => dispatcher.destroy());
    const timers = { after: () => () => undefined };
    const rest = { timers, now: () => 0, log: () => undefined };
    const origin = 'http://bank.example';
    expect(() =>
      createOutgoingClient({ provider: 'bank', account: 'acme', origin, dispatcher, ...rest }),
    ).toThrow('bank has to be called by https');
  });
});

it('the log of calls says what was asked and how it ended, and holds no header, body or path', async () => {
  const { change, faults, lines, origin } = await arrange();
  const { host } = new URL(origin);
  await change();
  faults.next({}, { kind: 'html_error', status: 502, isCommitted: false });
  await change();
  const shared = {
    ...{ provider: 'party', account: 'acme', host, verb: 'change' },
    ...{ error: null, durationMs: 0, restsUntil: null },
  };
  expect(lines).toEqual([
    { ...shared, outcome: 'answered', cause: null, status: 201 },
    { ...shared, outcome: 'unknown', cause: 'failure', status: 502 },
  ]);
});

describe('a party that does not answer', () => {
  async function arrangeFailing(times: number) {
    const party = await arrange();
    for (let nth = 0; nth < times; nth += 1) {
      party.faults.next({}, { kind: 'html_error', status: 503, isCommitted: false });
      await party.send();
    }
    return party;
  }

  it('is asked on after four failures', async () => {
    const { change } = await arrangeFailing(4);
    expect(await change()).toMatchObject({ kind: 'answered' });
  });

  it('is left alone for half a minute after five in a row', async () => {
    const { change, send, clock, record } = await arrangeFailing(5);
    clock.advance(REST_MS - 1);
    expect(await change()).toEqual({ kind: 'not_sent', cause: 'resting' });
    expect(await send()).toEqual({ kind: 'not_sent', cause: 'resting' });
    expect(record.requests).toHaveLength(5);
  });

  it('is not left alone for longer where the clock was set back', async () => {
    const { change, send, clock } = await arrangeFailing(5);
    clock.advance(-24 * 60 * 60_000);
    expect(await send()).toMatchObject({ kind: 'answered' });
    expect(await change()).toMatchObject({ kind: 'answered' });
  });

  it('is tried out by one read then, and never by a write', async () => {
    const { change, send, clock, client } = await arrangeFailing(5);
    expect(client.needsRead()).toBe(false);
    clock.advance(REST_MS);
    expect(client.needsRead()).toBe(true);
    expect(await change()).toEqual({ kind: 'not_sent', cause: 'resting' });
    expect(await send()).toMatchObject({ kind: 'answered' });
    expect(client.needsRead()).toBe(false);
    expect(await change()).toMatchObject({ kind: 'answered' });
  });

  it('is tried out by one read alone, and rests again where that fails', async () => {
    const { send, clock, faults, record } = await arrangeFailing(5);
    clock.advance(REST_MS);
    const late = faults.next({}, { kind: 'answer_late', afterMs: 20_000 });
    const trying = send();
    await late.taken;
    expect(await send()).toEqual({ kind: 'not_sent', cause: 'resting' });
    late.release();
    expect(await trying).toMatchObject({ kind: 'answered' });

    for (let nth = 0; nth < 5; nth += 1) {
      faults.next({}, { kind: 'cut' });
      await send();
    }
    clock.advance(REST_MS);
    faults.next({}, { kind: 'cut' });
    expect(await send()).toEqual({ kind: 'unknown', cause: 'cut' });
    expect(await send()).toEqual({ kind: 'not_sent', cause: 'resting' });
    expect(record.requests).toHaveLength(12);
  });

  it('is not counted as failing by callers that give up', async () => {
    const { send } = await arrange();
    for (let nth = 0; nth < 5; nth += 1) await send({}, AbortSignal.abort());
    expect(await send()).toMatchObject({ kind: 'answered' });
  });

  it('rests as long as it asks for where we asked too often', async () => {
    const { change, clock, faults } = await arrange();
    faults.next({}, answered(429, '', { 'retry-after': '120' }));
    expect(await change()).toMatchObject({ kind: 'rejected', status: 429 });
    clock.advance(119_999);
    expect(await change()).toEqual({ kind: 'not_sent', cause: 'resting' });
    clock.advance(1);
    expect(await change()).toMatchObject({ kind: 'answered' });
  });
});

describe('the certificate', () => {
  it.each(['', 'a password'])('opens as one file with the password %j', async (password) => {
    const { authority, origin, clock } = await arrange();
    const pfx = authority.issueClient('a company').pfx(password);
    const dispatcher = createAgent({
      identity: { kind: 'pfx', pfx, password },
      trustedPem: authority.certificatePem,
    });
    onTestFinished(() => dispatcher.destroy());
    const timers = { after: () => () => undefined };
    const client = createOutgoingClient({
      ...{ provider: 'party', account: 'acme', origin, dispatcher, timers, now: clock.now },
      log: () => undefined,
    });
    const call = { verb: 'read', method: 'GET', path: '/thing', isRead: true } as const;
    const { signal } = new AbortController();
    expect(await client.send({ ...call, deadlineMs: 8000 }, signal)).toMatchObject({ status: 200 });
  });

  it('is refused at once, without its password, where it cannot be opened', () => {
    const pfx = createTestHarness().authority.issueClient('a company').pfx('right');
    const open = () => createAgent({ identity: { kind: 'pfx', pfx, password: 'hunter2' } });
    expect(open).toThrow('the certificate cannot be opened');
    expect(open).not.toThrow('hunter2');
  });

  it('that the party does not know never gives an answer', async () => {
    const { origin, authority, clock } = await arrange();
    const { authority: foreign } = createTestHarness();
    const trusted = { certificatePem: authority.certificatePem };
    const stranger = arrangeClient({ clock, authority: { ...foreign, ...trusted }, origin });
    const { kind } = await stranger.send();
    expect(['unknown', 'not_sent']).toContain(kind);
  });
});

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
