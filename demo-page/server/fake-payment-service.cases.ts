import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Timers } from '../../contract/frame/timers.ts';
import { createPaymentService } from './payment-service.ts';

export type ReceivedCall = {
  method: string;
  path: string;
  headers: { [name: string]: string | string[] | undefined };
  body: unknown;
};

/** What the fake answers next; `hold` keeps the answer back until it resolves. */
export type PlannedAnswer = { status: number; body: string; hold?: Promise<void> };

/** A buyer, complete and right. */
export const CUSTOMER = {
  name: 'Ana Alves',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: { street: 'Rua A', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};

/** Waits pass at once, and no deadline comes. */
const atOnce: Timers = {
  set: (callback, delayMs) => delayMs < 30_000 && queueMicrotask(callback),
  clear() {},
};

/** A stand-in for the payment service over real HTTP, for this folder's tests alone. */
export async function startFakePaymentService() {
  const calls: ReceivedCall[] = [];
  const plan: PlannedAnswer[] = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    calls.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text ? JSON.parse(text) : null,
    });
    const next = plan.shift();
    if (!next) {
      request.socket.destroy();
      return;
    }
    await next.hold;
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    url: baseUrl,
    /** How the shop reaches it. */
    payments: createPaymentService({ baseUrl, fetch: globalThis.fetch, timers: atOnce }),
    calls,
    /** Plans the answers to the next calls, in order; an unplanned call finds a dead line. */
    answer: (...answers: PlannedAnswer[]) => plan.push(...answers),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
