import { describe, expect, it } from 'vitest';
import { readFrameSettings } from './frame-settings.ts';

const CONFIG = { companyId: 'co_1', origins: ['https://shop.test'] };

type Facts = { search?: string; hash?: string; written?: string | null; origin?: string };

/** A frame document as our service serves it in a page; a test spoils one fact. */
function viewOf({
  search = '?key=pk_test_no3ds',
  hash = '#nonce=abc123&theme=light',
  written = JSON.stringify(CONFIG),
  origin = 'https://shop.test',
}: Facts = {}): Window {
  const element = written === null ? null : { textContent: written };
  return {
    parent: {},
    location: { search, hash, ancestorOrigins: [origin] },
    document: { getElementById: (id: string) => (id === 'config' ? element : null), referrer: '' },
  } as unknown as Window;
}

describe('readFrameSettings', () => {
  it('reads key, nonce and the configuration that the service wrote', () => {
    expect(readFrameSettings(viewOf())).toMatchObject({
      publicKey: 'pk_test_no3ds',
      nonce: 'abc123',
      config: CONFIG,
    });
  });

  it('takes no address, key or configuration from the fragment, which the page writes', () => {
    const hash =
      '#nonce=abc123&key=pk_live_evil&apiBaseUrl=https://evil.test&config={"origins":[]}';
    expect(readFrameSettings(viewOf({ hash }))).toMatchObject({
      publicKey: 'pk_test_no3ds',
      config: CONFIG,
    });
    expect(JSON.stringify(readFrameSettings(viewOf({ hash })))).not.toContain('evil');
  });

  it('reads how the skeleton appears from the fragment, else has our own', () => {
    const hash = '#nonce=abc123&theme=dark&layout=line';
    expect(readFrameSettings(viewOf({ hash }))).toMatchObject({ theme: 'dark', layout: 'line' });
    const bare = '#nonce=abc123&theme=blood';
    expect(readFrameSettings(viewOf({ hash: bare }))).toMatchObject({
      theme: 'light',
      layout: 'row',
    });
  });

  it('reads what the page asks of it from the fragment', () => {
    const options = { amount: 100, labels: { number: 'Número & nome' } };
    const asked = new URLSearchParams({ nonce: 'abc123', options: JSON.stringify(options) });
    expect(readFrameSettings(viewOf({ hash: `#${asked}` }))).toMatchObject({ options });
  });

  it.each([
    ['nothing', '#nonce=abc123'],
    ['no JSON', '#nonce=abc123&options=%7Bamount'],
    ['an empty text', '#nonce=abc123&options='],
  ])('is asked nothing by %s', (_what, hash) => {
    expect(readFrameSettings(viewOf({ hash }))).toMatchObject({ nonce: 'abc123', options: null });
  });

  it('takes the nonce from the fragment alone, since a query is sent and logged', () => {
    const search = '?key=pk_test_no3ds&nonce=fromthequery';
    expect(readFrameSettings(viewOf({ search, hash: '' }))).toBeNull();
  });

  it.each<[string, Facts]>([
    ['without a key', { search: '' }],
    ['with an empty key', { search: '?key=' }],
    ['without a nonce', { hash: '#theme=light' }],
    ['with an empty nonce', { hash: '#nonce=' }],
    ['without a fragment', { hash: '' }],
    ['without a place for the configuration', { written: null }],
    ['with an empty configuration', { written: '' }],
    ['for a key the service does not know', { written: 'null' }],
    ['in a page without an origin', { origin: 'null' }],
  ])('is null %s', (_what, facts) => {
    expect(readFrameSettings(viewOf(facts))).toBeNull();
  });

  it('is null for a document that is nobody’s frame', () => {
    const view = viewOf();
    Object.assign(view, { parent: view });
    expect(readFrameSettings(view)).toBeNull();
  });
});
