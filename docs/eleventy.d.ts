/** The part of the generator this site uses; it ships no types of its own. */
declare module '@11ty/eleventy' {
  /** What a shortcode is called on: the page it stands in. */
  export type PageContext = { page: { url: string; inputPath: string } };

  export type SiteConfig = {
    setIncludesDirectory: (folder: string) => void;
    setLibrary: (name: 'md', library: object) => void;
    setQuietMode: (quiet: boolean) => void;
    setUseGitIgnore: (use: boolean) => void;
    addGlobalData: (name: string, value: unknown) => void;
    addFilter: (name: string, filter: (...values: never[]) => unknown) => void;
    addShortcode: (
      name: string,
      shortcode: (this: PageContext, ...words: string[]) => string | Promise<string>,
    ) => void;
  };

  export type WrittenPage = { inputPath: string; outputPath: string; url: string; content: string };

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        quietMode: boolean;
        source: 'script';
        runMode: 'build';
        configPath?: string;
        config: (site: SiteConfig) => void;
      },
    );
    toJSON(): Promise<WrittenPage[]>;
    write(): Promise<[unknown, WrittenPage[]]>;
  }
}
