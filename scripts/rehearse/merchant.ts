import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { constructEvent } from '../../sdk/webhooks/index.ts';
import type { SendWebhook } from '../../service/domain/webhooks/webhook-delivery.ts';
import { mustBe, until } from './report.ts';

/** What the service answered; `body` as JSON says it. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read freely and compared
export type Answer = { status: number; body: any };

export type Merchant = ReturnType<typeof createMerchant>;

export type Keys = { publicKey: string; secretKey: string };

/** One that every acquirer here approves unless it is told otherwise. */
export const CARD = {
  holderName: 'ANA SOUZA',
  number: '4111111111111111',
  expirationMonth: '12',
  expirationYear: '2040',
  cvv: '739',
};

export const BUYER = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: {
    street: 'Rua das Flores',
    number: '10',
    neighborhood: 'Centro',
    zipCode: '01310100',
    city: 'São Paulo',
    state: 'SP' as const,
  },
};

const WEBHOOK_URL = 'https://loja.example.com/webhooks';

/** The back end of a merchant: calls the API by its https origin, as it is documented. */
export function createMerchant({
  baseUrl,
  trustedPem,
  keys,
}: {
  baseUrl: string;
  trustedPem: string;
  keys: Keys;
}) {
  const dispatcher = new Agent({ connect: { ca: trustedPem } });
  const pair = Buffer.from(`${keys.publicKey}:${keys.secretKey}`).toString('base64');
  const headers = { authorization: `Basic ${pair}`, 'content-type': 'application/json' };

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const response = await request(`${baseUrl}${path}`, {
      ...{ method, headers, dispatcher },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: await response.body.json() };
  }

  const show = async (id: string) => (await call('GET', `/payin/${id}`)).body;

  return {
    call,
    pay: (changes: Record<string, unknown>) => call('POST', '/payin', order(changes)),
    payByCard: (changes: { card?: Partial<typeof CARD>; [field: string]: unknown } = {}) =>
      call(
        'POST',
        '/payin',
        order({ ...changes, card: { ...CARD, installments: 1, ...changes.card } }),
      ),
    show,
    refund: (id: string, amount?: number) =>
      call('POST', `/payin/${id}/refund`, {
        referenceId: newReference(),
        ...(amount === undefined ? {} : { amount }),
      }),
    async mustBecome(id: string, status: string, withinMs?: number): Promise<void> {
      await until(`${status} of ${id}`, async () => (await show(id)).status === status, withinMs);
    },
    stop: () => dispatcher.destroy(),
  };
}

export function newReference(): string {
  return `order-${randomBytes(8).toString('hex')}`;
}

function order(changes: Record<string, unknown>) {
  const { amount = 3_700 } = changes;
  return {
    paymentMethod: 'CREDIT_CARD',
    amount,
    referenceId: newReference(),
    isPhysicalProduct: false,
    payerIp: '203.0.113.7',
    webhookUrl: WEBHOOK_URL,
    customer: BUYER,
    items: [{ title: 'Livro', quantity: 1, unitPrice: amount }],
    ...changes,
  };
}

/** The merchant's receiver of events: takes what is signed with their secret, and nothing else. */
export function createReceiver() {
  let secret: string | null = null;
  const heard = new Set<string>();
  const refused: string[] = [];

  const sendWebhook: SendWebhook = async ({ url, headers, body }) => {
    try {
      mustBe('the address of an event', url, WEBHOOK_URL);
      const [, signature] =
        Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-webhook-signature') ??
        [];
      const event = await constructEvent(body, signature, secret ?? '');
      heard.add(`${event.id} ${event.status}`);
      return { kind: 'answered', status: 204 };
    } catch (error) {
      refused.push(error instanceof Error ? error.message : 'an event that is none');
      return { kind: 'answered', status: 400 };
    }
  };

  return {
    sendWebhook,
    expect: (whsec: string) => {
      secret = whsec;
    },
    mustHear: (id: string, status: string) =>
      until(`the event ${status} of ${id}`, () => heard.has(`${id} ${status}`)),
    refused,
  };
}

export type Receiver = ReturnType<typeof createReceiver>;
