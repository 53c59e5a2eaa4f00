import { toSdkError } from '../card-entry.ts';
import type { InstallmentPlan } from '../checkout-sdk.ts';
import { totalOf } from '../installment-plan.ts';
import { formatMoney } from '../money.ts';
import { browserClock } from '../page-clock.ts';
import { byId } from '../page-element.ts';
import { createCodeView } from './code-view.ts';
import { createEventLog } from './event-log.ts';
import { createLiveElement } from './live-element.ts';
import { setUpOptionsForm } from './options-form.ts';
import { createPayinRequest } from './payin-request.ts';
import type { PlaygroundConfig } from './playground-api.ts';
import { createPlaygroundApi } from './playground-api.ts';
import type { PlaygroundOptions } from './playground-options.ts';
import { planElement, samplePayin } from './playground-options.ts';
import type { PlaygroundSdk } from './playground-sdk.ts';
import { readPlaygroundSdk } from './playground-sdk.ts';

const sdk = readPlaygroundSdk(window);
if (sdk) start(sdk);
else fail('O script do SDK não carregou. O serviço de pagamento está no ar?');

function start(sdk: PlaygroundSdk): void {
  const payButton = byId('pay', HTMLButtonElement);
  const api = createPlaygroundApi((input, init) => fetch(input, init));
  const configs = new Map<string, Promise<PlaygroundConfig>>();
  const log = createEventLog({ now: () => new Date() });
  const code = createCodeView({
    copy: (text) => navigator.clipboard.writeText(text),
    after: browserClock.after,
  });
  let referenceId = newReference();
  /** What the element on the page was made of; what is prepared is of this order. */
  let order: { options: PlaygroundOptions; config: PlaygroundConfig; referenceId: string } | null =
    null;
  let latest: PlaygroundOptions | null = null;
  /** What is chosen in the element, where it has interest. */
  let plan: InstallmentPlan | null = null;

  const live = createLiveElement({
    sdk,
    target: '#card',
    onEvent(name, payload) {
      log.add(name, payload);
      if (name === 'change') showTotal(planIn(payload));
      if (name === 'ready') payButton.disabled = false;
      if (name === 'submit') setBusy(true);
      if (name !== 'result' && name !== 'error' && name !== 'loaderror') return;
      setBusy(false);
      if (name === 'loaderror') payButton.disabled = true;
      byId('preview-error', HTMLElement).textContent = name === 'result' ? '' : explain(payload);
    },
    onResult(prepared) {
      if (order === null) return;
      const { options, config } = order;
      const base = samplePayin(options.amount, { ...config, referenceId: order.referenceId });
      request.show({
        account: options.account,
        address: `${config.apiBaseUrl}/payin`,
        body: sdk.buildPayinPayload(base, prepared),
      });
      // A prepared card is of one order; the next one needs a reference of its own.
      referenceId = newReference();
      showForm();
    },
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
  const request = createPayinRequest({ api, confirm: live.confirm });
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
    latest = options;
    const config = await configOf(options.account).catch(() => null);
    if (latest !== options) return;
    if (config === null) return fail('O back end da loja não respondeu. Recarregue a página.');
    order = { options, config, referenceId };
    byId('account-key', HTMLElement).textContent = config.publicKey;
    showTotal(plan);
    byId('preview', HTMLElement).dataset.theme = options.theme;
    live.show(planElement(options, { addresses: config, referenceId }));
  }

  /** What the buyer pays in all, with the interest of the plan they chose. */
  function showTotal(chosen: InstallmentPlan | null): void {
    plan = chosen;
    const total = totalOf(latest?.amount ?? 0, plan);
    byId('pay-label', HTMLElement).textContent = `Pagar ${formatMoney(total)}`;
  }

  function configOf(account: string): Promise<PlaygroundConfig> {
    const known = configs.get(account) ?? api.config(account);
    configs.set(account, known);
    known.catch(() => configs.delete(account));
    return known;
  }

  function setBusy(isBusy: boolean): void {
    payButton.setAttribute('aria-busy', String(isBusy));
    form.setBusy(isBusy);
  }
}

/** The plan in what the element tells of a change. */
function planIn(payload: unknown): InstallmentPlan | null {
  const { installmentPlan = null }: { installmentPlan?: InstallmentPlan | null } = Object(payload);
  return installmentPlan;
}

function newReference(): string {
  return `playground-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
}

function explain(error: unknown): string {
  const { code, userMessage } = toSdkError(error);
  return userMessage || code;
}

function fail(text: string): void {
  byId('page-error', HTMLElement).textContent = text;
}
