import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Packages with files beside their code, or with code of the machine. */
const EXTERNAL = [
  /^@node-rs\/argon2(-|$)/,
  /^@electric-sql\/pglite(\/|$)/,
  /^pdfkit$/,
  /^bwip-js(\/|$)/,
  /^@simplewebauthn\/server$/,
];

/** By the test files of one process, several of which start the same program. */
const built = new Map<string, Promise<string>>();

/**
 * Builds a TypeScript program for tests that need a process to kill; gives the file to run. The
 * packages are built into it, since a program is started often and one file is read sooner than six
 * hundred. It lies inside node_modules, so that it finds the few packages that are not.
 */
export function buildProgram(entry: URL): Promise<string> {
  const file = built.get(entry.href) ?? buildAnew(fileURLToPath(entry));
  built.set(entry.href, file);
  return file;
}

async function buildAnew(source: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: source,
      write: false,
      target: 'node20',
      rollupOptions: { external: EXTERNAL, output: { codeSplitting: false } },
    },
  });
  const program = 'output' in made ? made.output[0].code : '';
  const folder = fileURLToPath(new URL('../../node_modules/.cache/programs/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(source, '.ts')}.mjs`);
  // Moved into place, since another test run may be about to read it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, program);
  renameSync(draft, file);
  return file;
}

/**
 * What Node is told when it runs such a program. One lives for a few statements: to optimize the
 * embedded engine for it would take twice the time of all it does.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** A running program whose output is read line by line. */
export class ChildProgram {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #waiting: (() => void)[] = [];
  #hasEnded = false;
  #rest = '';

  constructor(program: string, ...args: string[]) {
    this.#child = spawn(process.execPath, [...SHORT_LIVED, program, ...args], {
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
        this.#hasEnded = true;
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
    while (this.lines.length < count && !this.#hasEnded) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Kills without warning; resolves once all it had written is in `lines`. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Writes one line to its input. */
  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Resolves once it has ended by itself. */
  untilEnd(): Promise<void> {
    return this.#ended;
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
