import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { manualTimers } from '../testing/test-timers.ts';
import type { ClosedConnection, IncomingConnections } from './connection-limits.ts';
import { createConnectionLimits } from './connection-limits.ts';
import { listen } from './server.ts';

const ADDRESS = { host: '127.0.0.1', port: 0, setting: 'TEST_PORT' };

function limitsOf(change: Partial<IncomingConnections> = {}, trustedProxyHops = 0) {
  const limits = { inAll: 500, perAddress: 100, firstByteWithinMs: 2_000, headersWithinMs: 5_000 };
  const { timers, run } = manualTimers();
  const closed: ClosedConnection[] = [];
  const onClosed = (reason: ClosedConnection) => closed.push(reason);
  const options = { trustedProxyHops, timers, onClosed };
  return { ...createConnectionLimits({ ...limits, ...change }, options), run, closed };
}

function answerOf(port: number, agent: Agent, localAddress = '127.0.0.1') {
  return new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent, localAddress }, async (response) =>
      resolve({ connection: response.headers.connection, text: await text(response) }),
    ).on('error', reject);
  });
}

it('ends every connection with its answer once it drains, and still takes new ones', async () => {
  const listener = await listen({ fetch: () => new Response('here') }, ADDRESS, limitsOf());
  const agent = new Agent({ keepAlive: true });
  expect(await answerOf(listener.port, agent)).toEqual({ connection: 'keep-alive', text: 'here' });
  listener.drain();
  for (let call = 0; call < 3; call += 1) {
    expect(await answerOf(listener.port, agent)).toEqual({ connection: 'close', text: 'here' });
  }
  await listener.stop();
  await expect(answerOf(listener.port, agent)).rejects.toThrow('ECONNREFUSED');
});

it('ends the connection of a request that was running when it began to drain', async () => {
  const { promise: late, resolve: answer } = deferred<Response>();
  const { promise: asked, resolve: isAsked } = deferred();
  const fetch = () => {
    isAsked();
    return late;
  };
  const listener = await listen({ fetch }, ADDRESS, limitsOf());
  const answered = answerOf(listener.port, new Agent({ keepAlive: true }));
  await asked;
  const stopped = listener.stop();
  answer(new Response('late'));
  expect(await answered).toEqual({ connection: 'close', text: 'late' });
  await stopped;
});

it('waits for no connection that has never carried a request', async () => {
  const listener = await listen({ fetch: () => new Response('here') }, ADDRESS, limitsOf());
  const unused = connect(listener.port, '127.0.0.1');
  const closed = new Promise<boolean>((resolve) => unused.once('close', resolve));
  await new Promise((resolve) => unused.once('connect', resolve));
  // A second connection, answered, shows that the first has been accepted.
  await answerOf(listener.port, new Agent());
  const whoEndedFirst = Promise.race([
    listener.stop().then(() => 'the listener'),
    new Promise((resolve) => setTimeout(resolve, 9_000, 'the deadline').unref()),
  ]);
  expect(await whoEndedFirst).toBe('the listener');
  expect(await closed).toBe(false);
});

describe('connections', () => {
  const ENOUGH = 2_100;
  const ROOT = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const opened: Socket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });
  const here = { fetch: () => new Response('here') };

  /** A connection that says nothing; `closed` is there once it is over. */
  const open = (port: number, localAddress = '127.0.0.2') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    opened.push(socket);
    const closed = new Promise<'closed'>((resolve) => {
      socket
        .on('error', () => undefined)
        .once('close', () => resolve('closed'))
        .resume();
    });
    const connected = new Promise((resolve) =>
      socket.once('connect', resolve).once('close', resolve),
    );
    return { socket, closed, connected };
  };
  /** Resolves with the status that comes back. */
  const say = (socket: Socket | undefined, request: string) =>
    new Promise<string>((resolve) => {
      socket?.once('data', (data) => resolve(String(data).slice(9, 12))).write(request);
    });
  const closedAmong = (sockets: ReturnType<typeof open>[]) =>
    sockets.filter(({ socket }) => socket.closed || socket.destroyed).length;
  /** Where a connection says nothing yet, a listener that stops waits a second for it. */
  const end = async (...listeners: { stop(): Promise<void> }[]) => {
    for (const socket of opened) socket.destroy();
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  /** Answered after all that connected before: they have been taken, or not. */
  const settle = (port: number) => answerOf(port, new Agent());

  it('of one address are 100, and the rest of 2,100 does not keep others from an answer', async () => {
    const limits = limitsOf();
    const listener = await listen(here, ADDRESS, limits);
    const idle = Array.from({ length: ENOUGH }, () => open(listener.port));
    await Promise.all(idle.map(({ connected }) => connected));
    expect((await answerOf(listener.port, new Agent(), '127.0.0.3')).text).toBe('here');
    // No time passes here, so that the hundred that say nothing are still there.
    while (closedAmong(idle) < ENOUGH - 100) await new Promise(setImmediate);
    await settle(listener.port);
    expect(closedAmong(idle)).toBe(ENOUGH - 100);
    expect(limits.closed).toEqual(Array(ENOUGH - 100).fill('too_many_of_address'));
    await end(listener);
  });

  it('of an address may be opened anew for each that ends', async () => {
    const listener = await listen(here, ADDRESS, limitsOf({ perAddress: 1 }));
    for (let nth = 0; nth < 3; nth += 1) {
      const agent = new Agent();
      expect((await answerOf(listener.port, agent, '127.0.0.2')).text).toBe('here');
    }
    const kept = open(listener.port);
    await kept.connected;
    await expect(answerOf(listener.port, new Agent(), '127.0.0.2')).rejects.toThrow('hang up');
    kept.socket.destroy();
    await settle(listener.port);
    expect((await answerOf(listener.port, new Agent(), '127.0.0.2')).text).toBe('here');
    await listener.stop();
  });

  it('of all addresses and all listeners together have a limit too', async () => {
    const limits = limitsOf({ inAll: 3 });
    const one = await listen(here, ADDRESS, limits);
    const other = await listen(here, ADDRESS, limits);
    const kept = [open(one.port, '127.0.0.2'), open(other.port, '127.0.0.3'), open(one.port)];
    await Promise.all(kept.map(({ connected }) => connected));
    // Sixteen more may ask whether the service is well, and nothing else.
    const spare = Array.from({ length: 16 }, () => open(one.port, '127.0.0.5'));
    await Promise.all(spare.map(({ connected }) => connected));
    expect(await say(spare.at(-1)?.socket, ROOT.replace('/', '/health'))).toBe('200');
    expect(await open(other.port, '127.0.0.4').closed).toBe('closed');
    expect(await open(other.port, '127.0.0.1').closed).toBe('closed');
    expect(closedAmong([...kept, ...spare])).toBe(0);
    expect(await say(spare[0]?.socket, ROOT)).toBe('503');
    expect(await spare[0]?.closed).toBe('closed');
    expect(limits.closed).toEqual(Array(3).fill('too_many'));
    await end(one, other);
  });

  it('of one caller behind a proxy are requests: too many are refused, and no other caller', async () => {
    const limits = limitsOf({ perAddress: 2 }, 1);
    const app = { fetch: async (request: Request) => new Response(await request.text()) };
    const { port, stop } = await listen(app, ADDRESS, limits);
    const begin = (address: string, body: string) => {
      const { socket } = open(port);
      const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n`;
      return { socket, status: say(socket, `${head}Content-Length: 2\r\n\r\n${body}`) };
    };
    const many = [1, 2, 3].map(() => begin('192.0.2.1', '{'));
    const statuses = many.map(({ status }) => status);
    expect(await Promise.race(statuses)).toBe('503');
    expect(await begin('192.0.2.2', '{}').status).toBe('200');
    expect(limits.closed).toEqual(['too_many_of_address']);
    for (const { socket } of many) socket.write('}');
    expect((await Promise.all(statuses)).sort()).toEqual(['200', '200', '503']);
    expect(await begin('192.0.2.1', '{}').status).toBe('200');
    await stop();
  });

  it('of a proxy that is told of, or of this machine itself, have the limit of all alone', async () => {
    const behind = await listen(here, ADDRESS, limitsOf({ perAddress: 1 }, 1));
    const alone = await listen(here, ADDRESS, limitsOf({ perAddress: 1 }));
    const kept = [open(behind.port), open(behind.port)].concat(
      [1, 2].map(() => open(alone.port, '127.0.0.1')),
    );
    await Promise.all(kept.map(({ connected }) => connected));
    expect((await answerOf(behind.port, new Agent(), '127.0.0.2')).text).toBe('here');
    await settle(alone.port);
    expect(closedAmong(kept)).toBe(0);
    await end(behind, alone);
  });

  it('that bring no byte within two seconds are closed, and no other', async () => {
    const limits = limitsOf();
    const listener = await listen(here, ADDRESS, limits);
    const silent = open(listener.port);
    const slow = open(listener.port);
    await Promise.all([silent.connected, slow.connected]);
    slow.socket.write('GET / HT');
    await settle(listener.port);
    limits.run(2_000);
    expect(await silent.closed).toBe('closed');
    expect(limits.closed).toEqual(['silent']);
    const answered = new Promise((resolve) =>
      slow.socket.once('data', (data) => resolve(`${data}`)),
    );
    slow.socket.write('TP/1.1\r\nHost: x\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    await listener.stop();
  });

  it('that do not bring whole headers in time are closed', async () => {
    const listener = await listen(here, ADDRESS, limitsOf({ headersWithinMs: 1 }));
    const slow = open(listener.port);
    slow.socket.write('GET / HTTP/1.1\r\n');
    expect(await slow.closed).toBe('closed');
    await listener.stop();
  });

  it('whose answer nobody reads for 20 s are closed, and their places free', async () => {
    const limits = limitsOf({ inAll: 3 });
    const size = 2 ** 26;
    const fetch = () => new Response(Buffer.alloc(size));
    const listener = await listen({ fetch }, ADDRESS, limits);
    const { port } = listener;
    const calls = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((address) => open(port, address));
    for (const { socket } of calls) socket.pause().write(ROOT);
    await Promise.all(calls.map(({ socket }) => once(socket, 'readable')));
    for (let round = 0; round < 5; round += 1) limits.run(4_000);
    const [slow] = calls;
    // Far more than a connection holds: the listener must have written on.
    while ((slow?.socket.bytesRead ?? size) < size / 2) {
      slow?.socket.read();
      await new Promise(setImmediate);
    }
    const closed = Array.from({ length: 6 }, () => {
      limits.run(4_000);
      return limits.closed.join();
    });
    const two = 'unread,unread';
    expect(closed).toEqual([two, two, two, two, two, `${two},unread`]);
    expect((await answerOf(port, new Agent())).text.length).toBe(size);
    await end(listener);
  });
});
