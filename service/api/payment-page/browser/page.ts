import './page.css';

/** As much of the payment element as the page uses. */
type PaymentElement = {
  ready: Promise<void>;
  submit(): Promise<unknown>;
  on(event: 'submit', handler: (pressed: { preventDefault(): void }) => void): void;
};
type Refusal = { details?: { fields?: readonly { path: string }[] }; userMessage?: string };
type CheckoutSdk = {
  init(options: object): { mountPaymentElement(target: string, options: object): PaymentElement };
};

/** What the document tells of its order. */
type Told = {
  amount: number;
  referenceId: string;
  locale: string;
  publicKey: string;
  apiBaseUrl: string;
  prices?: object;
  methods?: readonly string[];
  maxInstallments: number;
  text: { paying: string; checkField: string; checkFields: string; failed: string };
};

/** How often an open page asks whether it was paid elsewhere: it is to say so within five seconds. */
const ASK_EVERY_MS = 4_000;

const told: Told = JSON.parse(byId('pay-form').closest('main')?.dataset.page ?? '');
const form = byId('pay-form') as HTMLFormElement;
const button = byId('pay') as HTMLButtonElement;
const fields = [
  ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.field :is(input, select)'),
];

form.hidden = false;
try {
  open();
} catch {
  say('error', told.text.failed);
}

function open(): void {
  // The global of the script before this one; where that did not load, there is none.
  const sdk = Reflect.get(window, 'CheckoutSDK') as CheckoutSdk;
  const { publicKey, apiBaseUrl, locale, amount, referenceId, prices, methods } = told;
  const { maxInstallments } = told;
  const payment = sdk.init({ publicKey, apiBaseUrl, locale }).mountPaymentElement('#payment', {
    ...{ amount, referenceId, prices, methods, maxInstallments, pay, customer: liveCustomer() },
    appearance: { theme: 'auto' },
    onChange(state: { amount: number }) {
      byId('pay-amount').textContent = money(state.amount);
      setWaiting(false);
    },
    onPaid: () => location.reload(),
    onPending: () => setWaiting(true),
    onError: (error: Refusal) => markWrong((error.details?.fields ?? []).map(({ path }) => path)),
  });
  // A key that ends the card's last field is the button.
  payment.on('submit', (pressed) => {
    pressed.preventDefault();
    form.requestSubmit();
  });
  payment.ready.then(
    () => {
      button.disabled = false;
    },
    (error: Refusal) => say('error', error.userMessage ?? told.text.failed),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(payment);
  });
  watchAddress();
  setInterval(() => void askStatus(), ASK_EVERY_MS);
}

async function submit(payment: PaymentElement): Promise<void> {
  if (button.disabled || markWrong(fields.filter((one) => !one.checkValidity()).map(pathOf)))
    return;
  say('error', '');
  setBusy(true);
  // What went wrong is told in the element, or by its field.
  await payment.submit().catch(() => undefined);
  setBusy(false);
}

/** Asks this page for the payment of what was chosen, by whom the fields say. */
async function pay(chosen: object): Promise<unknown> {
  const response = await fetch(`${location.pathname}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...chosen, customer: readCustomer() }),
  });
  // Ended, or over: the page says what to do then.
  if (response.status === 404) location.reload();
  return response.json();
}

/** A page that was paid elsewhere, or ended, is drawn again as what it is. */
async function askStatus(): Promise<void> {
  if (document.hidden || button.getAttribute('aria-busy') === 'true') return;
  const response = await fetch(`${location.pathname}/status`).catch(() => null);
  if (response === null || response.status >= 500) return;
  const { status } = await response.json();
  if (status !== 'OPEN') location.reload();
}

const OF_ADDRESS = ['zipCode', 'street', 'number', 'complement', 'neighborhood', 'city', 'state'];

/** Where the service looks for what is typed into a field. */
function pathOf({ id }: { id: string }): string {
  return OF_ADDRESS.includes(id) ? `customer.address.${id}` : `customer.${id}`;
}

/** What was typed, in the form of the API. */
function readCustomer(): object {
  const customer: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  for (const { id, value: typed } of fields) {
    const value = FORMS[id]?.(typed) ?? typed.trim();
    if (value !== '') (OF_ADDRESS.includes(id) ? address : customer)[id] = value;
  }
  return Object.keys(address).length === 0 ? customer : { ...customer, address };
}

/** For a provider's script that asks who pays: read when it is needed, not when the page opened. */
function liveCustomer(): object {
  return new Proxy({}, { get: (_target, name) => Reflect.get(readCustomer(), name) });
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** What is typed with signs that the API does without. */
const FORMS: { readonly [id: string]: (typed: string) => string } = {
  document: (typed) => typed.replace(/[.\-/\s]/g, '').toUpperCase(),
  zipCode: digits,
  phone: (typed) => `55${digits(typed).replace(/^(?:0055|55(?=\d{10}))/, '')}`,
};

/** Says at each of these fields that it is wrong, and goes to the first; true where there is one. */
function markWrong(paths: readonly string[]): boolean {
  const wrong = fields.filter((field) => paths.includes(pathOf(field)));
  for (const field of fields) {
    const isWrong = wrong.includes(field);
    field.setAttribute('aria-invalid', String(isWrong));
    say(`${field.id}-error`, isWrong ? told.text.checkField : '');
  }
  if (wrong[0] === undefined) return false;
  say('error', told.text.checkFields);
  wrong[0].focus();
  return true;
}

/** A postal code that the operator's table knows fills in the rest of the address. */
function watchAddress(): void {
  const zipCode = fields.find(({ id }) => id === 'zipCode');
  zipCode?.addEventListener('input', async () => {
    const typed = digits(zipCode.value);
    if (typed.length !== 8) return;
    const response = await fetch(`/cep/${typed}`).catch(() => null);
    if (response?.status !== 200 || digits(zipCode.value) !== typed) return;
    const found: { [id: string]: string } = await response.json();
    for (const field of fields) field.value = found[field.id] || field.value;
  });
}

/** While a PIX, a boleto or a bank is waited for, the page's own button has nothing to do. */
function setWaiting(isWaiting: boolean): void {
  button.hidden = isWaiting;
  byId('details').hidden = isWaiting;
}

function setBusy(isBusy: boolean): void {
  button.disabled = isBusy;
  button.setAttribute('aria-busy', String(isBusy));
  say('status', isBusy ? told.text.paying : '');
}

function money(centavos: number): string {
  const format = new Intl.NumberFormat(told.locale, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

function say(id: string, text: string): void {
  byId(id).textContent = text;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no #${id}`);
  return found;
}
