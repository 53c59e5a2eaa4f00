import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenContainer } from './container.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="card"></div><div class="other"></div>';
});

afterEach(() => {
  vi.restoreAllMocks();
});

function node() {
  return document.querySelector('#card')!;
}
function claim(target: string | Element = '#card') {
  return whenContainer(document, target, 'pt-BR');
}

/** A document that is still being parsed; `parsed()` ends that. */
function whileLoading() {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  return function parsed() {
    state.mockReturnValue('interactive');
    document.dispatchEvent(new Event('DOMContentLoaded'));
  };
}

describe('whenContainer', () => {
  it.each([
    ['a selector', () => '#card'],
    ['an element', () => node()],
  ])('finds the node by %s', async (_how, target) => {
    expect(await claim(target()).found).toBe(node());
  });

  it('takes copies of our frames out of it, and nothing else of the page', async () => {
    const copy = '<iframe src="https://checkout.test/card?key=pk#nonce=1"></iframe>';
    const own = '<p><iframe src="/#nonce=2"></iframe></p><iframe src="/of-the-page"></iframe>';
    node().innerHTML = copy + own + copy;
    await claim().found;
    expect(node().innerHTML).toBe(own);
  });

  it('finds a node that no document holds yet', async () => {
    const loose = document.createElement('div');
    expect(await claim(loose).found).toBe(loose);
  });

  it.each([
    ['a selector that matches nothing', '#absent'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 7],
    ['an object', {}],
  ])('rejects %s', async (_what, target) => {
    const { found } = whenContainer(document, target as unknown as Element, 'en');
    await expect(found).rejects.toMatchObject({
      name: 'CheckoutError',
      code: 'CONTAINER_NOT_FOUND',
      type: 'merchant',
      userMessage: expect.stringContaining('not available'),
    });
  });

  it('rejects the second claim of one node, even within one turn', async () => {
    const first = claim();
    const second = claim(node());
    await expect(second.found).rejects.toMatchObject({ code: 'ALREADY_MOUNTED' });
    expect(await first.found).toBe(node());
  });

  it('lets two nodes be claimed side by side', async () => {
    const [one, other] = [claim(), claim('.other')];
    expect(await Promise.all([one.found, other.found])).toHaveLength(2);
  });

  it('gives a released node to the next', async () => {
    const first = claim();
    await first.found;
    first.release();
    first.release();
    expect(await claim().found).toBe(node());
  });

  it('does not free a node that another holds', async () => {
    await claim().found;
    const refused = claim();
    await refused.found.catch(() => undefined);
    refused.release();
    await expect(claim().found).rejects.toMatchObject({ code: 'ALREADY_MOUNTED' });
  });

  it('leaves no mark on a released node', async () => {
    const first = claim();
    await first.found;
    expect(Object.getOwnPropertySymbols(node())).toContain(Symbol.for('checkout-sdk.mounted'));
    first.release();
    expect(Object.getOwnPropertySymbols(node())).not.toContain(Symbol.for('checkout-sdk.mounted'));
  });

  it('waits for a node that the parser has not reached', async () => {
    const parsed = whileLoading();
    document.body.innerHTML = '';
    const { found } = claim();
    document.body.innerHTML = '<div id="card"></div>';
    parsed();
    expect(await found).toBe(node());
  });

  it('says a node is missing only when the document has been parsed', async () => {
    const parsed = whileLoading();
    const told = vi.fn();
    const settled = claim('#absent').found.catch(told);
    await Promise.resolve();
    expect(told).not.toHaveBeenCalled();
    parsed();
    await settled;
    expect(told).toHaveBeenCalledOnce();
  });

  it('claims nothing when released before the document was parsed', async () => {
    const parsed = whileLoading();
    const early = claim();
    early.release();
    parsed();
    await early.found;
    expect(await claim().found).toBe(node());
  });
});
