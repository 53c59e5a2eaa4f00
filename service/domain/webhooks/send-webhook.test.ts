import type { AddressInfo } from 'node:net';
import { createServer, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import type { Dial, SendWebhookOptions } from './send-webhook.ts';
import { createSendWebhook, dial } from './send-webhook.ts';

type SenderChange = Omit<Partial<SendWebhookOptions>, 'rule'> & { sandbox?: boolean };

function senderOf({ sandbox = true, ...change }: SenderChange = {}) {
  return createSendWebhook({ rule: { sandbox }, timers, ...change });
}
const timers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};
/** A receiver that speaks bytes rather than HTTP; counts its connections. */
async function rawReceiver(talk: (socket: Socket) => void) {
  const counts = { connections: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => talk(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { counts, url: `http://127.0.0.1:${port}/webhooks`, port, sockets, stop };
}
function request(url: string) {
  return { url, headers: { 'X-Webhook-Id': 'evt_1' }, body: '{"a":"ç"}' };
}
const never = new AbortController().signal;

describe('one attempt', () => {
  it('posts the body byte by byte under the headers, to the path and query', async () => {
    const receiver = await receiverOf();
    const answer = await senderOf()(request(`${receiver.url}?order=1`), never);
    expect(answer).toEqual({ kind: 'answered', status: 204 });
    expect(receiver.events).toEqual([
      {
        path: '/webhooks?order=1',
        body: '{"a":"ç"}',
        headers: expect.objectContaining({
          'x-webhook-id': 'evt_1',
          'user-agent': expect.stringMatching(/^checkout-sdk-webhooks\/\d+\.\d+\.\d+$/),
          connection: 'close',
        }),
      },
    ]);
  });

  it.each([200, 204, 299, 400, 404, 410, 500, 503])('gives %i and its answer', async (status) => {
    const receiver = await receiverOf((response) => response.writeHead(status).end('text'));
    const answer = await senderOf()(request(receiver.url), never);
    const beginning = status === 204 ? {} : { beginning: new TextEncoder().encode('text') };
    expect(answer).toEqual({ kind: 'answered', status, ...beginning });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect by %i', async (status) => {
    const target = await receiverOf();
    const receiver = await receiverOf((response) =>
      response.writeHead(status, { location: target.url }).end(),
    );
    expect(await senderOf()(request(receiver.url), never)).toEqual({ kind: 'answered', status });
    expect(target.events).toEqual([]);
  });

  it('reads 64 KiB of an endless answer, keeps 2 KiB of them and hangs up', async () => {
    let sent = 0;
    const { promise: isClosed, resolve: hangUp } = deferred();
    const receiver = await receiverOf((response) => {
      response.writeHead(200);
      response.on('close', hangUp);
      const chunk = Buffer.alloc(16 * 1024);
      const talk = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', talk);
      talk();
    });
    expect(await senderOf()(request(receiver.url), never)).toEqual({
      kind: 'answered',
      status: 200,
      beginning: new Uint8Array(2_048),
    });
    await isClosed;
    // What lay in the buffers of both ends besides.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['closes it without a word', (socket) => socket.end()],
    ['ends in the middle of its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nX: ')],
    ['answers as HTTP/0.9 did', (socket) => socket.end('hello')],
    [
      'sends headers without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        socket.write(`X: ${'x'.repeat(1024 * 1024)}\r\n`);
      },
    ],
    [
      'switches protocols',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('fails where the receiver %s', async (_name, talk) => {
    const { url } = await rawReceiver(talk);
    expect(await senderOf()(request(url), never)).toEqual({ kind: 'connection_failed' });
  });

  it.each<[string, string, boolean]>([
    ['that breaks off', 'Content-Length: 10\r\n\r\nabc', true],
    ['that stays open', 'Content-Length: 10\r\n\r\nabc', false],
    ['of chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', false],
    ['under headers of 20 KB', `X: ${'x'.repeat(20_000)}\r\nContent-Length: 3\r\n\r\nabc`, false],
  ])('is answered by the status line, whatever the body: one %s', async (_name, rest, isEnded) => {
    const { url } = await rawReceiver((socket) => {
      socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${rest}`);
      if (isEnded) socket.end();
    });
    const beginning = new TextEncoder().encode('abc');
    const answer = await senderOf()(request(url), never);
    expect(answer).toEqual({ kind: 'answered', status: 200, beginning });
  });

  it('waits for no body where the status line came late', async () => {
    const late = manualTimers();
    const { url } = await rawReceiver((socket) => {
      late.run(4_000);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc');
    });
    const answer = await senderOf({ timers: late.timers })(request(url), never);
    expect(answer).toEqual({ kind: 'answered', status: 200 });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends its headers alone', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: 1\r\n')],
  ])('is given up by the signal where the receiver %s', async (_name, talk) => {
    const controller = new AbortController();
    const { url, sockets } = await rawReceiver((socket) => {
      talk(socket);
      setImmediate(() => controller.abort());
    });
    const answer = await senderOf()(request(url), controller.signal);
    expect(answer).toEqual({ kind: 'connection_failed' });
    for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
  });

  it('fails where nobody listens', async () => {
    const { url, stop } = await rawReceiver(() => undefined);
    await stop();
    expect(await senderOf()(request(url), never)).toEqual({ kind: 'connection_failed' });
  });

  it('fails where the certificate is not one to trust', async () => {
    const { url, counts } = await rawReceiver((socket) => socket.end());
    const https = url.replace('http:', 'https:');
    expect(await senderOf()(request(https), never)).toEqual({ kind: 'connection_failed' });
    expect(counts.connections).toBe(1);
  });
});

describe('where a name leads', () => {
  const refused = { kind: 'address_refused' };

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a link-local address', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['one bad address among good ones', ['127.0.0.1', '192.168.0.1']],
    ['one bad address of the other family', ['127.0.0.1', 'fe80::1']],
  ])('refuses %s without connecting', async (_name, addresses) => {
    const { port, counts } = await rawReceiver((socket) => socket.end());
    const send = senderOf({ resolveName: async () => addresses });
    expect(await send(request(`http://loja.example:${port}/`), never)).toEqual(refused);
    expect(counts.connections).toBe(0);
  });

  it('checks the look-up the connection is made by, each time anew', async () => {
    const { port, counts } = await rawReceiver((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    );
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const send = senderOf({ resolveName: async () => answers.shift() ?? [] });
    const outcomes = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      outcomes.push(await send(request(`http://loja.example:${port}/`), never));
    }
    const answered = { kind: 'answered', status: 204 };
    expect(outcomes).toEqual([answered, refused, answered, { kind: 'connection_failed' }]);
    expect(counts.connections).toBe(2);
  });

  it('refuses loopback outside the sandbox, as a literal, by name and by look-up', async () => {
    const { port, counts } = await rawReceiver((socket) => socket.end());
    const send = senderOf({ sandbox: false, resolveName: async () => ['127.0.0.1'] });
    for (const host of [
      '127.0.0.1',
      '[::1]',
      'localhost',
      '2130706433',
      '0x7f.1',
      'loja.example',
    ]) {
      expect(await send(request(`https://${host}:8443/`), never)).toEqual(refused);
      expect(await send(request(`http://${host}:${port}/`), never)).toEqual(refused);
    }
    expect(counts.connections).toBe(0);
  });

  it('fails where the name cannot be resolved', async () => {
    const send = senderOf({ resolveName: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await send(request('https://loja.example/'), never)).toEqual({
      kind: 'connection_failed',
    });
  });
});

describe('a name with several addresses', () => {
  const answered = { kind: 'answered', status: 204 };
  const LIVE = '127.0.0.1';
  /** Nobody listens there. */
  const REFUSING = '127.0.0.2';
  const SILENT = '127.0.0.3';

  /** Keeps the event loop for so long that Node's own patience of 250 ms with an address is over. */
  function stall() {
    const end = performance.now() + 300;
    while (performance.now() < end);
  }

  /** Dials as ever, but for the one address that never says anything. */
  function dialing() {
    const dialled: { address: string; socket: Socket }[] = [];
    const dialOne: Dial = (target) => {
      const socket = target.address === SILENT ? new Socket() : dial(target);
      dialled.push({ address: target.address, socket });
      return socket;
    };
    return { dialled, dial: dialOne };
  }

  const urlOf = ({ port }: { port: number }) => `http://loja.example:${port}/webhooks`;

  it('keeps to the first while the process is busy for 300 ms', async () => {
    const receiver = await receiverOf();
    const { dialled, dial: dialOne } = dialing();
    const send = senderOf({
      resolveName: async () => [LIVE, REFUSING],
      dial: (target) => {
        const socket = dialOne(target);
        setImmediate(stall);
        return socket;
      },
    });
    expect(await send(request(urlOf(receiver)), never)).toEqual(answered);
    expect(dialled.map(({ address }) => address)).toEqual([LIVE]);
  });

  it('takes an answer that came while the share ran out', async () => {
    const receiver = await receiverOf();
    const { timers: held, run } = manualTimers();
    const { dialled, dial: dialOne } = dialing();
    const send = senderOf({
      timers: held,
      resolveName: async () => [LIVE, REFUSING],
      dial: (target) => {
        const socket = dialOne(target);
        // The answer is there, unread, when the timer goes off.
        setImmediate(() => {
          stall();
          run(2_500);
        });
        return socket;
      },
    });
    expect(await send(request(urlOf(receiver)), never)).toEqual(answered);
    expect(dialled.map(({ address }) => address)).toEqual([LIVE]);
  });

  it('goes to the second where the first refuses', async () => {
    const receiver = await receiverOf();
    const send = senderOf({ resolveName: async () => [REFUSING, LIVE] });
    expect(await send(request(urlOf(receiver)), never)).toEqual(answered);
    expect(receiver.events).toHaveLength(1);
  });

  it('goes to the second once the silent first has had its half of the five seconds', async () => {
    const receiver = await receiverOf();
    const { timers: held, run } = manualTimers();
    const { dialled, dial: dialOne } = dialing();
    const send = senderOf({
      timers: held,
      resolveName: async () => [SILENT, LIVE],
      dial: (target) => {
        if (target.address === SILENT) setImmediate(() => run(2_500));
        return dialOne(target);
      },
    });
    expect(await send(request(urlOf(receiver)), never)).toEqual(answered);
    expect(dialled.map(({ address }) => address)).toEqual([SILENT, LIVE]);
    expect(dialled[0]?.socket.destroyed).toBe(true);
  });

  it('lets go of an address that is still silent when the attempt is given up', async () => {
    const controller = new AbortController();
    const { dialled, dial: dialOne } = dialing();
    const send = senderOf({
      resolveName: async () => [SILENT, SILENT],
      dial: (target) => {
        setImmediate(() => controller.abort());
        return dialOne(target);
      },
    });
    const answer = await send(request('http://loja.example:8080/'), controller.signal);
    expect(answer).toEqual({ kind: 'connection_failed' });
    expect(dialled.map(({ socket }) => socket.destroyed)).toEqual([true]);
  });

  it('tries five addresses of a name that has more', async () => {
    const { port } = await rawReceiver(() => undefined);
    const { dialled, dial: dialOne } = dialing();
    const addresses = [2, 3, 4, 5, 6, 7].map((last) => `127.0.1.${last}`);
    const send = senderOf({ resolveName: async () => addresses, dial: dialOne });
    const answer = await send(request(`http://loja.example:${port}/`), never);
    expect(answer).toEqual({ kind: 'connection_failed' });
    expect(dialled.map(({ address }) => address)).toEqual(addresses.slice(0, 5));
  });
});
