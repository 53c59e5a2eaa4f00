import type { Language, Text } from '../language.ts';
import { escapeHtml } from './escape-html.ts';

/** Who speaks with whom, in order. `from` and `to` are indexes of `actors`, equal for a step of its own. */
export type SequenceDiagram = {
  title: Text;
  actors: readonly Text[];
  steps: readonly { from: number; to: number; text: Text; isAnswer?: true }[];
};

const COLUMN = 132;
const HEAD = 46;
const STEP = 44;
const LINE = 14;

/** Coloured by the site's styles, for light and dark; its description tells the steps as well. */
export function sequenceDiagram(diagram: SequenceDiagram, id: string, language: Language): string {
  const { actors, steps } = diagram;
  const width = actors.length * COLUMN;
  const height = HEAD + steps.length * STEP + 30;
  const lines = actors.map((actor, index) => actorOf(actor[language], index, height));
  const arrows = steps.map((step, index) => arrowOf(step, step.text[language], index));
  const told = steps.map(({ from, to, text }, index) => {
    const way = [...new Set([from, to])].map((at) => nameOf(actors, at, language)).join(' → ');
    return `${index + 1}. ${way}: ${text[language].replace('\n', ' ')}.`;
  });
  return (
    `<div class="wide diagram" tabindex="0"><svg viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-steps">` +
    `<title id="${id}-title">${escapeHtml(diagram.title[language])}</title>` +
    `<desc id="${id}-steps">${escapeHtml(told.join(' '))}</desc>` +
    `${lines.join('')}${arrows.join('')}</svg></div>\n`
  );
}

function nameOf(actors: readonly Text[], at: number, language: Language): string {
  return (actors[at]?.[language] ?? '').replace('\n', ' ');
}

function middleOf(column: number) {
  return column * COLUMN + COLUMN / 2;
}

function actorOf(name: string, column: number, height: number): string {
  const x = middleOf(column);
  return (
    `<line class="life" x1="${x}" y1="${HEAD}" x2="${x}" y2="${height}"/>` +
    `<rect class="actor" x="${x - 61}" y="2" width="122" height="40" rx="8"/>` +
    textAt(name, x, 22, 'actor-name')
  );
}

function arrowOf(
  { from, to, isAnswer }: SequenceDiagram['steps'][number],
  text: string,
  index: number,
): string {
  const y = HEAD + (index + 1) * STEP;
  if (from === to) {
    const x = middleOf(from);
    return (
      `<rect class="act" x="${x - 61}" y="${y - 30}" width="122" height="38" rx="6"/>` +
      textAt(text, x, y - 11, 'label')
    );
  }
  const [x1, x2] = [middleOf(from), middleOf(to)];
  const back = x2 > x1 ? -8 : 8;
  return (
    `<line class="arrow${isAnswer ? ' answer' : ''}" x1="${x1}" y1="${y}" x2="${x2}" y2="${y}"/>` +
    `<path class="tip" d="M${x2} ${y}l${back} -4.5v9z"/>` +
    textAt(text, (x1 + x2) / 2, y - 6 - (text.split('\n').length * LINE) / 2, 'label')
  );
}

function textAt(text: string, x: number, y: number, name: string): string {
  const lines = text.split('\n');
  const first = y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map(
    (line, index) => `<tspan x="${x}" y="${first + index * LINE}">${escapeHtml(line)}</tspan>`,
  );
  return `<text class="${name}">${spans.join('')}</text>`;
}
