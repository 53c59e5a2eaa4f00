import * as z from 'zod/mini';
import { broken, textMatching } from '../../../contract/errors/broken-rule.ts';
import { setting } from '../definition.ts';

/** What the MPI asks of a merchant; all of it, or there is no 3-D Secure by this acquirer. */
export type MpiSettings = {
  clientId: string;
  clientSecret: string;
  establishmentCode: string;
  merchantName: string;
  mcc: string;
  /** Nobody is asked: networks are told of the purchase, and the merchant bears a fraud. */
  isDataOnly: boolean;
};

const NEEDED = [
  ...(['mpi-client-id', 'mpi-client-secret', 'mpi-establishment-code'] as const),
  ...(['mpi-merchant-name', 'mpi-mcc'] as const),
] as const;

export const MPI_SETTINGS = [
  setting('option', 'mpi-client-id', {
    en: 'with 3-D Secure (MPI V3) in the contract, for a merchant within PCI DSS: its ClientId',
    pt: 'com 3-D Secure (MPI V3) no contrato, para loja com PCI DSS: o ClientId dele',
  }),
  setting('optional secret', 'mpi-client-secret', {
    en: 'its ClientSecret; the sandbox has another',
    pt: 'o ClientSecret dele; o do sandbox é outro',
  }),
  setting('option', 'mpi-establishment-code', {
    en: 'the EstablishmentCode (EC) of the merchant, 10 digits',
    pt: 'o EstablishmentCode (EC) da loja, 10 dígitos',
  }),
  setting('option', 'mpi-merchant-name', {
    en: 'the name that the acquirer has of the merchant, up to 25 characters; the bank shows it',
    pt: 'o nome da loja como a adquirente o tem, até 25 caracteres; o banco o mostra',
  }),
  setting('option', 'mpi-mcc', {
    en: 'the MCC of the merchant, 4 digits',
    pt: 'o MCC da loja, 4 dígitos',
  }),
  setting('option', 'mpi-data-only', {
    en:
      'on: no buyer is asked; networks are told of each purchase by Visa and Mastercard, and a fraud ' +
      'is borne by the merchant. off, or left out: the bank decides whether it asks',
    pt:
      'on: nenhum comprador é consultado; as bandeiras Visa e Mastercard são informadas de cada ' +
      'compra, e quem arca com fraude é a loja. off, ou sem ela: o banco decide se consulta',
  }),
];

function printable(max: number) {
  const pattern = new RegExp(`^[\\x21-\\x7e]{8,${max}}$`);
  return z.optional(textMatching(pattern, 'characters', { allowed: 'ASCII', min: 8, max }));
}

function digits(length: number) {
  const pattern = new RegExp(`^\\d{${length}}$`);
  return z.optional(textMatching(pattern, 'exactly_characters', { allowed: '0-9', length }));
}

export const mpiTyped = {
  'mpi-client-id': printable(100),
  'mpi-client-secret': printable(200),
  'mpi-establishment-code': digits(10),
  'mpi-merchant-name': z.optional(
    textMatching(/^[\p{L}\d .&-]{1,25}$/u, 'characters', {
      ...{ allowed: 'A-Z a-z 0-9 . & -', min: 1, max: 25 },
    }),
  ),
  'mpi-mcc': digits(4),
  'mpi-data-only': z.optional(z.enum(['on', 'off'])),
};

type Typed = z.infer<z.ZodMiniObject<typeof mpiTyped>>;

/** Names the first of them that is left out beside others. */
export const mpiTogether = z.check<Typed>(({ value, issues }) => {
  const isAny = Object.keys(mpiTyped).some((name) => value[name as keyof Typed] !== undefined);
  const missing = NEEDED.find((name) => value[name] === undefined);
  if (!isAny || missing === undefined) return;
  const others = NEEDED.filter((name) => name !== missing).join(', ');
  const params = broken('together', { with: others });
  issues.push({ code: 'custom', input: value, path: [missing], params });
});

export function toMpiSettings(given: Typed): MpiSettings | null {
  const [clientId, clientSecret, establishmentCode, merchantName, mcc] = NEEDED.map(
    (name) => given[name] ?? '',
  );
  if (!clientId || !clientSecret || !establishmentCode || !merchantName || !mcc) return null;
  const isDataOnly = given['mpi-data-only'] === 'on';
  return { clientId, clientSecret, establishmentCode, merchantName, mcc, isDataOnly };
}
