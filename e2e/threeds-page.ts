import type { FrameLocator, Locator, Page, Request } from '@playwright/test';
import type { ElementPageOptions, ServedSdk } from './element-page.ts';
import { openElementPage, press } from './element-page.ts';
import type { ApiAnswer } from './merchant-api.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { MerchantSite } from './merchant-page.ts';
import { expect } from './system.ts';

export type Flow = 'preorder' | 'postorder';
export type Mode = 'element' | 'hosted' | 'direct';

/** A test card whose challenge succeeds with the bank's code, and one without a challenge. */
export const CHALLENGED = '4000000000002503';
export const FRICTIONLESS = '4000000000002701';
export const AMOUNT = 15_990;

/** What a promise of the sdk settles with when the buyer gives up. */
export const CANCELLED = {
  code: 'THREEDS_FAILED',
  type: 'customer',
  details: { reason: 'cancelled', phase: expect.any(String) },
};
export const AUTHENTICATED = { threeDS: { skipped: false, status: 'AUTHENTICATED' } };

export type ThreeDSDependencies = { system: ServedSdk; merchant: MerchantSite };

let orders = 0;

/** A reference no other payment of this worker has. */
export function newReference(): string {
  orders += 1;
  return `threeds-${process.pid}-${orders}`;
}

/** A merchant's page for one flow and mode, its fields or hidden frame ready to be used. */
export async function openThreeDSPage(
  page: Page,
  { system, merchant }: ThreeDSDependencies,
  { flow, mode, ...more }: { flow: Flow; mode: Mode } & ElementPageOptions,
): Promise<void> {
  await openElementPage(
    page,
    { system, merchant },
    {
      publicKey: `pk_test_${flow}`,
      mounts: mode === 'element',
      before: '<main><h1>Loja</h1><button id="pay">Pagar</button>',
      after: '</main>',
      ...more,
      options: { amount: AMOUNT, ...more.options },
    },
  );
  if (mode === 'element') await page.evaluate('element.ready');
}

/** What a promise of the page came to, as plain data: its value, or its error. */
export type Told = { [name: string]: unknown };

/** One payment under way: what the buyer may be asked now, and what the page will be told. */
export type Run = {
  referenceId: string;
  /** What the sdk's promise settles with. */
  told: Promise<Told>;
  /** The token the browser was given, whoever in it. */
  token: () => string;
  /** Handle of the authentication at the service, once opened. */
  sessionId: () => string;
  /** After the order: the answer of POST /payin, as the merchant passes it on. */
  payin: Told | null;
};

export type RunOptions = {
  flow: Flow;
  mode: Mode;
  number?: string;
  name?: string;
  installments?: number;
  referenceId?: string;
  /** Who pays, where the provider's script is told; the element has them from its options. */
  customer?: object;
  /** Changes the payin on its way through the merchant's page. */
  passOn?: (payin: Told) => Told;
  /** Done between the payin and its challenge. */
  beforeHandling?: () => Promise<void>;
};

/** Starts a payment and answers once the authentication is on its way. */
export async function startRun(page: Page, system: ServedSdk, options: RunOptions): Promise<Run> {
  const { flow, mode, referenceId = newReference() } = options;
  const { token: watched, sessionId, stop } = watchSession(page);
  const { customer } = options;
  const input = { ...cardInput({ ...options, referenceId }), ...(customer && { customer }) };
  let told: Promise<Told>;
  let payin: Told | null = null;
  let paid: { token: string } | null = null;
  if (mode === 'element') {
    await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
    await fillElement(page, options);
    told = settle(page, 'element.submit()');
  } else {
    const call = mode === 'hosted' ? 'prepareCardPaymentHosted' : 'prepareCardPayment';
    told = settle(page, `client.${call}(${JSON.stringify(input)})`);
  }
  if (flow === 'postorder') {
    const prepared = await told;
    expect(prepared).toMatchObject({ threeDS: { skipped: true, status: null } });
    const { payinCard } = prepared as { payinCard: { token: string } };
    paid = payinCard;
    const answer = await createPayin(system, flow, payinCard, referenceId);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    payin = options.passOn?.(answer.body) ?? answer.body;
    await options.beforeHandling?.();
    told = settle(page, handling(mode, payin, input));
  }
  told.then(stop, stop);
  const token = () => paid?.token ?? watched();
  return { referenceId, told, payin, token, sessionId };
}

/** The call that completes a payin in this mode, as JavaScript of the page. */
export function handling(mode: Mode, payin: Told, { card }: { card: object }): string {
  if (mode === 'element') return `element.handlePendingThreeDS(${JSON.stringify(payin)})`;
  const options = JSON.stringify({ card, hosted: mode === 'hosted' });
  return `client.handlePendingThreeDS(${JSON.stringify(payin)}, ${options})`;
}

export function cardInput(
  options: Pick<RunOptions, 'number' | 'name' | 'installments'> & { referenceId: string },
) {
  const { number = CHALLENGED, name = 'MARINA ALVES', installments = 1, referenceId } = options;
  const cvv = /^3[47]/.test(number) ? '1234' : '123';
  const card = { holderName: name, number, expiry: '12/30', cvv };
  return { amount: AMOUNT, referenceId, installments, card };
}

/** Fills the card fields at once, as autofill does. */
export async function fillElement(
  page: Page,
  { number = CHALLENGED, name = 'MARINA ALVES' }: { number?: string; name?: string },
): Promise<void> {
  const frame = page.frameLocator('#card iframe');
  await frame.locator('#cc-name').fill(name);
  await frame.locator('#cc-number').fill(number);
  await frame.locator('#cc-exp').fill('12/30');
  await frame.locator('#cc-csc').fill(/^3[47]/.test(number) ? '1234' : '123');
}

/** Settles a promise of the page; a test that ends first leaves nothing unhandled. */
export function settle(page: Page, promise: string): Promise<Told> {
  const told = page.evaluate<Told>(`(${promise}).then(plain, plain)`);
  told.catch(() => undefined);
  return told;
}

/** Token and session are read from what the service answers: the page is not told of failed ones. */
function watchSession(page: Page) {
  let [token, sessionId] = ['', ''];
  const read = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/checkout/three-d-secure-sessions' && request.method() === 'POST') {
      token = String(request.postDataJSON()?.token);
    }
    sessionId = /^\/checkout\/three-d-secure-sessions\/([^/]+)/.exec(pathname)?.[1] ?? sessionId;
  };
  page.on('request', read);
  const stop = () => page.off('request', read);
  return { token: () => token, sessionId: () => sessionId, stop };
}

/** POST /payin as the merchant's back end sends it. */
export function createPayin(
  system: ServedSdk,
  account: string,
  payinCard: object,
  referenceId: string,
): Promise<ApiAnswer> {
  return callApi(system, account, '/payin', payinOf(payinCard, referenceId, AMOUNT));
}

/** Waits until the payin of `id` has this status; it may be decided after the browser was told. */
export async function expectPayin(system: ServedSdk, account: string, id: unknown, status: string) {
  await expect
    .poll(async () => (await callApi(system, account, `/payin/${id}`)).body.status)
    .toBe(status);
}

export type Challenge = {
  /** Our dialog in the merchant's page. */
  dialog: Locator;
  /** The hosted document with our bar; in direct mode the page's own dialog has it. */
  hosted: FrameLocator;
  /** The bank's page, in which the code is typed. */
  bank: FrameLocator;
  code: Locator;
  confirm: Locator;
  resend: Locator;
  cancel: Locator;
};

/** The open challenge of a page. */
export function challengeOf(page: Page, mode: Mode): Challenge {
  const dialog = page.locator('dialog[open]');
  const hosted = page.frameLocator('dialog[open] iframe');
  const bank =
    mode === 'direct' ? hosted : hosted.frameLocator('#stage iframe').frameLocator('iframe');
  return {
    dialog,
    hosted,
    bank,
    code: bank.locator('input[name=code]'),
    confirm: bank.locator('button[name=confirm]'),
    resend: bank.locator('button[name=resend]'),
    cancel: bank.locator('button[name=cancel]'),
  };
}

/** Our own bar: in the hosted document, or in the page's dialog in direct mode. */
export function barOf(challenge: Challenge, mode: Mode) {
  const within = mode === 'direct' ? challenge.dialog : challenge.hosted;
  return {
    question: within.getByText('Cancelar o pagamento?', { exact: true }),
    leave: within.getByRole('button', { name: 'Cancelar pagamento' }),
    stay: within.getByRole('button', { name: 'Continuar no banco' }),
    close: within.getByRole('button', { name: 'Sair', exact: true }),
    clock: mode === 'direct' ? within.getByText(/^\d\d:\d\d$/) : within.getByRole('timer'),
  };
}

/**
 * Types a code until it is seen in its field: what is typed goes to the frame that has the focus by
 * then, which may still be on its way there.
 */
export async function typeCode(challenge: Challenge, code: string): Promise<void> {
  await expect(async () => {
    await challenge.code.fill(code);
    await expect(challenge.code).toHaveValue(code, { timeout: 1_000 });
  }).toPass();
}

/** Answers the bank with a code. */
export async function enterCode(challenge: Challenge, code = '1234'): Promise<void> {
  await typeCode(challenge, code);
  await press(challenge.confirm);
}

/**
 * Presses Enter where that takes the document away, and lets go once what follows is seen: of a
 * document that is gone Chromium may never tell that the key arrived.
 */
export async function pressEnterUntil(page: Page, seen: () => Promise<unknown>): Promise<void> {
  page.keyboard.down('Enter').catch(() => undefined);
  await seen();
  await page.keyboard.up('Enter');
}

/** Waits until keys go to the bank's page: on their way there they pass our own documents. */
export async function expectFocusAtBank({ bank }: Challenge): Promise<void> {
  await expect.poll(() => bank.locator('body').evaluate('document.hasFocus()')).toBe(true);
}

/** Checks that nothing of a challenge is left in the page. */
export async function expectNoChallenge(page: Page): Promise<void> {
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  const left = () =>
    page
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.includes('/3ds/'));
  // A frame of another process takes its time to go.
  await expect.poll(left).toEqual([]);
}

/** The bank's page that a provider's own script draws over the document it runs in. */
export function drawnBankOf(page: Page, mode: Mode) {
  const stage = page.frameLocator('dialog[open] iframe').frameLocator('#stage iframe');
  const around = mode === 'direct' ? page : stage;
  const bank = around.frameLocator('iframe[name^=Cardinal]');
  return {
    confirm: bank.getByRole('button', { name: 'Confirm', exact: true }),
    refuse: bank.getByRole('button', { name: 'Refuse', exact: true }),
  };
}

/** Has the merchant's back end charge the token, also where the page was given none. */
export async function payRun(system: ServedSdk, flow: Flow, run: Run): Promise<ApiAnswer> {
  const { payinCard } = (await run.told) as { payinCard?: object };
  const card = payinCard ?? {
    token: run.token(),
    installments: 1,
    threeDSecure: { referenceId: run.sessionId() },
  };
  return createPayin(system, flow, card, run.referenceId);
}
