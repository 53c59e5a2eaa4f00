import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signWebhook } from '../../service/domain/webhooks/webhook-signing.ts';
import { readSettings } from '../../service/providers/registered/read-settings.ts';
import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import { createHarness, createMachineClock } from '../../simulators/server/harness.ts';
import { openLine } from './breakable-line.ts';
import { missingParties } from './company.ts';
import { credentialsAt } from './credentials.ts';
import { createReceiver } from './merchant.ts';
import type { Parties } from './open-parties.ts';
import { openParties } from './open-parties.ts';
import { createReport, mustBe, until } from './report.ts';
import { openTlsOrigin } from './tls-origin.ts';

describe('the report of a rehearsal', () => {
  it('prints a line for each try, and goes on after one that went wrong', async () => {
    const lines: string[] = [];
    const report = createReport(
      (line) => lines.push(line),
      () => 0,
    );
    await report.attempt('a card is approved', async () => 'pay_1');
    await report.attempt('a card is refused', async () => mustBe('the status', 201, 400));
    await report.attempt('it is given back', async () => undefined);
    expect(lines).toEqual([
      '  right    0.00 s  a card is approved [pay_1]',
      '  WRONG    0.00 s  a card is refused [the status is 201 and should be 400]',
      '  right    0.00 s  it is given back',
    ]);
    expect(report.counts()).toEqual({ right: 2, wrong: ['a card is refused'] });
  });

  it('waits for a state no longer than its bound', async () => {
    let looks = 0;
    await until('the third look', () => {
      looks += 1;
      return looks === 3;
    });
    expect(looks).toBe(3);
    await expect(until('what never comes', () => false, 0)).rejects.toThrow('has not come');
  });
});

/** A plain server that tells what it was asked. */
async function startEcho(port = 0): Promise<number> {
  const server = createServer(async (incoming, answer) => {
    const { method, url, headers } = incoming;
    const body = await text(incoming);
    answer.writeHead(201, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ method, url, from: headers['x-forwarded-for'], body }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('an https origin in front of the service', () => {
  async function open() {
    const { authority } = createHarness(createMachineClock(), 'origin');
    const origin = await openTlsOrigin(authority.issueServer(['127.0.0.1']));
    onTestFinished(() => origin.stop());
    const dispatcher = new Agent({ connect: { ca: authority.certificatePem } });
    onTestFinished(() => dispatcher.destroy());
    return { ...origin, dispatcher };
  }

  it('hands a request on as it came, with the address it came from', async () => {
    const { url, port, dispatcher } = await open();
    await startEcho(port);
    const options = { method: 'POST', body: 'a body', dispatcher } as const;
    const { statusCode, body } = await request(`${url}/payin?x=1`, options);
    expect([statusCode, await body.json()]).toEqual([
      201,
      { method: 'POST', url: '/payin?x=1', from: '127.0.0.1', body: 'a body' },
    ]);
  });

  it('answers 502 while nobody is behind it', async () => {
    const { url, dispatcher } = await open();
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump();
    expect(statusCode).toBe(502);
  });
});

it('a line to a party can be cut, so that nobody is even connected, and mended', async () => {
  const port = await startEcho();
  const line = await openLine(`https://127.0.0.1:${port}`);
  const throughIt = line.url.replace('https:', 'http:');
  const ask = async () => {
    const { statusCode, body } = await request(throughIt, { reset: true });
    await body.dump();
    return statusCode;
  };
  expect(await ask()).toBe(201);
  await line.cut();
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await line.mend();
  expect(await ask()).toBe(201);
  await line.cut();
});

describe('the parties of a rehearsal', () => {
  let parties: Parties;
  beforeAll(async () => {
    parties = await openParties();
  });
  afterAll(() => parties.stop());

  it('are all that can be switched on', () => expect(missingParties(parties)).toEqual([]));

  it.each(PROVIDER_DEFINITIONS.map((definition) => [definition.name, definition] as const))(
    'have credentials at %s that an operator can type in production',
    (name, definition) => {
      const typed =
        credentialsAt(parties, { returnAddress: 'https://loja.example.com/pedido' })[name] ?? {};
      const override = parties.whereabouts[name] ?? {};
      const read = readSettings(definition, typed, { environment: 'production', override });
      expect(read.kind).toBe('read');
    },
  );
});

describe('the merchant’s receiver', () => {
  const secret = 'whsec_of-the-rehearsal';
  const event = {
    ...{ id: 'pay_1', externalId: null, referenceId: 'order-1', status: 'APPROVED' },
    ...{ amount: 3_700, paymentMethod: 'PIX', expiresAt: null, declineReason: null, retry: null },
    ...{ createdAt: '2026-11-23T12:00:00Z', refundedAmount: 0, refunds: [] },
  };

  function send(signedWith: string, receiver = createReceiver()) {
    receiver.expect(secret);
    const body = JSON.stringify(event);
    const signedAtSeconds = Math.floor(Date.now() / 1_000);
    const signature = signWebhook(body, { secrets: [signedWith], signedAtSeconds }) ?? '';
    const headers = { 'X-Webhook-Signature': signature };
    const { signal } = new AbortController();
    const url = 'https://loja.example.com/webhooks';
    return { receiver, answer: receiver.sendWebhook({ url, headers, body }, signal) };
  }

  it('hears what is signed with its secret', async () => {
    const { receiver, answer } = send(secret);
    expect(await answer).toEqual({ kind: 'answered', status: 204 });
    await receiver.mustHear('pay_1', 'APPROVED');
    expect(receiver.refused).toEqual([]);
  });

  it('takes nothing that another secret has signed', async () => {
    const { receiver, answer } = send('whsec_of-somebody-else');
    expect(await answer).toEqual({ kind: 'answered', status: 400 });
    expect(receiver.refused).toHaveLength(1);
  });
});
