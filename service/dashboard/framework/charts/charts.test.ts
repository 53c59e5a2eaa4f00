import { describe, expect, it } from 'vitest';
import { RankedBars, RateLine, StackedBars } from './chart.tsx';

const PLACES = ['um', 'dois', 'três'].map((label) => ({ key: label, label }));
const WORDS = { description: 'Quanto foi vendido.', language: 'pt-BR', placeName: 'Dia' } as const;
const FORMAT = { exact: (value: number) => `=${value}`, short: (value: number) => `~${value}` };

/** A part of it may be written in pieces. */
async function render(drawn: ReturnType<typeof StackedBars>): Promise<string> {
  return String(await (await drawn)?.toString());
}

async function barsOf(values: readonly (readonly number[])[], places = PLACES): Promise<string> {
  return render(
    StackedBars({
      words: { ...WORDS, id: 'bars', title: 'Vendas', places },
      series: values.map((one, index) => ({
        name: `método ${index + 1}`,
        className: `series-${index + 1}`,
        values: one,
      })),
      format: FORMAT,
    }),
  );
}

/** Each bar as it is drawn, with what it says of itself. */
function drawnIn(html: string) {
  const bars =
    /<rect x="([\d.]+)" y="([\d.]+)" width="7" height="([\d.]+)"><title>([^<]*)<\/title>/g;
  return [...html.matchAll(bars)].map(([, x, y, height, title]) => ({
    x: Number(x),
    y: Number(y),
    height: Number(height),
    title,
  }));
}

function cellsIn(html: string): string[][] {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '';
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell = '']) => cell),
  );
}

describe('stacked bars', () => {
  it('are as high as their amounts, one upon the other', async () => {
    const html = await barsOf([
      [100, 200, 0],
      [300, 200, 50],
    ]);
    // The highest place is 400, which is a level too.
    expect(drawnIn(html)).toEqual([
      { x: 1.5, y: 75, height: 25, title: 'um · método 1: =100' },
      { x: 11.5, y: 50, height: 50, title: 'dois · método 1: =200' },
      { x: 1.5, y: 0, height: 75, title: 'um · método 2: =300' },
      { x: 11.5, y: 0, height: 50, title: 'dois · método 2: =200' },
      { x: 21.5, y: 87.5, height: 12.5, title: 'três · método 2: =50' },
    ]);
    expect(html).toContain('<li>~400</li><li>~200</li><li>~0</li>');
  });

  it('have the same numbers in a table, and words for who cannot see them', async () => {
    const html = await barsOf([
      [100, 200, 0],
      [300, 200, 50],
    ]);
    expect(cellsIn(html)).toEqual([
      ['um', '=100', '=300'],
      ['dois', '=200', '=200'],
      ['três', '=0', '=50'],
    ]);
    expect(html).toContain('<figcaption id="bars">Vendas</figcaption>');
    expect(html).toContain('role="img" aria-labelledby="bars" aria-describedby="bars-description"');
    expect(html).toContain('<desc id="bars-description">Quanto foi vendido.</desc>');
  });

  it('are none where there is nothing, and no bar where an amount is nothing', async () => {
    expect(drawnIn(await barsOf([[0, 0, 0]]))).toEqual([]);
    expect(drawnIn(await barsOf([]))).toEqual([]);
    const html = await barsOf([[]], []);
    expect(drawnIn(html)).toEqual([]);
    expect(html).not.toContain('NaN');
    expect(html).not.toContain('Infinity');
  });

  it('keep a huge amount within the drawing, and a small one beside it', async () => {
    const drawn = drawnIn(await barsOf([[99_999_999_999, 1_000_000_000, 1]]));
    expect(drawn.map(({ y, height }) => y + height)).toEqual([100, 100, 100]);
    expect(drawn.map(({ height }) => height)).toEqual([100, 1, 0]);
  });

  it('have no legend for one series alone', async () => {
    expect(await barsOf([[1, 2, 3]])).not.toContain('class="legend"');
    expect(await barsOf([[1], [2]])).toContain('class="legend"');
  });

  it('have neither script nor style in them, and escape what they are called', async () => {
    const places = [{ key: 'a', label: '<script>alert(1)</script>' }];
    const html = await barsOf([[1]], places);
    expect(html).not.toMatch(/<script|style=|onload|onclick/);
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('the line of a rate', () => {
  const lineOf = async (rates: readonly (number | null)[]) =>
    render(
      RateLine({
        words: { ...WORDS, id: 'rate', title: 'Aprovação', places: PLACES },
        rates,
        rateName: 'Taxa',
        format: (rate) => `${rate * 100}%`,
      }),
    );
  const pathIn = (html: string) => /<path class="line" d="([^"]*)"/.exec(html)?.[1];

  it('runs from the bottom for nothing to the top for all', async () => {
    expect(pathIn(await lineOf([0, 0.5, 1]))).toBe('M5,100L15,50L25,0');
  });

  it('is broken where nothing was decided, which its table says too', async () => {
    const html = await lineOf([0.25, null, 1]);
    expect(pathIn(html)).toBe('M5,75ZM25,0Z');
    expect(cellsIn(html)).toEqual([
      ['um', '25%'],
      ['dois', '–'],
      ['três', '100%'],
    ]);
    expect([...html.matchAll(/<rect class="hover"/g)]).toHaveLength(2);
  });

  it('is none where nothing was ever decided', async () => {
    expect(pathIn(await lineOf([null, null, null]))).toBe('');
  });
});

it('ranked bars are as long as their counts, beside the counts themselves', async () => {
  const html = await render(
    RankedBars({
      title: 'Recusas',
      columns: { name: 'Motivo', count: 'Quantidade' },
      rows: [
        { name: 'saldo', count: 8, text: '8' },
        { name: 'limite', count: 2, text: '2' },
        { name: 'outro', count: 0, text: '0' },
      ],
    }),
  );
  expect([...html.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width)).toEqual([
    '100',
    '25',
    '0',
  ]);
  expect(html).toContain('<caption>Recusas</caption>');
  expect(html).toContain('<th scope="row">saldo</th>');
});
