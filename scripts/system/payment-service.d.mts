import type { Program } from './program.mjs';

type Ports = Record<'API' | 'CHECKOUT' | 'THREEDS' | 'BANK' | 'DASHBOARD', number>;

export function openPlace(
  root: string,
  options?: { databaseUrl?: string; dataDir?: string },
): {
  choosePorts(): Promise<Ports>;
  start(
    ports: Ports,
    options?: { limits?: Readonly<Record<string, string>> },
  ): Program & { base: string; ready(): Promise<void> };
  remove(): Promise<void>;
};
