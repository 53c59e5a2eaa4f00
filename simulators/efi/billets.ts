import { z } from 'zod';
import { writeBoleto } from '../formats/boleto.ts';
import { writeDynamicCode } from '../formats/br-code.ts';
import type { Clock, Random } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';

/**
 * What callers may send to Efí's API of charges ("cobranças"), as far as it is about boletos.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1;
 * dev.efipay.com.br, "Boleto" and "Notificações", as summarised then. That a total is at least five
 * reais, that a name has two words, and the forms of phone and CEP are from its error messages.
 */

const address = z.object({
  street: z.string().min(1).max(200),
  number: z.union([z.string().min(1).max(55), z.number()]),
  neighborhood: z.string().min(1).max(255),
  zipcode: z.string().regex(/^\d{8}$/),
  city: z.string().min(1).max(255),
  complement: z.optional(z.string().max(55)),
  state: z.string().regex(/^[A-Z]{2}$/),
});

const customer = z
  .object({
    name: z.optional(
      z
        .string()
        .regex(/^\S+(\s+\S+)+$/, 'has not two words')
        .max(255),
    ),
    cpf: z.optional(z.string().regex(/^\d{11}$/)),
    email: z.optional(z.email()),
    phone_number: z.optional(z.string().regex(/^[1-9]\d9?\d{8}$/)),
    birth: z.optional(z.iso.date()),
    address: z.optional(address),
    juridical_person: z.optional(
      z.object({
        corporate_name: z.string().min(1).max(255),
        cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/),
      }),
    ),
  })
  .refine(
    (one) =>
      (one.name !== undefined && one.cpf !== undefined) || one.juridical_person !== undefined,
    { error: 'is neither a person with a cpf nor a company' },
  );

const item = z.object({
  name: z.string().min(1).max(255),
  /** Centavos of one. */
  value: z.int().min(1),
  amount: z.int().min(1),
});

export const billetFields = z.object({
  items: z.array(item).min(1),
  metadata: z.optional(
    z.object({
      custom_id: z.optional(z.string().max(255)),
      notification_url: z.optional(z.url().max(255)),
    }),
  ),
  payment: z.object({
    banking_billet: z.object({
      customer,
      expire_at: z.iso.date(),
      message: z.optional(z.string().max(400)),
      configurations: z.optional(
        z.object({ days_to_write_off: z.optional(z.int().min(0).max(120)) }),
      ),
    }),
  }),
});

type BilletFields = z.output<typeof billetFields>;

export const LEAST_TOTAL = 500;

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

  const billetOf = (id: number) => knownIn(billets, id, 'boleto');

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
    /** `isLate`: it was paid before it was written off, and its bank tells of that now. */
    pay(id: number, { centavos, isLate }: { centavos?: number; isLate?: boolean } = {}): void {
      const billet = billetOf(id);
      const isOpen = billet.status === 'waiting' || billet.status === 'unpaid';
      if (!isOpen && !(isLate === true && billet.status === 'expired')) {
        throw new Error(`the boleto is ${billet.status}`);
      }
      billet.paidCentavos = centavos ?? billet.total;
      moveTo(id, 'paid');
    },
  };
}

export type Billets = ReturnType<typeof createBillets>;
