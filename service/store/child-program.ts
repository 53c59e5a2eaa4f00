import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds a TypeScript program for tests that need a process to kill; gives the file to run. */
export const buildProgram = async (entry: URL): Promise<string> => {
  const name = fileURLToPath(entry).split('/').at(-1)?.replace(/\.ts$/, '') ?? 'program';
  // Inside node_modules, so that the program finds the packages it imports.
  const folder = new URL(`../../node_modules/.cache/programs/${process.pid}/`, import.meta.url);
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(entry),
      outDir: fileURLToPath(folder),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return fileURLToPath(new URL(`${name}.mjs`, folder));
};

/** A running program whose output is read line by line. */
export class ChildProgram {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #waiting: (() => void)[] = [];
  #rest = '';

  constructor(program: string, ...args: string[]) {
    this.#child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.lines.push(...lines);
      this.#wake();
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        resolve();
        this.#wake();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves once that many lines were read, or the program has ended. */
  async untilLines(count: number): Promise<void> {
    while (this.lines.length < count && this.#child.exitCode === null) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Kills without warning; resolves once all it had written is in `lines`. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Closes its input, at which a program of these tests ends. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
