import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './install.mjs';

// Checks the declarations of the built package with the last five minors of TypeScript, strict and
// with `skipLibCheck` off. They weigh 20 MB each, so they are installed for this run alone and are no
// part of `npm test`; it needs a registry, and a build in `dist/`.

const MINORS = ['5.7', '5.8', '5.9', '6.0', '7.0'];

const CONSUMER = `
import { type CardElement, CheckoutError, declineText, init } from 'checkout-sdk';
import type { PaymentElement, PixElement } from 'checkout-sdk';
import { defineCheckoutCard, type CheckoutCardElement } from 'checkout-sdk/element';
import { loadCheckout } from 'checkout-sdk/load';
import { CheckoutCard as ReactCard, CheckoutPix as ReactPix, useCheckoutCard } from 'checkout-sdk/react';
import { CheckoutPayment as ReactPayment } from 'checkout-sdk/react';
import { createTestClient, fillCard, testCard } from 'checkout-sdk/testing';
import { CheckoutCard as VueCard, CheckoutPayment as VuePayment, CheckoutPix as VuePix } from 'checkout-sdk/vue';
import { createCheckoutServer } from 'checkout-sdk/server';
import { constructEvent, verifyWebhook } from 'checkout-sdk/webhooks';

const client = init({ publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' });
const appearance = { theme: 'dark', fonts: ['Open Sans'] } as const;
const options = { amount: 15990, referenceId: 'order-1', appearance } as const;
export const element: CardElement = client.mountCardElement('#card', options);
export const cvv: CardElement = client.mountCardElement('#card', {
  ...options,
  fields: ['cvv'],
  token: 'tok_1',
});
export const pix: Promise<PixElement> = client.mountPixElement('#pix', {
  payin: { id: 'pay_1', pix: { viewToken: 'view_1' } },
  onPaid: ({ status }) => console.log(status),
});
export const payment: PaymentElement = client.mountPaymentElement('#pay', {
  amount: 15990,
  referenceId: 'order-1',
  methods: ['PIX', 'CREDIT_CARD'],
  prices: { PIX: 14391 },
  pay: async (chosen) => ({ id: chosen.referenceId, status: 'APPROVED' }),
  onPaid: ({ payin }) => console.log(declineText(payin, 'pt-BR').next),
});
export const loaded: Promise<unknown> = loadCheckout({ src: '/sdk.js' }).then((sdk) => sdk?.init);
export const isOurs: Promise<boolean> = verifyWebhook('', null, 'secret', 0);
export const paid = async () => (await constructEvent('', null, 'secret')).status === 'APPROVED';
const server = createCheckoutServer({ publicKey: 'pk', secretKey: 'sk', apiBaseUrl: '' });
export const owed = async () => (await server.payins.get('pay_1')).amount;
export const code = (thrown: unknown) => (thrown instanceof CheckoutError ? thrown.code : null);
export const handle = () => useCheckoutCard(createTestClient(), options).element?.submit();
export const card: CheckoutCardElement | null = document.querySelector('checkout-card');
export const wrong = (thrown: unknown) =>
  thrown instanceof CheckoutError && thrown.code === 'INVALID_CARD' ? thrown.details.fields : [];
export const components = [ReactCard, ReactPix, ReactPayment, VueCard, VuePix, VuePayment, defineCheckoutCard, fillCard, testCard];
// @ts-expect-error an amount is a number of centavos
client.mountCardElement('#card', { amount: '159,90', referenceId: 'order-1' });
// @ts-expect-error the CVV alone is asked for a card on file, which a token names
client.mountCardElement('#card', { amount: 15990, referenceId: 'order-1', fields: ['cvv'] });
// @ts-expect-error a theme is one of ours: what is inferred from a schema is no any
client.mountCardElement('#card', { ...options, appearance: { theme: 'pink' } });
`;

process.chdir(new URL('..', import.meta.url).pathname);
if (!existsSync('dist/package/package.json')) throw new Error('run `npm run build` first');
const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'checkout-types-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, 'shop.ts'), CONSUMER);
  const compilers = MINORS.map((minor) => `typescript-${minor}@npm:typescript@~${minor}.0`);
  const linked = ['comlink', 'react', 'vue', '@types/react'];
  const packages = ['dist/package', ...linked.map((name) => `node_modules/${name}`)];
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  const paths = packages.map((path) => join(root, path));
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--install-links=false',
    ...quiet,
    ...compilers,
    ...paths,
  ]);
  const failed = MINORS.filter((minor) => !checks(minor));
  if (failed.length > 0)
    throw new Error(`the types do not hold in TypeScript ${failed.join(', ')}`);
  console.log(`The types hold in TypeScript ${MINORS.join(', ')}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checks(minor) {
  const compiler = join(folder, `node_modules/typescript-${minor}/bin/tsc`);
  return ['bundler', 'nodenext'].every((resolution) => {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module];
    const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', 'react'];
    const { status } = spawnSync(
      process.execPath,
      [compiler, ...options, '--moduleResolution', resolution, ...libraries, 'shop.ts'],
      { cwd: folder, stdio: 'inherit' },
    );
    console.log(`TypeScript ${minor}, ${resolution}: ${status === 0 ? 'right' : 'wrong'}`);
    return status === 0;
  });
}
