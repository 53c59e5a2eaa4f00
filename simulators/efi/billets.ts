import { writeBoleto } from '../formats/boleto.ts';
import { writeDynamicCode } from '../formats/br-code.ts';
import type { Clock } from '../server/clock.ts';
import type { Random } from '../server/random.ts';
import type { BilletFields } from './billet-fields.ts';

export type BilletStatus =
  | 'waiting'
  | 'identified'
  | 'paid'
  | 'unpaid'
  | 'canceled'
  | 'settled'
  | 'expired';

export type Billet = {
  id: number;
  fields: BilletFields;
  /** Centavos. */
  total: number;
  /** As people read it, with dots and spaces. */
  line: string;
  /** What the payer's app reads; null where the account has boletos without a PIX. */
  pixCode: string | null;
  status: BilletStatus;
  /** All that it was, in order; notices tell the whole of it. */
  history: { status: BilletStatus | 'new'; at: number }[];
  paidCentavos: number | null;
  createdAt: number;
  /** By which the company asks what a notice is about. */
  token: string;
};

const EFI_BANK = '364';

/** As in the documents' example: Efí itself is paid, and the payer's app asks there how much. */
const PIX_ADDRESS = 'qrcodes-pix.gerencianet.com.br/bolix/v2/cobv';
const PIX_RECEIVER = { merchantName: 'EFI SA', merchantCity: 'OURO PRETO' };

export function createBillets({ clock, random }: { clock: Clock; random: Random }) {
  const billets = new Map<number, Billet>();
  let charges = 44_000_000;
  let hasPix = true;

  function writePixCode(): string {
    return writeDynamicCode({ location: `${PIX_ADDRESS}/${random.hex(32)}`, ...PIX_RECEIVER });
  }

  function billetOf(id: number): Billet {
    const billet = billets.get(id);
    if (billet === undefined) throw new Error(`there is no boleto ${id}`);
    return billet;
  }

  function moveTo(id: number, status: BilletStatus): void {
    const billet = billetOf(id);
    billet.status = status;
    billet.history.push({ status, at: clock.now() });
  }

  return {
    billets,
    billetOf,
    moveTo,
    /** Whether the account has its boletos with a PIX ("Bolix") or the traditional ones. */
    setPix(isWanted: boolean): void {
      hasPix = isWanted;
    },
    issue(fields: BilletFields): Billet {
      charges += 1;
      const total = fields.items.reduce((sum, { value, amount }) => sum + value * amount, 0);
      const { formatted } = writeBoleto({
        bank: EFI_BANK,
        free: random.digits(25),
        dueDate: fields.payment.banking_billet.expire_at,
        centavos: total,
      });
      const at = clock.now();
      const billet: Billet = {
        ...{ id: charges, fields, total, line: formatted, status: 'waiting' },
        pixCode: hasPix ? writePixCode() : null,
        history: [
          { status: 'new', at },
          { status: 'waiting', at },
        ],
        ...{ paidCentavos: null, createdAt: at, token: random.uuid() },
      };
      billets.set(billet.id, billet);
      return billet;
    },
    pay(id: number, { centavos }: { centavos?: number } = {}): void {
      const billet = billetOf(id);
      if (billet.status !== 'waiting' && billet.status !== 'unpaid') {
        throw new Error(`the boleto is ${billet.status}`);
      }
      billet.paidCentavos = centavos ?? billet.total;
      moveTo(id, 'paid');
    },
  };
}

export type Billets = ReturnType<typeof createBillets>;
