/**
 * What this acquirer remembers, by key: it plays a company of its own, so its memory outlives our
 * process and is not our payin table. Values may hold card numbers; whoever implements this seals
 * them.
 */
export interface SandboxAcquirerState {
  /** Keeps the value unless the key has one; gives the value that stays. Atomic. */
  keep(key: string, value: string): Promise<string>;
  read(key: string): Promise<string | null>;
}
