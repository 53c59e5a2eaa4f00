import { z } from 'zod';
import type { Clock, Random } from '../server/harness.ts';
import { writePixId } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';

/**
 * What callers may send to Efí's open finance, as far as it is about a PIX that is paid at once.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1, whose body has
 * `pagamento` where older documents have its fields beside `pagador`; dev.efipay.com.br, "Webhooks"
 * of open finance.
 */

export const IDEMPOTENCY_KEY = /^[a-zA-Z0-9]{1,72}$/;

export const consentFields = z.object({
  pagador: z.object({
    idParticipante: z.string().min(32).max(36),
    cpf: z.string().regex(/^\d{11}$/),
  }),
  favorecido: z.object({ chave: z.string().min(1).max(77) }),
  pagamento: z.object({
    valor: z
      .string()
      .regex(/^\d{1,16}\.\d{2}$/)
      .refine((text) => Number(text) > 0, { error: 'is nothing' }),
    idProprio: z.optional(z.string().max(255)),
  }),
});

type ConsentFields = z.output<typeof consentFields>;

export const configFields = z.object({
  redirectURL: z.url(),
  webhookURL: z.url(),
  webhookSecurity: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('mtls') }),
      z.object({ type: z.literal('hmac'), hash: z.string().min(1) }),
    ]),
  ),
  processPayment: z.optional(z.literal('async')),
});

type ConfigFields = z.output<typeof configFields>;

export type ConsentStatus = 'pendente' | 'aceito' | 'rejeitado' | 'expirado';

/** A payment that a buyer is asked to allow at their own bank. */
export type Consent = {
  id: string;
  /** What made it, and is not taken again. */
  idempotencyKey: string;
  fields: ConsentFields;
  status: ConsentStatus;
  endToEndId: string | null;
  createdAt: number;
};

/** The banks there are, each with one organisation. */
const PARTICIPANTS = [
  { id: 'ebbed125-5cd7-42e3-965d-2e7af8e3b7ae', name: 'Banco do Povo', isActive: true },
  { id: 'f1a1c1de-7d3a-4f0e-8a3e-0c9d2a1b5e6f', name: 'Banco Azul', isActive: true },
  { id: '0c0ffee0-7d3a-4f0e-8a3e-0c9d2a1b5e6f', name: 'Banco que fechou', isActive: false },
] as const;

export function createConsents({ clock, random }: { clock: Clock; random: Random }) {
  const consents = new Map<string, Consent>();
  let config: ConfigFields | null = null;

  const consentOf = (id: string) => knownIn(consents, id, 'payment');

  return {
    participants: PARTICIPANTS,
    consents,
    consentOf,
    config: () => config,
    configure: (wanted: ConfigFields) => {
      config = wanted;
    },
    open(idempotencyKey: string, fields: ConsentFields): Consent {
      const id = `urn:efi:${random.uuid()}`;
      const now = clock.now();
      const consent: Consent = {
        ...{ id, idempotencyKey, fields, status: 'pendente', endToEndId: null, createdAt: now },
      };
      consents.set(id, consent);
      return consent;
    },
    end(id: string, status: Exclude<ConsentStatus, 'pendente'>): void {
      const consent = consentOf(id);
      if (consent.status !== 'pendente') throw new Error(`the payment is ${consent.status}`);
      consent.status = status;
      if (status === 'aceito') consent.endToEndId = writePixId('E09089356', { clock, random });
    },
  };
}

export type Consents = ReturnType<typeof createConsents>;
