import { z } from 'zod';
import { centavos } from '../pix-bank/account.ts';
import type { Clock, Random } from '../server/harness.ts';
import { writePixId } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';

/**
 * What callers may send to Efí beside the central bank's PIX API.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1; github
 * efipay/sdk-node-apis-efi at 2728b67 (2026-01-22); Efí's documentation of sent PIX and of the
 * buckets of the central bank's directory, as summarised then.
 */

export const PAYOUT_ID = /^[a-zA-Z0-9]{1,35}$/;

const cpf = z.optional(z.string().regex(/^\d{11}$/));
const cnpj = z.optional(z.string().regex(/^[0-9A-Z]{12}\d{2}$/));
const key = z.string().min(1).max(77);

export const payoutFields = z.object({
  valor: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/, 'is not of the form 0.00')
    .refine((text) => Number(text) > 0, { error: 'is nothing' }),
  pagador: z.object({ chave: key, infoPagador: z.optional(z.string().max(140)) }),
  favorecido: z
    .object({ chave: key, cpf, cnpj })
    .refine((one) => one.cpf === undefined || one.cnpj === undefined, {
      error: 'has a cpf and a cnpj',
    }),
});

type PayoutFields = z.output<typeof payoutFields>;

export type PayoutStatus = 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';

export type Payout = {
  id: string;
  endToEndId: string;
  fields: PayoutFields;
  status: PayoutStatus;
  requestedAt: number;
  settledAt: number | null;
  reason: string | null;
};

/** Why a payout is not even begun. */
export type Refusal = { status: number; name: string; sentence: string };

const EFI_ISPB = '09089356';

export function createPayouts({ clock, random }: { clock: Clock; random: Random }) {
  const payouts = new Map<string, Payout>();
  const buckets = createBuckets(clock);
  const owners = new Map<string, string>();
  const unknownKeys = new Set<string>();
  let balance = 1_000_000;

  const payoutOf = (id: string) => knownIn(payouts, id, 'payout');

  function refusalOf({ valor, favorecido }: PayoutFields): Refusal | null {
    if (centavos(valor) > balance) return refusal(400, 'saldo_insuficiente', 'Saldo insuficiente.');
    return refusalOfKey(favorecido.chave, favorecido.cpf ?? favorecido.cnpj);
  }

  /** Asks the directory, which costs. */
  function refusalOfKey(key: string, document: string | undefined): Refusal | null {
    const bucket = bucketOf(key);
    if (buckets.left(bucket) === 0) {
      return refusal(429, 'limite_de_consultas', 'Não há fichas para consultar a chave.');
    }
    const isUnknown = unknownKeys.has(key);
    buckets.take(bucket, isUnknown ? MISS_COST : 1);
    if (isUnknown) return refusal(400, 'chave_invalida', 'A chave não foi encontrada.');
    const owner = owners.get(key);
    return document === undefined || owner === undefined || owner === document
      ? null
      : refusal(400, 'documento_divergente', 'A chave não pertence ao documento informado.');
  }

  function send(id: string, fields: PayoutFields): Payout {
    const payout: Payout = {
      id,
      endToEndId: writePixId(`E${EFI_ISPB}`, { clock, random }),
      fields,
      status: 'EM_PROCESSAMENTO',
      requestedAt: clock.now(),
      settledAt: null,
      reason: null,
    };
    balance -= centavos(fields.valor);
    payouts.set(id, payout);
    return payout;
  }

  return {
    payouts,
    buckets,
    payoutOf,
    refusalOf,
    send,
    setBalance: (wanted: number) => {
      balance = wanted;
    },
    /** Whose a key is; any other is nobody's in particular. */
    setOwner: (key: string, document: string) => void owners.set(key, document),
    /** Nobody has that key. */
    forgetKey: (key: string) => void unknownKeys.add(key),
    /** A payout ends: the money arrived, or comes back to the account. */
    settle: (
      id: string,
      {
        status = 'REALIZADO',
        reason = 'AC03',
      }: { status?: 'REALIZADO' | 'NAO_REALIZADO'; reason?: string } = {},
    ) => {
      const payout = payoutOf(id);
      if (payout.status !== 'EM_PROCESSAMENTO') throw new Error('the payout is settled');
      const { valor, favorecido } = payout.fields;
      payout.status = status;
      payout.settledAt = clock.now();
      if (payout.status === 'REALIZADO') {
        buckets.giveBack(bucketOf(favorecido.chave));
      } else {
        payout.reason = reason;
        balance += centavos(valor);
      }
    },
  };
}

export type Payouts = ReturnType<typeof createPayouts>;

function refusal(status: number, name: string, sentence: string): Refusal {
  return { status, name, sentence };
}

/** How many look-ups of keys an account has: keys of these kinds take from one bucket. */
type Bucket = {
  kinds: readonly string[];
  capacity: number;
  refill: number;
  everySeconds: number;
  left: number;
  filledAt: number;
};

type BucketName = 'baldeA' | 'baldeB';

/** What a key that nobody has costs; one that somebody has costs one. As the central bank counts. */
const MISS_COST = 20;

/** The account's buckets in the central bank's directory. A token comes back with time. */
function createBuckets(clock: Clock) {
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

function bucketOf(key: string): BucketName {
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
