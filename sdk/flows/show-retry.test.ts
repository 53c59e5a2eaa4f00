import { beforeEach, describe, expect, it } from 'vitest';
import { installFrameWindows } from '../frame/frame-side.cases.ts';
import { showRetry } from './show-retry.ts';

const LOST = { retryable: true, userMessage: '' };

let home: HTMLElement;
let button: HTMLButtonElement;
let pressed: number;

beforeEach(() => {
  installFrameWindows();
  document.body.innerHTML = '<div id="card"></div>';
  home = document.querySelector<HTMLElement>('#card')!;
  pressed = 0;
  button = document.createElement('button');
  button.textContent = 'what the error says';
  button.style.cssText = 'height:322px;color-scheme:dark';
  button.onclick = () => {
    pressed += 1;
    button.remove();
  };
  home.append(button);
});

function box() {
  return home.querySelector<HTMLElement>('[role="alert"]');
}
/** What is observed is told by then. */
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the box in the place of a card frame that did not come', () => {
  it.each([
    ['pt-BR', {}, 'Os campos do cartão não carregaram.', 'Tentar de novo'],
    ['en', {}, 'The card fields did not load.', 'Try again'],
    ['es', { methods: undefined }, 'El pago no cargó.', 'Reintentar'],
  ] as const)('says in %s what happened and what to do: %o', (locale, more, failed, again) => {
    showRetry(button, { locale, ...more }, LOST);
    expect(box()?.lang).toBe(locale);
    expect(box()?.querySelector('span')?.textContent).toBe(failed);
    expect(button.textContent).toBe(again);
    expect(box()?.contains(button)).toBe(true);
    expect(home.children).toHaveLength(1);
  });

  it('says what is left where trying again leads nowhere', () => {
    showRetry(button, { locale: 'pt-BR' }, { retryable: false, userMessage: 'Não.' });
    expect(box()?.querySelector('span')?.textContent).toBe('Não. Pague de outra forma.');
    expect(button.style.display).toBe('none');
  });

  it('is as high as the frame was, and its button as high as a finger needs', () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect(box()?.style.minHeight).toBe('322px');
    expect(button.style.minHeight).toBe('44px');
  });

  it('follows the scheme of the frame, and the colours that the page gave it', () => {
    const variables = { colorText: 'rgb(1, 2, 3)', borderRadius: '3px', fontFamily: 'serif' };
    showRetry(button, { locale: 'pt-BR', appearance: { variables } }, LOST);
    expect(box()?.style).toMatchObject({
      colorScheme: 'dark',
      color: 'rgb(1, 2, 3)',
      background: '#1a222b',
      borderRadius: '3px',
      fontFamily: 'serif',
    });
  });

  it('goes with its button', async () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    button.click();
    await turn();
    expect(pressed).toBe(1);
    expect(home.children).toHaveLength(0);
  });

  it('goes where the page mounts another frame in its place', async () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    const frame = document.createElement('iframe');
    home.append(frame);
    await turn();
    expect([...home.children]).toEqual([frame]);
  });

  it('is not made where the page has mounted another frame already', () => {
    const frame = document.createElement('iframe');
    home.append(frame);
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect([...home.children]).toEqual([frame]);
  });

  it('stays where the page puts something else beside it', async () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    home.append(document.createElement('p'));
    await turn();
    expect(box()).not.toBeNull();
  });

  it('is not made once the element was taken away', () => {
    button.remove();
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect(home.children).toHaveLength(0);
  });

  it('has the focus again where it was pressed in vain, and never takes it first', async () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect(document.activeElement).toBe(document.body);
    button.click();
    await turn();
    home.append(button);
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect(document.activeElement).toBe(button);
  });

  it('leaves the focus where the buyer has put it since', async () => {
    showRetry(button, { locale: 'pt-BR' }, LOST);
    button.click();
    await turn();
    const name = document.createElement('input');
    document.body.append(name);
    name.focus();
    home.append(button);
    showRetry(button, { locale: 'pt-BR' }, LOST);
    expect(document.activeElement).toBe(name);
  });
});
