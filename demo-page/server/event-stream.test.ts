import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { Feed } from './event-stream.ts';
import { createEventStreams } from './event-stream.ts';

it('hears nothing more once it has ended, and breaks nothing', async () => {
  const streams = createEventStreams({ limit: 1 });
  let push: Parameters<Feed>[0] = () => undefined;
  const feed: Feed = (given) => {
    push = given;
    return () => undefined;
  };
  const broken: unknown[] = [];
  const server = createServer((_request, response) => {
    response.on('error', (error) => broken.push(error));
    streams.open(response, {}, feed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  push({ name: 'order', data: { at: 'before' } });
  streams.close();
  push({ name: 'order', data: { at: 'after' } });
  const text = await response.text();
  expect(text).toContain('before');
  expect(text).not.toContain('after');
  expect(broken).toEqual([]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
