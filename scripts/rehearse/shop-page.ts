export const AMOUNT = 15_990;

export const THANKS_PATH = '/thanks';

export const OTHER_METHODS = ['pix', 'boleto', 'open-finance'] as const;
export type OtherMethod = (typeof OTHER_METHODS)[number];

/** What pages say to the shop's back end, and wait for of it. */
const COMMON = `
  const message = document.querySelector('#message');
  const post = (path, body) => fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.json());
  async function tellOutcome(referenceId) {
    for (;;) {
      const { status } = await post('/status', { referenceId });
      if (!status.startsWith('PENDING')) {
        message.textContent = 'Status: ' + status;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
`;

const SHOWN: Readonly<Record<OtherMethod, string>> = {
  pix: `
    await client.mountPixElement('#pix', { payin, onPaid: () => tellOutcome(referenceId) });
  `,
  boleto: `
    document.querySelector('#slip-pix').textContent = payin.boleto.pixQrcode ?? '';
    const slip = document.querySelector('#slip');
    slip.href = payin.boleto.url;
    slip.textContent = payin.boleto.barcode;
    tellOutcome(referenceId);
  `,
  'open-finance': `
    sessionStorage.setItem('referenceId', referenceId);
    location.assign(payin.openFinanceRedirectUrl);
  `,
};

const ORDERS: Readonly<Record<OtherMethod, string>> = {
  pix: `{ paymentMethod: 'PIX' }`,
  boleto: `{ paymentMethod: 'BOLETO' }`,
  'open-finance': `{
    paymentMethod: 'OPEN_FINANCE', bankId: (await post('/banks', {})).banks[0].id,
  }`,
};

const LINKS = ['', ...OTHER_METHODS]
  .map((path) => `<a href="/${path}">${path === '' ? 'cartão' : path}</a>`)
  .join(' ');

/** A page that orders and shows what a buyer pays with; `#order` has the payin's id. */
export function otherMethodPage(
  method: OtherMethod,
  init: { apiBaseUrl: string; publicKey: string },
): string {
  const sdk = `<script src="${init.apiBaseUrl}/checkout/sdk/checkout-sdk.js"></script>`;
  return documentOf(
    `<p id="order"></p><div id="pix"></div><a id="slip"></a><p id="slip-pix"></p>
<button id="play" hidden>Pagar no banco encenado</button>${sdk}`,
    `
    const client = CheckoutSDK.init(${JSON.stringify(init)});
    const { referenceId } = await post('/orders', {});
    const payin = await post('/pay', { referenceId, ...${ORDERS[method]} });
    document.querySelector('#order').textContent = payin.id;
    const play = document.querySelector('#play');
    play.onclick = () => post('/play', { referenceId });
    play.hidden = payin.openFinanceRedirectUrl !== undefined;
    ${SHOWN[method]}`,
  );
}

export function thanksPage(): string {
  return documentOf('', `tellOutcome(sessionStorage.getItem('referenceId'));`);
}

function documentOf(content: string, script: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title>
<style>
  body { margin: 1rem auto; max-width: 40rem; padding-inline: 1rem; font-family: sans-serif; }
  nav { display: flex; flex-wrap: wrap; gap: 1rem; }
  a, p { overflow-wrap: anywhere; }
</style>
<nav>${LINKS}</nav>
<h1>Pagar R$&nbsp;159,90</h1>
${content}
<p id="message" role="status"></p>
<script type="module">${COMMON}${script}</script>
</html>
`;
}
