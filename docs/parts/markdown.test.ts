import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMarkdown, outlineOf } from './markdown.ts';

function render(text: string) {
  return createMarkdown().render(text);
}

describe('a heading', () => {
  it('has an address made of its words, without accents', () => {
    expect(render('## Política e ação')).toContain('<h2 id="politica-e-acao">');
  });

  it('of an error code has the code itself as its address', () => {
    expect(render('### `THREEDS_EXPIRED`')).toContain('<h3 id="THREEDS_EXPIRED">');
  });

  it('that comes twice gets a number', () => {
    expect(outlineOf(render('## Pay\n\n## Pay')).map(({ id }) => id)).toEqual(['pay', 'pay-2']);
  });

  it('stands in the outline with its level, without its link', () => {
    expect(outlineOf(render('# Page\n\n## One\n\n### `two`\n\n#### Three'))).toEqual([
      { level: 2, id: 'one', title: 'One' },
      { level: 3, id: 'two', title: '<code>two</code>' },
    ]);
  });
});

describe('a picture', () => {
  it('has the address on the site, its own size and its description', () => {
    const file = readFileSync(join(import.meta.dirname, '../pictures/dashboard/home-en.png'));
    // A PNG begins with its header; width and height stand in it.
    const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
    expect(render('![The "first" page](dashboard/home-en.png)')).toContain(
      `src="/docs/assets/dashboard/home-en.png" width="${width}" height="${height}" alt="The &quot;first&quot; page">`,
    );
  });

  it('that is not there ends the build', () => {
    expect(() => render('![No page](dashboard/none.png)')).toThrow('none.png');
  });
});

describe('code', () => {
  it('is escaped, and coloured by classes alone', () => {
    const html = render('```html\n<script>alert(1)</script>\n```');
    expect(html).not.toContain('<script>');
    expect(html).toContain('class="hljs-');
    expect(html).not.toContain('style=');
  });

  it('of a language nobody knows is escaped too', () => {
    expect(render('```nothing\n<b>\n```')).toContain('&lt;b&gt;');
  });

  it('has the name of its file above it', () => {
    expect(render('```json a "b".json\n{}\n```')).toContain(
      '<figcaption>a &quot;b&quot;.json</figcaption>',
    );
  });
});

it.each([
  ['bash', 'Shell'],
  ['js', 'JavaScript'],
  ['nothing', 'nothing'],
])('code in %s without a name has its language above it', (language, name) => {
  expect(render(`\`\`\`${language}\nit\n\`\`\``)).toContain(`<figcaption>${name}</figcaption>`);
});

it('puts the prefix of the site before links of the site, and no others', () => {
  expect(render('[a](/en/errors/#NETWORK)')).toContain('href="/docs/en/errors/#NETWORK"');
  expect(render('[a](#here)')).toContain('href="#here"');
});

it('makes a box to tick of an entry of a checklist, named by its text', () => {
  expect(render('- [ ] Keys in **place**')).toContain(
    '<label><input type="checkbox"> <span>Keys in <strong>place</strong></span></label>',
  );
  expect(render('- [x] done')).not.toContain('checkbox');
});

it('names the column in every cell of a table but the first, for where a row is a list', () => {
  const html = render('| Code | `details` |\n| --- | --- |\n| A | b |\n| C | d |');
  expect(html.match(/<td[^>]*>/g)).toEqual([
    '<td role="cell">',
    '<td role="cell" data-label="details">',
    '<td role="cell">',
    '<td role="cell" data-label="details">',
  ]);
  expect(html).toContain('<table role="table">');
});
