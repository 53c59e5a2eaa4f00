import type { Clock } from '../server/clock.ts';
import { writePixId } from '../server/pix-id.ts';
import type { Random } from '../server/random.ts';
import type { ConfigFields, ConsentFields } from './consent-fields.ts';

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

  function consentOf(id: string): Consent {
    const consent = consents.get(id);
    if (consent === undefined) throw new Error(`there is no payment ${id}`);
    return consent;
  }

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
