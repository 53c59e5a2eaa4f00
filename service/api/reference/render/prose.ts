import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The little of CommonMark our descriptions use: paragraphs, and code between backticks. */
export function paragraphs(text: string): Html[] {
  return text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function inline(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

export function anchored(id: string, content: Html | string): Html {
  return html`<a class="heading-link" href="#${id}">${content}</a>`;
}

/** A code that may go on in the next line after each of its words. */
export function breakable(code: string): Html[] {
  return code.split('_').map((word, index) => html`${index === 0 ? '' : html`_<wbr>`}${word}`);
}

export const NOTHING: Html = html``;
