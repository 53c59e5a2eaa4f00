import * as z from 'zod/mini';
import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { AuthenticationRequest } from '../providers/three-d-secure-provider.ts';
import type { SandboxState } from '../sandbox/records.ts';
import { createSandboxThreeDS } from '../sandbox/three-d-secure/sandbox-three-d-secure.ts';

export const BANK_URL = 'http://bank.test';
export const SHOP = 'https://shop.test';
export const NONCE = 'nonce-of-one-run-of-the-script';

/** Memory with the atomicity that the interface asks for. */
export function createMemoryState(values = new Map<string, string>()): SandboxState {
  return {
    read: async (key) => values.get(key) ?? null,
    async keep(key, value) {
      if (!values.has(key)) values.set(key, value);
      return values.get(key) ?? value;
    },
    async replace(key, expected, next) {
      if (values.get(key) !== expected) return false;
      values.set(key, next);
      return true;
    },
  };
}

/** A sandbox bank over memory, at a fixed time, with bytes that never repeat. */
export function openBank(values = new Map<string, string>()) {
  const clock = { now: new Date('2030-01-01T12:00:00Z') };
  let drawn = values.size * 1000;
  const told: string[] = [];
  const logged: unknown[] = [];
  const bank = createSandboxThreeDS({
    bankUrl: BANK_URL,
    state: createMemoryState(values),
    now: async () => clock.now,
    randomBytes: (size) => {
      drawn += 1;
      const bytes = new Uint8Array(size).fill(drawn % 251);
      new DataView(bytes.buffer).setUint32(0, drawn);
      return bytes;
    },
    timers: { after: (_delayMs, work) => work() },
    log: { error: (...entry) => logged.push(entry) },
    sdkScript: 'var SandboxThreeDS;',
  });
  bank.provider.onResult?.((transactionId) => told.push(transactionId));
  return { ...bank, values, clock, told, logged };
}
export type TestBank = ReturnType<typeof openBank>;

export const never = new AbortController().signal;

export function authenticationRequest(
  number: string,
  change: Partial<AuthenticationRequest> = {},
): AuthenticationRequest {
  return {
    companyId: 'co_1',
    reference: 'auth_1',
    card: { holderName: 'ANA SOUZA', number, expirationMonth: '12', expirationYear: '2040' },
    brand: brandOf(number),
    amount: 123_456,
    installments: 3,
    merchantName: 'Café <Ipê> & Cia',
    orderReference: 'order-1',
    expiresAt: new Date('2030-01-01T12:15:00Z'),
    ...change,
  };
}

function brandOf(number: string): CardBrand {
  if (number.startsWith('5')) return 'mastercard';
  if (number.startsWith('6')) return 'elo';
  return number.startsWith('3') ? 'amex' : 'visa';
}

/** Calls as the script makes them, from the shop's page. */
export async function callSession(
  bank: TestBank,
  session: string,
  step: 'begin' | 'authenticate' | 'status',
  headers: Record<string, string> = {},
) {
  return bank.app.request(`/3ds/sessions/${session}/${step}`, {
    method: 'POST',
    headers: { origin: SHOP, ...headers },
  });
}

const answerSchema = z.looseObject({ challenge: z.nullable(z.string()) });

/** Opens an authentication and takes it to the bank's answer. */
export async function authenticate(bank: TestBank, number: string) {
  const opened = await bank.provider.open(authenticationRequest(number), never);
  await callSession(bank, opened.session, 'begin');
  const response = await callSession(bank, opened.session, 'authenticate');
  return { ...opened, response, answer: answerSchema.parse(await response.json()) };
}

/** The page that the script opens in a frame. */
export function openPage(bank: TestBank, path: string, nonce = NONCE) {
  return bank.app.request(`${path}?${new URLSearchParams({ nonce })}`);
}

export function postForm(bank: TestBank, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  return bank.app.request(`${path}?nonce=${NONCE}`, { method: 'POST', body });
}

/** Which of the pages of a challenge it is. */
export function turnOf(page: string): string {
  const turn = /name="turn" value="(\d+)"/.exec(page)?.[1];
  if (turn === undefined) throw new Error('the page asks nothing');
  return turn;
}

/** A challenge on the bank's page, as a browser goes through it without scripts. */
export async function openChallenge(bank: TestBank, number = '4000000000002503') {
  const { session, transactionId, answer } = await authenticate(bank, number);
  const path = answer.challenge;
  if (path === null) throw new Error('there is no challenge');
  const open = () => openPage(bank, path);
  let page = await (await open()).text();
  const press = async (action: 'confirm' | 'resend' | 'cancel', code = '') => {
    const response = await postForm(bank, path, { turn: turnOf(page), code, [action]: '1' });
    const next = await response.text();
    if (next.includes('name="turn"')) page = next;
    return next;
  };
  const find = () => bank.provider.find({ companyId: 'co_1', transactionId }, never);
  return { session, transactionId, path, open, press, find, shown: () => page };
}
