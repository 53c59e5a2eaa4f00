import type { Frame, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { MerchantPage, MerchantSite } from '../merchant-page.ts';
import type { System } from '../system.ts';

export const NONCE = '00112233445566778899aabbccddeeff';

/** The options of an honest mount, to be spoiled. */
export const OPTIONS = {
  amount: 15990,
  installments: 1,
  maxInstallments: 3,
  referenceId: 'hostile-1',
  locale: 'pt-BR',
  appearance: {},
};

/**
 * A page that mounts the card frame without the sdk and holds the bare port: `mountRaw(nonce)`,
 * `connectRaw(nonce)`, `ask(name, argument)`, and what it heard in `hellos`, `answers` and `told`.
 */
export function rawFramePage(
  system: System,
  more: { headers?: { [name: string]: string }; publicKey?: string; after?: string } = {},
): MerchantPage {
  const key = more.publicKey ?? 'pk_test_no3ds';
  const body = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<title>Loja</title>
<body>
<div id="card"><iframe id="frame" name="card" style="width:500px;height:500px"></iframe></div>
<script>
  const CHECKOUT = ${JSON.stringify(system.checkoutUrl)};
  const iframe = document.getElementById('frame');
  window.hellos = [];
  window.answers = [];
  window.told = [];
  window.waiting = new Map();
  let asked = 0;

  addEventListener('message', (event) => {
    if (event.source === iframe.contentWindow) {
      hellos.push({ origin: event.origin, data: event.data });
      dispatchEvent(new Event('hello'));
    }
  });

  window.mountRaw = (nonce) => new Promise((resolve) => {
    addEventListener('hello', resolve, { once: true });
    iframe.src = CHECKOUT + '/card?key=${key}#nonce=' + nonce;
  });

  /** Sends a connect with a new port and listens on our end of it. */
  window.connectRaw = (nonce, more = []) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.type === 'APPLY') {
        told.push(data.argumentList[0].value);
        port1.postMessage({ id: data.id, type: 'RAW', value: { ok: true, value: null } });
        return;
      }
      answers.push(data);
      waiting.get(data.id)?.(data.value);
    };
    const message = { checkout: 'connect', version: 1, nonce };
    iframe.contentWindow.postMessage(message, CHECKOUT, [port2, ...more]);
    return port1;
  };

  window.call = (id, name, argument) =>
    ({ id, type: 'APPLY', path: [name], argumentList: [{ type: 'RAW', value: argument }] });

  /** One honest call on a port; null where no answer comes in time. */
  window.ask = (name, argument = {}, { on = port, deadlineMs = 10000 } = {}) =>
    new Promise((resolve) => {
      const id = 'ask-' + (asked += 1);
      waiting.set(id, resolve);
      setTimeout(resolve, deadlineMs, null);
      on.postMessage(call(id, name, argument));
    });
  ${more.after ?? ''}
</script>
</body>
</html>`;
  return { body, ...(more.headers ? { headers: more.headers } : {}) };
}

/** Opens such a page, connected and configured like an honest one; `window.port` is the port. */
export async function openRawFrame(
  page: Page,
  { merchant, system }: { merchant: MerchantSite; system: System },
  options: object = OPTIONS,
): Promise<void> {
  await page.goto(merchant.origin + merchant.serve(rawFramePage(system)));
  const configured = await page.evaluate(
    `(async () => {
      await mountRaw('${NONCE}');
      window.port = connectRaw('${NONCE}');
      return ask('configure', ${JSON.stringify(options)});
    })()`,
  );
  expect(configured).toMatchObject({ ok: true });
}

/** The document of the card frame, for a look inside that no page could take. */
export function cardDocument(page: Page, system: System): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(`${system.checkoutUrl}/card`));
  if (frame === undefined) throw new Error('the card frame is not in this page');
  return frame;
}

/** Notes every window message that reaches the card frame, by the origin it came from. */
export async function watchMessages(frame: Frame): Promise<() => Promise<string[]>> {
  await frame.evaluate(() => {
    const heard: string[] = [];
    addEventListener('message', (event) => heard.push(event.origin));
    Object.defineProperty(window, 'heardByTest', { value: heard });
  });
  return () => frame.evaluate<string[]>('heardByTest');
}
