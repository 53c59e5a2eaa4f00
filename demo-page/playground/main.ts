import { formatMoney } from '../money.ts';
import { byId } from '../page-element.ts';
import { createCodeView } from './code-view.ts';
import { createEventLog } from './event-log.ts';
import { createLiveElement } from './live-element.ts';
import { setUpOptionsForm } from './options-form.ts';
import type { Addresses, ElementPlan, PlaygroundOptions } from './playground-options.ts';
import { planElement, SAMPLE_CUSTOMER } from './playground-options.ts';
import type { PlaygroundSdk } from './playground-sdk.ts';
import { codeOf, readPlaygroundSdk } from './playground-sdk.ts';

const sdk = readPlaygroundSdk(window);
if (sdk) start(sdk);
else fail('O script do SDK não carregou. O serviço de pagamento está no ar?');

function start(sdk: PlaygroundSdk): void {
  const payButton = byId('pay', HTMLButtonElement);
  const configs = new Map<string, Promise<Addresses>>();
  const log = createEventLog({ now: () => new Date() });
  const code = createCodeView({
    copy: (text) => navigator.clipboard.writeText(text),
    after: (ms, act) => void setTimeout(act, ms),
  });
  let referenceId = newReference();
  let latest: PlaygroundOptions | null = null;
  /** What is paid by what is chosen in the element, where it told so. */
  let total: number | null = null;

  const live = createLiveElement({
    sdk,
    target: '#card',
    onEvent(name, payload) {
      log.add(name, payload);
      if (name === 'change') showTotal(totalIn(payload));
      if (name === 'ready') payButton.disabled = false;
      if (name === 'submit') setBusy(true);
      const isGood = ['result', 'paid', 'pending'].includes(name);
      if (!isGood && name !== 'error' && name !== 'loaderror') return;
      setBusy(false);
      if (name === 'loaderror') payButton.disabled = true;
      byId('preview-error', HTMLElement).textContent = isGood ? '' : explain(payload);
      if (name !== 'result' && name !== 'paid') return;
      // A prepared card, or a payment, is of one order; the next one needs a reference of its own.
      referenceId = newReference();
      showForm();
    },
    pay: (shown, chosen) => payInSandbox(latest?.account ?? '', shown, chosen),
    onShown(change, plan) {
      if (change.kind === 'mount') {
        setBusy(false);
        showTotal(null);
        payButton.disabled = true;
        byId('preview-error', HTMLElement).textContent = '';
      }
      code.show(change, plan);
    },
  });
  const form = setUpOptionsForm({ onChange: (options) => void show(options) });
  payButton.addEventListener('click', () => {
    if (payButton.getAttribute('aria-busy') === 'true') return;
    setBusy(true);
    live.submit();
  });
  showForm();

  function showForm(): void {
    const options = form.read();
    if (options) void show(options);
  }

  async function show(options: PlaygroundOptions): Promise<void> {
    if (latest?.amount !== options.amount) total = null;
    latest = options;
    const config = await configOf(options.account).catch(() => null);
    if (latest !== options) return;
    if (config === null) return fail('O back end da loja não respondeu. Recarregue a página.');
    byId('account-key', HTMLElement).textContent = config.publicKey;
    showTotal(total);
    byId('preview', HTMLElement).dataset.theme = options.theme;
    live.show(planElement(options, { addresses: config, referenceId }));
  }

  function showTotal(told: number | null): void {
    total = told;
    const shown = formatMoney(total ?? latest?.amount ?? 0);
    byId('pay-label', HTMLElement).textContent = `Pagar ${shown}`;
  }

  function configOf(account: string): Promise<Addresses> {
    const known = configs.get(account) ?? askConfig(account);
    configs.set(account, known);
    known.catch(() => configs.delete(account));
    return known;
  }

  function setBusy(isBusy: boolean): void {
    payButton.setAttribute('aria-busy', String(isBusy));
    form.setBusy(isBusy);
  }
}

async function askConfig(account: string): Promise<Addresses> {
  const response = await fetch(`/api/shop-config?account=${encodeURIComponent(account)}`);
  if (!response.ok) throw new Error(`the shop answered ${response.status}`);
  return response.json();
}

/** What the element says that the buyer pays in all, with the interest of their plan. */
function totalIn(payload: unknown): number | null {
  const { amount = null, installmentPlan: plan } = Object(payload);
  return plan?.paidBy === 'buyer' ? plan.totalAmount : amount;
}

/** Makes the payin by way of the shop's server, as a reader of the documentation tries a call. */
async function payInSandbox(account: string, { mount }: ElementPlan, chosen: object) {
  const { paymentMethod }: { paymentMethod?: string } = chosen;
  const amount = Object(mount.prices)[String(paymentMethod)] ?? mount.amount;
  const body = {
    ...chosen,
    ...{ amount, isPhysicalProduct: false, payerIp: '127.0.0.1', customer: SAMPLE_CUSTOMER },
    items: [{ title: 'Playground', quantity: 1, unitPrice: amount }],
  };
  const response = await fetch('/api/tried-calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, method: 'POST', path: '/payin', body }),
  });
  const answer = await response.json();
  return response.ok ? JSON.parse(answer.body) : answer;
}

function newReference(): string {
  return `playground-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
}

function explain(error: unknown): string {
  return Object(error).userMessage || codeOf(error);
}

function fail(text: string): void {
  byId('page-error', HTMLElement).textContent = text;
}
