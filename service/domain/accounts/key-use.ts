export interface KeyUseStore {
  use(companyId: string, publicKeyHash: Uint8Array, at: Date): Promise<void>;
}

export type KeyUseLog = {
  note(companyId: string, publicKeyHash: Uint8Array): void;
  flush(): Promise<void>;
};

const MINUTE_MS = 60_000;

/** Decision: when a key was used is known to the minute, so that a key costs one row a minute. */
export function createKeyUseLog(
  store: KeyUseStore,
  { now, onError }: { now: () => Date; onError: (error: unknown) => void },
): KeyUseLog {
  const written = new Map<string, number>();
  let noted = new Map<string, { companyId: string; publicKeyHash: Uint8Array; at: number }>();
  return {
    note(companyId, publicKeyHash) {
      const name = Buffer.from(publicKeyHash).toString('base64');
      const at = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS;
      if (written.get(name) !== at) noted.set(name, { companyId, publicKeyHash, at });
    },
    async flush() {
      const uses = noted;
      noted = new Map();
      for (const [name, { companyId, publicKeyHash, at }] of uses) {
        written.set(name, at);
        await store.use(companyId, publicKeyHash, new Date(at)).catch(onError);
      }
    },
  };
}
