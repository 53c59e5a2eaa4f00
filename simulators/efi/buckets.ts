import type { Clock } from '../server/clock.ts';

/** How many look-ups of keys an account has: keys of these kinds take from one bucket. */
type Bucket = {
  kinds: readonly string[];
  capacity: number;
  refill: number;
  everySeconds: number;
  left: number;
  filledAt: number;
};

export type BucketName = 'baldeA' | 'baldeB';

/** What a key that nobody has costs; one that somebody has costs one. As the central bank counts. */
export const MISS_COST = 20;

/** The account's buckets in the central bank's directory. A token comes back with time. */
export function createBuckets(clock: Clock) {
  const start = { capacity: 100, refill: 2, everySeconds: 60, left: 100, filledAt: clock.now() };
  const buckets: Record<BucketName, Bucket> = {
    baldeA: { ...start, kinds: ['cpf', 'cnpj', 'evp'] },
    baldeB: { ...start, kinds: ['telefone', 'email'] },
  };

  function filled(name: BucketName): Bucket {
    const bucket = buckets[name];
    const stepMs = bucket.everySeconds * 1000;
    const steps = Math.floor((clock.now() - bucket.filledAt) / stepMs);
    bucket.filledAt += steps * stepMs;
    bucket.left = Math.min(bucket.capacity, bucket.left + steps * bucket.refill);
    return bucket;
  }

  return {
    left: (name: BucketName) => filled(name).left,
    take: (name: BucketName, tokens: number) => {
      const bucket = filled(name);
      bucket.left = Math.max(0, bucket.left - tokens);
    },
    giveBack: (name: BucketName) => {
      const bucket = filled(name);
      bucket.left = Math.min(bucket.capacity, bucket.left + 1);
    },
    tell: () => ({ baldeA: tell(filled('baldeA')), baldeB: tell(filled('baldeB')) }),
  };
}

export function bucketOf(key: string): BucketName {
  return key.startsWith('+') || key.includes('@') ? 'baldeB' : 'baldeA';
}

function tell({ kinds, capacity, refill, everySeconds, left }: Bucket) {
  return {
    tiposChave: kinds,
    capacidade: capacity,
    fichasDisponiveis: left,
    taxaDeReposicaoFichas: refill,
    periodoReposicaoEmSegundos: everySeconds,
  };
}
