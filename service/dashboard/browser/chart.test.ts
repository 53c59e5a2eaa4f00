import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCharts } from './chart.ts';

const DAYS = ['1 Nov', '2 Nov', '3 Nov', '4 Nov'];

let drawing: Element;
let box: HTMLElement;

beforeEach(() => {
  const rows = DAYS.map(
    (day, place) => `<tr><th data-name="Day">${day}</th><td data-name="PIX">R$ ${place}</td></tr>`,
  );
  document.body.innerHTML = `<figure class="chart"><figcaption id="by-day">By day</figcaption>
    <svg class="drawing" role="img" aria-labelledby="by-day"><title>By day</title></svg>
    <table><tbody>${rows.join('')}</tbody></table></figure>`;
  watchCharts(document.body);
  drawing = document.querySelector('.drawing') as Element;
  box = document.querySelector('.readout') as HTMLElement;
  const width = { left: 100, width: 400 } as DOMRect;
  vi.spyOn(drawing, 'getBoundingClientRect').mockReturnValue(width);
});

function point(clientX: number): void {
  drawing.dispatchEvent(new MouseEvent('pointermove', { clientX }));
}

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, cancelable: true });
  drawing.dispatchEvent(event);
  return event;
}

describe('a chart', () => {
  it('shows the numbers of the day under the pointer, until it leaves', () => {
    expect(box.hidden).toBe(true);
    point(100 + 150);
    expect(box.textContent).toBe('2 Nov\nPIX: R$ 1');
    expect(box.hidden).toBe(false);
    point(100 + 350);
    expect(box.textContent).toBe('4 Nov\nPIX: R$ 3');
    drawing.dispatchEvent(new Event('pointerleave'));
    expect(box.hidden).toBe(true);
  });

  it.each([
    [99, '1 Nov'],
    [500, '4 Nov'],
    [900, '4 Nov'],
  ])('shows at %s points the nearest day there is', (clientX, day) => {
    point(clientX);
    expect(box.textContent).toContain(day);
  });

  it('begins with the last day on the keyboard, and goes from day to day and no further', () => {
    drawing.dispatchEvent(new Event('focus'));
    const texts = ['ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowUp', 'End'].map((key) => {
      expect(press(key).defaultPrevented).toBe(true);
      return drawing.getAttribute('aria-valuetext');
    });
    expect(texts.map((text) => text?.split(',')[0])).toEqual([
      ...['4 Nov', '3 Nov', '1 Nov', '1 Nov', '2 Nov', '4 Nov'],
    ]);
    expect(texts.at(-1)).toBe('4 Nov, PIX: R$ 3');
    expect(drawing.getAttribute('aria-valuenow')).toBe('4');
  });

  it.each(['Tab', 'a', 'Enter', ' ', 'PageDown'])('leaves %j to the browser', (key) => {
    expect(press(key).defaultPrevented).toBe(false);
    expect(box.hidden).toBe(true);
  });

  it('is put away by Escape, and when the keyboard goes on', () => {
    for (const away of [() => press('Escape'), () => drawing.dispatchEvent(new Event('blur'))]) {
      drawing.dispatchEvent(new Event('focus'));
      expect(box.hidden).toBe(false);
      away();
      expect(box.hidden).toBe(true);
    }
  });

  it('without a table of numbers stays as it is', () => {
    document.body.innerHTML =
      '<figure class="chart"><svg class="drawing" role="img"></svg></figure>';
    watchCharts(document.body);
    expect(document.querySelector('.drawing')?.getAttribute('role')).toBe('img');
    expect(document.querySelector('.readout')).toBeNull();
  });
});
