import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Appearance, AppearanceVariables, CardLayout } from '../../contract/appearance.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import { LOCALES } from '../../contract/locale.ts';
import {
  createCardIframe,
  followTheme,
  frameTitle,
  reservedHeight,
  skeletonLayout,
} from './card-iframe.ts';

const OPTIONS: CardOptions = {
  amount: 15_990,
  installments: 1,
  maxInstallments: 1,
  referenceId: 'order-1',
  locale: 'pt-BR',
};

/** A window whose system is dark or light, and may change its mind. */
function systemThat(prefersDark: boolean) {
  const listeners = new Set<() => void>();
  const query = {
    matches: prefersDark,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  };
  const matchMedia = vi.fn(() => query);
  return {
    view: { matchMedia } as unknown as Window,
    matchMedia,
    listeners,
    turn(isDark: boolean) {
      query.matches = isDark;
      for (const listener of [...listeners]) listener();
    },
  };
}

let iframe: HTMLIFrameElement;

beforeEach(() => {
  iframe = createCardIframe(document);
});

describe('createCardIframe', () => {
  it('tells the frame the origin of the page and no more', () => {
    expect(iframe.referrerPolicy).toBe('strict-origin');
  });

  it('has no address and no place yet', () => {
    expect(iframe.hasAttribute('src')).toBe(false);
    expect(iframe.isConnected).toBe(false);
  });

  it('has no name that other frames of the page could find it by', () => {
    expect(iframe.hasAttribute('name')).toBe(false);
    expect(iframe.id).toBe('');
  });
});

it('frameTitle names the frame for who cannot see it, in each language', () => {
  const titles = LOCALES.flatMap((locale) => [
    frameTitle('card', locale),
    frameTitle('payment', locale),
  ]);
  expect(titles).not.toContain('');
  expect(new Set(titles).size).toBe(2 * LOCALES.length);
});

describe('reservedHeight', () => {
  const heightIn = (width: number, options: CardOptions = OPTIONS) => {
    const container = document.createElement('div');
    container.getBoundingClientRect = () => ({ width }) as DOMRect;
    return reservedHeight(container, options);
  };

  it('reserves a row more for installments', () => {
    expect(heightIn(400, { ...OPTIONS, maxInstallments: 2 })).toBeGreaterThan(heightIn(400));
  });

  it.each<[CardLayout | undefined, number, number]>([
    [undefined, 400, 3],
    [undefined, 279, 4],
    ['row', 280, 3],
    ['stacked', 900, 4],
    ['line', 479, 3],
    ['line', 279, 4],
    ['line', 480, 2],
    ['line', 700, 1],
  ])('reserves in the layout %s, %i wide, %i rows', (layout, width, rows) => {
    // A row is 93.8 high, its label, field and error; 10 are between rows, 4 below the last.
    expect(heightIn(width, { ...OPTIONS, layout })).toBeCloseTo(4 - 10 + rows * 103.8);
  });

  it.each<[string, number, object, number]>([
    ['alone', 200, {}, 1],
    ['beside its card', 400, { card: { brand: 'visa', last4: '1111' } }, 1],
    ['under its card', 200, { card: { brand: 'visa', last4: '1111' } }, 2],
  ])('reserves for a CVV %s, %i wide, what it takes', (_how, width, more, rows) => {
    const options: CardOptions = { ...OPTIONS, fields: ['cvv'], token: 'tok_1', ...more };
    expect(heightIn(width, options)).toBeCloseTo(4 - 10 + rows * 103.8);
  });

  it.each<[AppearanceVariables, number]>([
    [{ fieldHeight: '72px' }, 3 * 24],
    [{ fieldHeight: '4.5rem' }, 3 * 24],
    [{ fieldHeight: '32px' }, 3 * -4],
    [{ fontSize: '24px' }, 3 * 8 * 1.4 * 1.6875],
    [{ fontSize: 'large' }, 0],
    [{ spacing: '40px' }, 0],
  ])('reserves for %o', (variables, more) => {
    const height = heightIn(400, { ...OPTIONS, appearance: { variables } });
    expect(height - heightIn(400)).toBeCloseTo(more);
  });

  it('reserves as for a wide one in a container that is not laid out', () => {
    expect(heightIn(0)).toBe(heightIn(400));
  });
});

describe('skeletonLayout', () => {
  const CVV = { fields: ['cvv'], token: 'tok_1' };
  const CARD = { card: { brand: 'visa', last4: '1111' } };

  it.each<[string, object, string]>([
    ['a page that names none', {}, ''],
    ['the whole card in a line', { layout: 'line' }, 'line'],
    ['optional fields', { layout: 'line', fields: ['cvv', 'holderDocument'] }, 'line'],
    ['a CVV alone', { ...CVV, layout: 'row' }, 'cvv'],
    ['a CVV beside its card', { ...CVV, ...CARD, layout: 'line' }, 'cvv'],
    ['a CVV where every field has its row', { ...CVV, ...CARD, layout: 'stacked' }, 'stacked'],
  ])('of %s', (_what, given, layout) => {
    expect(skeletonLayout({ ...OPTIONS, ...given } as CardOptions)).toBe(layout);
  });
});

describe('followTheme', () => {
  const follow = (system: ReturnType<typeof systemThat>, appearance: Appearance) => {
    const told: Appearance[] = [];
    const follower = followTheme(system.view, iframe, appearance, (next) => told.push(next));
    return { ...follower, told };
  };
  const scheme = () => iframe.style.colorScheme;

  it.each([
    ['nothing', {}, true, 'light'],
    ['light', { theme: 'light' }, true, 'light'],
    ['dark', { theme: 'dark' }, false, 'dark'],
    ['auto', { theme: 'auto' }, true, 'dark'],
    ['auto', { theme: 'auto' }, false, 'light'],
  ] as const)('puts, told %s (%#), one word on the iframe', (_told, given, dark, expected) => {
    const { resolve } = follow(systemThat(dark), given);
    expect(scheme()).toBe(expected);
    expect(resolve({}).theme).toBe(expected);
  });

  it('puts light on the iframe of the theme of contrast, which the frame draws', () => {
    const { resolve } = follow(systemThat(true), { theme: 'contrast' });
    expect(scheme()).toBe('light');
    expect(resolve({}).theme).toBe('contrast');
  });

  it('asks the system about dark', () => {
    const system = systemThat(false);
    follow(system, {});
    expect(system.matchMedia).toHaveBeenCalledWith('(prefers-color-scheme: dark)');
  });

  it('follows a system that changes, with the rest of the appearance as it was', () => {
    const system = systemThat(false);
    const variables = { colorPrimary: '#123456' };
    const { told } = follow(system, { theme: 'auto', variables });
    system.turn(true);
    system.turn(false);
    expect(told).toEqual([
      { theme: 'dark', variables },
      { theme: 'light', variables },
    ]);
    expect(scheme()).toBe('light');
  });

  it.each(['light', 'dark', undefined] as const)('ignores the system in theme %s', (theme) => {
    const system = systemThat(false);
    const { told } = follow(system, theme === undefined ? {} : { theme });
    const before = scheme();
    system.turn(true);
    expect(told).toEqual([]);
    expect(scheme()).toBe(before);
  });

  it('takes a new theme and keeps what it was given before', () => {
    const variables = { colorPrimary: '#123456' };
    const { resolve } = follow(systemThat(true), { theme: 'light', variables });
    expect(resolve({ theme: 'dark' })).toEqual({ theme: 'dark', variables });
    expect(scheme()).toBe('dark');
    expect(resolve({})).toEqual({ theme: 'dark', variables });
  });

  it('begins and ends to follow as it is told later', () => {
    const system = systemThat(false);
    const { resolve, told } = follow(system, { theme: 'light' });
    resolve({ theme: 'auto' });
    system.turn(true);
    expect(told).toHaveLength(1);
    resolve({ theme: 'light' });
    system.turn(false);
    expect(told).toHaveLength(1);
  });

  it('leaves no listener when stopped', () => {
    const system = systemThat(false);
    const { stop, told } = follow(system, { theme: 'auto' });
    expect(system.listeners.size).toBe(1);
    stop();
    expect(system.listeners.size).toBe(0);
    system.turn(true);
    expect(told).toEqual([]);
  });
});
