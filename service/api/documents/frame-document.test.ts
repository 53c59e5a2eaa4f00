import { describe, expect, it } from 'vitest';
import type { CheckoutConfig } from '../../../contract/published-types.ts';
import type { FrameDocumentName } from './frame-document.ts';
import { createFrameDocuments } from './frame-document.ts';

const CHECKOUT = 'https://pay.test';
const STAGE = 'https://stage.test';
const BANK = 'https://bank.test';
const SHOP = 'https://shop.test';
const PAGE =
  '<style>a{}</style><script type="application/json" id="config">null</script>' +
  '<script type="module">1</script>';

function config(change: Partial<CheckoutConfig> = {}): CheckoutConfig {
  return {
    scope: 'public',
    companyId: 'co_1',
    companyName: 'Loja </script> Azul',
    kycStatus: 'approved',
    blocked: false,
    canTransact: true,
    reason: null,
    paymentMethods: ['credit_card'],
    capabilities: {
      tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: false },
      antifraud: { enabled: true },
      threeDS: {
        enabled: true,
        flow: 'pre-order',
        sdkUrl: `${BANK}/sdk.js`,
        provider: 'sandbox',
        hosts: { script: [BANK], connect: [BANK, 'https://api.bank.test'], frame: [BANK] },
      },
    },
    checkoutUrl: CHECKOUT,
    threeDSStageUrl: STAGE,
    origins: [],
    maxInstallments: 12,
    ...change,
  };
}

const PAGES = { card: PAGE, hosted: PAGE, payment: PAGE, pix: PAGE, stage: PAGE };
const frameDocument = createFrameDocuments(PAGES, { checkout: true, stage: true });

/** The directives of a document for an account; null is a key nobody knows. */
async function serve(
  name: FrameDocumentName,
  account: { publicKey: string; config: CheckoutConfig } | null,
  embedder: string | null = null,
) {
  const { asset, headers } = await frameDocument(name, { account, embedder });
  const directives = new Map(
    (headers['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
      const [first = '', ...sources] = directive.split(' ');
      return [first, sources.join(' ')];
    }),
  );
  return { directives, headers, html: new TextDecoder().decode(asset.identity) };
}

function known(change: Partial<CheckoutConfig> = {}, publicKey = 'pk_test_1') {
  return { publicKey, config: config(change) };
}

describe('the policy of the stage', () => {
  it('lets the provider of the account run, and no script besides', async () => {
    const { directives } = await serve('stage', known());
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('script-src')).toMatch(/^'sha256-[^']+' https:\/\/bank\.test$/);
    expect(directives.get('connect-src')).toBe(`${BANK} https://api.bank.test`);
    expect(directives.get('frame-src')).toBe(`https: ${BANK}`);
    expect(directives.get('form-action')).toBe(`https: ${BANK}`);
    expect(directives.has('require-trusted-types-for')).toBe(false);
  });

  it.each([
    [
      'the registered pages around the hosted document',
      known({ origins: [SHOP] }),
      `${CHECKOUT} ${SHOP}`,
    ],
    ['any page in the sandbox', known(), '*'],
    ['nobody, for a live key without origins', known({}, 'pk_live_1'), "'none'"],
    ['nobody, for a key nobody knows', null, "'none'"],
  ])('lets it be embedded by %s', async (_name, account, ancestors) => {
    const { directives } = await serve('stage', account);
    expect(directives.get('frame-ancestors')).toBe(ancestors);
  });

  it.each([
    [
      'without 3-D Secure',
      known({ capabilities: { ...config().capabilities, threeDS: { enabled: false } } }),
    ],
    ['nobody knows', null],
  ])('names no provider for an account %s', async (_name, account) => {
    const { directives } = await serve('stage', account);
    expect(directives.get('script-src')).toMatch(/^'sha256-[^']+'$/);
    expect(directives.get('connect-src')).toBe("'none'");
  });

  it('leaves a bank what it may ask the browser for', async () => {
    const { headers } = await serve('stage', known());
    expect(headers['Permissions-Policy']).toContain('camera=()');
    expect(headers['Permissions-Policy']).not.toMatch(/payment|publickey-credentials-get/);
    expect(headers['Cross-Origin-Embedder-Policy']).toBeUndefined();
    expect(headers['Origin-Agent-Cluster']).toBe('?1');
  });
});

describe.each(['card', 'hosted', 'payment', 'pix'] as const)(
  'the policy of the %s document',
  (name) => {
    it('runs our own code alone', async () => {
      const { directives } = await serve(name, known());
      const hash = expect.stringMatching(/^'sha256-[^']+'$/);
      expect(Object.fromEntries(directives)).toEqual({
        // No font either, where the service keeps none.
        'default-src': "'none'",
        'script-src': expect.stringMatching(/^'self' 'sha256-[^']+'$/),
        'style-src': hash,
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': '*',
        'require-trusted-types-for': "'script'",
        'trusted-types': "'none'",
        // Nothing is ever nested in the other documents.
        ...(name === 'hosted' ? { 'frame-src': STAGE } : {}),
      });
    });

    it('goes with headers that lend it nothing of the page', async () => {
      const { headers } = await serve(name, known());
      expect(headers).toMatchObject({
        'Cache-Control': 'no-cache',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Referrer-Policy': 'strict-origin',
      });
      const features = headers['Permissions-Policy'] ?? '';
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'display-capture']) {
        expect(features).toContain(`${feature}=()`);
      }
      // Banks' pages in a challenge send no embedder policy, and may ask for a passkey.
      const isAlone = name !== 'hosted';
      expect(headers['Cross-Origin-Embedder-Policy']).toBe(isAlone ? 'require-corp' : undefined);
      expect(features.includes('payment=()')).toBe(isAlone);
      // The code of a PIX is copied from its frame.
      expect(features).not.toContain('clipboard-write');
    });

    it('names no unsafe source and no host of a provider', async () => {
      const { headers } = await serve(name, known());
      expect(headers['Content-Security-Policy']).not.toMatch(/unsafe|bank\.test/);
    });
  },
);

describe('fonts that the service keeps', () => {
  const fonts = [{ family: 'Nunito', weight: '400', file: 'nunito-400-x.woff2' }];
  const serveFonts = createFrameDocuments(PAGES, { checkout: true, stage: true }, fonts);
  const open = async (name: FrameDocumentName, account: ReturnType<typeof known> | null) => {
    const { asset, headers } = await serveFonts(name, { account, embedder: SHOP });
    const html = new TextDecoder().decode(asset.identity);
    return { html, policy: headers['Content-Security-Policy'] };
  };

  it.each(['card', 'payment', 'pix'] as const)('are told to the %s document', async (name) => {
    const { html, policy } = await open(name, known());
    expect(html).toContain(JSON.stringify(fonts));
    expect(policy).toMatch(/; font-src 'self'$/);
  });

  it.each(['hosted', 'stage'] as const)('are nothing to the %s document', async (name) => {
    const { html, policy } = await open(name, known());
    expect(html).not.toContain('fonts');
    expect(policy).not.toContain('font-src');
  });

  it.each([
    ['a key nobody knows', null],
    ['a page that is not registered', known({ origins: ['https://other.test'] })],
  ])('are not told to %s', async (_whom, account) => {
    const { html, policy } = await open('card', account);
    expect(html).not.toContain('fonts');
    expect(policy).not.toContain('font-src');
  });
});

it.each([
  ['sent by all where both share it', { checkout: true, stage: true }],
  ['left out where none does', { checkout: false, stage: false }],
  ['sent by the stage alone', { checkout: false, stage: true }],
])('the header that keeps an origin apart from those of its site is %s', async (_what, sites) => {
  const make = createFrameDocuments(PAGES, sites);
  const request = { account: known(), embedder: null };
  const names = ['card', 'hosted', 'payment', 'pix', 'stage'] as const;
  const made = await Promise.all(names.map((name) => make(name, request)));
  expect(made.map(({ headers }) => 'Origin-Agent-Cluster' in headers)).toEqual(
    names.map((name) => (name === 'stage' ? sites.stage : sites.checkout)),
  );
});

it.each([
  ['hosted', known(), STAGE],
  ['hosted', null, "'none'"],
  ['card', known(), undefined],
] as const)(
  'the frames of the other documents are for the %s document as they should',
  async (name, account, sources) => {
    const { directives } = await serve(name, account);
    expect(directives.get('frame-src')).toBe(sources);
  },
);

it.each([
  ['card', ['credit_card'], ['canTransact', 'paymentMethods', 'capabilities', 'origins']],
  ['payment', ['credit_card', 'pix'], ['canTransact', 'paymentMethods', 'capabilities', 'origins']],
  ['pix', undefined, ['origins']],
] as const)('the %s document holds what it asks for, and no more', async (name, methods, held) => {
  const { html } = await serve(name, known({ paymentMethods: ['credit_card', 'pix'] }));
  const [, told = ''] = /id="config">([^<]*)</.exec(html) ?? [];
  expect(Object.keys(JSON.parse(told))).toEqual(held);
  expect(JSON.parse(told).paymentMethods).toEqual(methods);
});

it('a document carries the configuration as data that cannot end its script', async () => {
  const { html } = await serve('stage', known());
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain('Loja \\u003c/script>');
});

describe.each(['card', 'hosted', 'payment', 'pix'] as const)('a %s document', (name) => {
  /** What the document holds in place of the skeleton's `null`. */
  async function heldFor(
    ...given: Parameters<typeof serve> extends [unknown, ...infer R] ? R : never
  ) {
    const { html, directives } = await serve(name, ...given);
    const [, held = ''] = /id="config">([^<]*)</.exec(html) ?? [];
    return { held, ancestors: directives.get('frame-ancestors'), html };
  }

  it('says of a key nobody knows just that, to any page', async () => {
    const { held, ancestors } = await heldFor(null, SHOP);
    expect([held, ancestors]).toEqual(['{"refused":"UNAUTHORIZED"}', '*']);
  });

  it.each([
    ['of another origin', known({ origins: [SHOP] }), 'https://evil.test'],
    ['whose origin begins alike', known({ origins: [SHOP] }), `${SHOP}.evil.test`],
    ['of another scheme', known({ origins: [SHOP] }), 'http://shop.test'],
    ['of a live key without origins', known({}, 'pk_live_1'), SHOP],
  ])('tells a page %s that it is not registered, and no more', async (_what, account, embedder) => {
    const { held, ancestors, html } = await heldFor(account, embedder);
    expect([held, ancestors]).toEqual(['{"refused":"ORIGIN_NOT_REGISTERED"}', '*']);
    expect(html).not.toMatch(/co_1|Loja|shop\.test|kycStatus|origins/);
  });

  it.each([
    ['a registered page', known({ origins: [SHOP] }), SHOP, SHOP],
    ['a page that names no origin', known({ origins: [SHOP] }), null, SHOP],
    [
      'a page that names none, of a live key without origins',
      known({}, 'pk_live_1'),
      null,
      "'none'",
    ],
    ['any page in the sandbox', known(), 'https://evil.test', '*'],
  ])('is for %s what it was, kept by the browser', async (_what, account, embedder, expected) => {
    const { held, ancestors } = await heldFor(account, embedder);
    expect(held).toMatch(/"companyId":"co_1"|^{"canTransact":true|^{"origins":/);
    expect(ancestors).toBe(expected);
  });

  it('that shows nothing runs in no frame of a bank', async () => {
    for (const account of [null, known({ origins: [SHOP] })]) {
      const { directives } = await serve(name, account, 'https://evil.test');
      expect(directives.get('frame-src') ?? "'none'").toBe("'none'");
    }
  });
});

it('the stage is for nobody where the key is not known, and guarded by the browser for the others', async () => {
  const { directives, html } = await serve('stage', null, SHOP);
  expect(directives.get('frame-ancestors')).toBe("'none'");
  expect(html).toContain('id="config">null<');
  const evil = await serve('stage', known({ origins: [SHOP] }), 'https://evil.test');
  expect(evil.directives.get('frame-ancestors')).toContain(SHOP);
});
