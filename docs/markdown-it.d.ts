/** The part of the Markdown parser this site uses; it comes with the generator, without types. */
declare module 'markdown-it' {
  export type Token = {
    type: string;
    tag: string;
    content: string;
    info: string;
    children: Token[] | null;
    attrGet: (name: string) => string | null;
    attrSet: (name: string, value: string) => void;
  };
  export type Rule = (
    tokens: Token[],
    index: number,
    options: unknown,
    environment: object,
    self: { renderToken: (tokens: Token[], index: number, options: unknown) => string },
  ) => string;

  export default class MarkdownIt {
    constructor(options: { html: boolean; typographer?: boolean });
    renderer: { rules: { [name: string]: Rule | undefined } };
    core: { ruler: { push: (name: string, rule: (state: { tokens: Token[] }) => void) => void } };
    render: (markdown: string) => string;
    renderInline: (markdown: string) => string;
  }
}
