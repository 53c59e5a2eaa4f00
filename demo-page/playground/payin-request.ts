import { toSdkError } from '../card-entry.ts';
import type { PayinAnswer } from '../checkout-sdk.ts';
import { byId } from '../page-element.ts';
import { showCode } from './coloured-code.ts';
import type { PayinReply, PlaygroundApi } from './playground-api.ts';
import type { PayinBase, PayinBody } from './playground-sdk.ts';

export type ReadyPayin = {
  account: string;
  /** Where a merchant's back end sends it. */
  address: string;
  body: PayinBase & PayinBody;
};

/** The panel of the request that a merchant's back end makes, and of what comes back. */
export function createPayinRequest(parts: {
  api: Pick<PlaygroundApi, 'send'>;
  /** Asks the buyer what the bank wants to hear. Rejects with the SDK's error. */
  confirm(payin: PayinAnswer): Promise<unknown>;
}): { show(payin: ReadyPayin): void } {
  const button = byId('send', HTMLButtonElement);
  let ready: ReadyPayin | null = null;
  let isBusy = false;

  const say = (text: string) => {
    byId('answer-line', HTMLElement).textContent = text;
  };

  async function send(): Promise<void> {
    if (isBusy || ready === null) return;
    const sent = ready;
    setBusy(true);
    say('Enviando…');
    try {
      const reply = await parts.api.send(sent.account, sent.body);
      // The buyer has paid again since: this answer belongs to the order before.
      if (ready !== sent) return;
      showReply(reply);
      if (reply.pending) await confirm(reply.pending);
    } catch {
      say('O back end da loja não respondeu. Tente de novo.');
    } finally {
      setBusy(false);
    }
  }

  async function confirm(payin: PayinAnswer): Promise<void> {
    say('O banco quer ouvir o comprador: handlePendingThreeDS está em andamento.');
    const ended = await parts.confirm(payin).then(
      () => 'o comprador foi autenticado',
      (error: unknown) => toSdkError(error).code,
    );
    say(`handlePendingThreeDS: ${ended}. Envie de novo para ver como o pagamento ficou.`);
  }

  function showReply({ status, body }: PayinReply): void {
    say(`${status} · ${outcomeOf(body)}`);
    byId('answer', HTMLElement).hidden = false;
    showCode(byId('answer-body', HTMLElement), JSON.stringify(body, null, 2));
  }

  function setBusy(busy: boolean): void {
    isBusy = busy;
    button.setAttribute('aria-busy', String(busy));
  }

  button.addEventListener('click', () => void send());

  return {
    show(payin) {
      ready = payin;
      say('');
      byId('request-hint', HTMLElement).hidden = true;
      byId('request', HTMLElement).hidden = false;
      byId('answer', HTMLElement).hidden = true;
      byId('request-address', HTMLElement).textContent = payin.address;
      showCode(byId('request-body', HTMLElement), JSON.stringify(payin.body, null, 2));
    },
  };
}

/** The payin's status, or the code of the refusal. */
function outcomeOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  if ('error' in body) return toSdkError(body.error).code;
  return 'status' in body ? String(body.status) : '';
}
