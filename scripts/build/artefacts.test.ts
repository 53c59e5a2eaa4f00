/** @module-tag minutes */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTemplate } from '../../service/store/engine/database-template.ts';
import { migrations } from '../../service/store/migrations/migrations.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Where the built artefacts are; `DIST_DIR` names another build than the one in `dist`. */
const DIST = resolve(ROOT, process.env.DIST_DIR ?? 'dist');

// Decision: what mounts the payment element is in every page that has the script, since its frame would
// come a request later otherwise; all that runs a payment is in a chunk. That a frame which was moved
// comes again by itself is there as well: what could bring a chunk may be what was lost.
const SDK_BUDGET_BYTES = 9_001;
const CARD_FRAME_BUDGET_BYTES = 16_384;
const PIX_FRAME_BUDGET_BYTES = 8_192;
const ASKED_FOR_BUDGET_BYTES = 3_072;

const NEVER = ['sk_live_', 'sk_test_', 'whsec_', 'node:', 'eval(', 'new Function'];
const FRAME_DOCUMENTS = ['card', 'hosted', 'payment', 'pix', 'stage'] as const;

beforeAll(() => {
  if (!existsSync(join(DIST, 'sdk/checkout-sdk.js'))) {
    throw new Error(`Nothing is built in ${DIST}: run \`npm run build\` first.`);
  }
});

function read(file: string) {
  return readFileSync(join(DIST, file), 'utf8');
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => `${folder}/${file}`);
}

function brotliBytes(file: string): number {
  const bytes = readFileSync(join(DIST, file));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}

/** A chunk of the card frame by the name of its first file. */
function frameChunk(name: string): string {
  const [file] = filesIn('hosted-frame', new RegExp(`/${name}-[\\w-]{8}\\.js$`));
  if (file === undefined) throw new Error(`The card frame has no chunk ${name}.`);
  return file;
}

/** The tags of a document, without what stands inside its scripts and styles. */
function tagsOf(document: string): string[] {
  const bare = document.replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1</$2>');
  return bare.match(/<[a-z][^>]*>/g) ?? [];
}

describe('what a browser is given', () => {
  it.each(NEVER)('never holds %s', (text) => {
    const files = [
      ...filesIn('sdk', /\.js$/),
      ...filesIn('hosted-frame', /\.(html|js|css)$/),
      ...filesIn('package', /\.mjs$/),
      ...filesIn('demo-page/public', /\.(html|js)$/),
    ];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => read(file).includes(text))).toEqual([]);
  });

  it(`is an sdk of at most ${SDK_BUDGET_BYTES} bytes as sent`, () => {
    expect(brotliBytes('sdk/checkout-sdk.js')).toBeLessThanOrEqual(SDK_BUDGET_BYTES);
  });

  it(`is a card frame of at most ${CARD_FRAME_BUDGET_BYTES} bytes as sent, with what a plain mount loads`, () => {
    const plain = ['brand', 'brand-marks'].map(frameChunk).concat('hosted-frame/card.html');
    const bytes = plain.map(brotliBytes).reduce((sum, size) => sum + size);
    expect(bytes).toBeLessThanOrEqual(CARD_FRAME_BUDGET_BYTES);
    // Asked for by the page: an appearance of its own, optional fields, the CVV of a saved card alone;
    // by the account: interest; by the buyer: where the CVV is. What takes a card and keeps it is
    // fetched while it is typed.
    for (const name of [
      'page-appearance',
      'cvv-alone',
      'optional-fields',
      'card-payment',
      'kept-card',
      'interest',
      'cvv-help',
    ]) {
      expect(brotliBytes(frameChunk(name))).toBeLessThanOrEqual(ASKED_FOR_BUDGET_BYTES);
    }
  });

  it(`is a PIX frame of at most ${PIX_FRAME_BUDGET_BYTES} bytes as sent`, () => {
    expect(brotliBytes('hosted-frame/pix.html')).toBeLessThanOrEqual(PIX_FRAME_BUDGET_BYTES);
  });

  it.each(['sdk/checkout-sdk.js', ...FRAME_DOCUMENTS.map((name) => `hosted-frame/${name}.html`)])(
    'holds of comlink only how to call and to answer: %s',
    (file) => {
      // Its other verbs, what it throws with a stack, and what it tells when a port is collected.
      expect(read(file)).toContain('Comlink.releaseProxy');
      expect(read(file)).not.toMatch(
        /Comlink\.(proxy|thrown|endpoint)|FinalizationRegistry|HANDLER/,
      );
    },
  );

  it('is frames of no other chunks, what is chosen later being chunks of its own', () => {
    const chunks = filesIn('hosted-frame', /\.(js|css)$/).map((file) =>
      file.replace(/^.*\/|-[\w-]{8}\.js$/g, ''),
    );
    expect(chunks.sort()).toEqual([
      'bank-choice',
      'brand',
      'brand-marks',
      'card-consent',
      'card-payment',
      'cvv-alone',
      'cvv-help',
      'device-channel',
      'interest',
      'kept-card',
      'optional-fields',
      'page-appearance',
      'saved-cards',
      'shown-payment',
    ]);
  });

  it('is an sdk that names no address of its own', () => {
    // The service writes the hosted frame's origin in when it starts, in one place.
    expect(read('sdk/checkout-sdk.js').split('%CHECKOUT_URL%')).toHaveLength(2);
    expect(read('sdk/checkout-sdk.js').match(/%[A-Z_]*_INTEGRITY%/g)).toHaveLength(1);
    for (const file of filesIn('sdk', /\.js$/)) {
      expect(read(file)).not.toMatch(/https?:\/\/[a-z0-9]/);
    }
  });
});

describe.each(FRAME_DOCUMENTS)('the %s document', (name) => {
  const tags = () => tagsOf(read(`hosted-frame/${name}.html`));

  it('has one script that runs and one that is data, both inside it', () => {
    expect(tags().filter((tag) => tag.startsWith('<script'))).toEqual([
      '<script type="application/json" id="config">',
      '<script type="module">',
    ]);
  });

  it('has an empty place for the configuration', () => {
    const place = '<script type="application/json" id="config">null</script>';
    expect(read(`hosted-frame/${name}.html`).split(place)).toHaveLength(2);
  });

  it('has no handler or style in an attribute, which its policy would refuse', () => {
    expect(tags().filter((tag) => /\s(on[a-z]+|style)\s*=/.test(tag))).toEqual([]);
  });

  it('asks for nothing from elsewhere', () => {
    expect(tags().filter((tag) => /\s(src|href)\s*=/.test(tag))).toEqual([]);
    expect(read(`hosted-frame/${name}.html`)).not.toMatch(/@import|url\(/);
  });
});

it('the package declares types that a strict program can be written against', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-sdk-consumer-'));
  const declarations = join(DIST, 'package/types/sdk/index.js');
  const program = `
      import { CheckoutError, buildPayinPayload, init } from ${JSON.stringify(declarations)};
      import type { CardElement, PreparedCard } from ${JSON.stringify(declarations)};
      const client = init({ publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' });
      export const element: CardElement = client.mountCardElement('#card', {
        amount: 15990,
        referenceId: 'order-1',
        onError: (error) => { const code: 'TIMEOUT' | string = error.code; return void code; },
      });
      export const prepared: Promise<PreparedCard> = element.submit();
      export const build: typeof buildPayinPayload = client.buildPayinPayload;
      export const isOurs = (thrown: unknown): boolean => thrown instanceof CheckoutError;
      // @ts-expect-error an amount is a number of centavos
      client.mountCardElement('#card', { amount: '159,90', referenceId: 'order-1' });
      // @ts-expect-error a client has no function of this name
      client.charge();
    `;
  writeFileSync(join(folder, 'shop.ts'), program);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    [...options, ...libraries, join(folder, 'shop.ts')],
    { encoding: 'utf8', cwd: folder },
  );
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('');
});

it('has what a new embedded database is made of, by this engine and these migrations', async () => {
  expect(await readTemplate(join(DIST, 'database'), migrations)).not.toBeNull();
});
