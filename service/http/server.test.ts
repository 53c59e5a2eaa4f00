import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from './server.ts';

const ADDRESS = { host: '127.0.0.1', port: 0, setting: 'TEST_PORT' };

function answerOf(port: number, agent: Agent) {
  return new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ connection: response.headers.connection, text }));
    }).on('error', reject);
  });
}

it('ends every connection with its answer once it drains, and still takes new ones', async () => {
  const listener = await listen({ fetch: () => new Response('here') }, ADDRESS);
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
  let answer: (response: Response) => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const app = {
    fetch: () => {
      isAsked();
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    },
  };
  const listener = await listen(app, ADDRESS);
  const answered = answerOf(listener.port, new Agent({ keepAlive: true }));
  await asked;
  const stopped = listener.stop();
  answer(new Response('late'));
  expect(await answered).toEqual({ connection: 'close', text: 'late' });
  await stopped;
});

it('waits for no connection that has never carried a request', async () => {
  const listener = await listen({ fetch: () => new Response('here') }, ADDRESS);
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
