/** A folder that is built: where it lies below `root`, and the files and folders it is made from. */
export type Output = { root: string; place: string; inputs: readonly string[] };

export const APP: Output;
export const DOCS: Output;
export function ensureBuilt(): void;
export function isBuilt(output: Output): boolean;
export function build(
  output: Output,
  make: (draft: string) => void | Promise<void>,
  draft?: string,
): Promise<void>;
export function draftOf(output: Output, pid?: number): string;
