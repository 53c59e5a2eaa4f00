import type { ChildProcess, StdioOptions } from 'node:child_process';

export type Program = {
  child: ChildProcess;
  ended: Promise<{ code: number | null; said: string }>;
  said(): string;
  isRunning(): boolean;
  answers(url: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; said: string }>;
};

export function startProgram(
  program: readonly string[],
  options?: {
    settings?: Readonly<Record<string, string>>;
    cwd?: string;
    openFiles?: number | null;
    stdio?: StdioOptions;
  },
): Program;
