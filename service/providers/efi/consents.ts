import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bank } from '../../../contract/payments/bank.ts';
import type { Issued, IssuedPayment, KnownPayment, PaymentIssuer } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import { reasonOf, toCentavos, toReais } from '../pix-bacen/fields.ts';
import type { CredentialCheck } from '../provider.ts';
import { refusedFor } from '../provider.ts';
import type { FieldTable, RefusedData } from '../refused-data.ts';
import { refusedCustomer, refusedData } from '../refused-data.ts';
import type { EfiOptions } from './own-client.ts';
import { createOwnClient } from './own-client.ts';

/**
 * Payments by open finance, which buyers allow at their own banks, on a host of Efí's own.
 * verified: offline-contract. Sources, read 2026-11-23: npm sdk-node-apis-efi 2.0.1 (2026-08-21),
 * which has the amount within `pagamento` and takes a PIX key in place of an account;
 * dev.efipay.com.br, "Webhooks" of open finance.
 * Decision: nothing is given back by Efí's own call for it, which has no id of the caller's: asked
 * for again after a lost answer it might give back twice.
 */

const PAYMENTS = '/v1/pagamentos/pix';

const openedSchema = z.object({
  identificadorPagamento: z.string().check(z.regex(/^[\x21-\x7e]{17,256}$/)),
  redirectURI: z.url({ protocol: /^https$/ }),
});

const listSchema = z.object({
  pagamentos: z.array(
    z.object({
      identificadorPagamento: z.string(),
      idProprio: z.optional(z.nullable(z.string())),
      status: z.enum(['pendente', 'aceito', 'rejeitado', 'expirado']),
      valor: z.optional(z.string().check(z.regex(/^\d{1,12}\.\d{2}$/))),
      endToEndId: z.optional(z.nullable(z.string().check(z.regex(/^[a-zA-Z0-9]{32}$/)))),
    }),
  ),
});

const participantsSchema = z.object({
  participantes: z.array(
    z.object({
      identificador: z.string().check(z.regex(/^[A-Za-z0-9-]{32,36}$/)),
      nome: z.string(),
      logo: z.optional(z.nullable(z.string())),
      organizacoes: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const configSchema = z.object({ redirectURL: z.string(), webhookURL: z.string() });

export type EfiConsents = Pick<PaymentIssuer, 'openConsent'> &
  Required<Pick<PaymentIssuer, 'listBanks'>> & {
    find: (payment: IssuedPayment, signal: AbortSignal) => Promise<KnownPayment>;
    connect: (address: string, signal: AbortSignal) => Promise<CredentialCheck>;
    /** Whether a notice carries what Efí was told to send along. */
    isSigned: (query: URLSearchParams) => boolean;
  };

export function createEfiConsents(
  options: EfiOptions & {
    origin: string;
    pixKey: string;
    /** Where buyers come back to from their bank; null where no consent can be opened. */
    returnAddress: string | null;
  },
): EfiConsents {
  const { pixKey, returnAddress, credentials } = options;
  const send = createOwnClient(options, '/v1/oauth/token');
  // The same whenever it is asked for, and known to nobody else.
  const hash = createHmac('sha256', credentials.clientSecret)
    .update('notices of open finance')
    .digest('hex');

  return {
    async openConsent(order, signal): Promise<Issued<{ redirectUrl: string }>> {
      const { document } = order.payer;
      if (returnAddress === null) return { kind: 'unavailable' };
      // Efí asks for the CPF of whoever allows it, and of a company we have none.
      if (document.length !== 11) {
        return { kind: 'invalid_data', field: 'customer.document', said: [] };
      }
      const key = attemptKeyOf(order.reference);
      const body = {
        pagador: { idParticipante: order.bankId, cpf: document },
        favorecido: { chave: pixKey },
        pagamento: { valor: toReais(order.amount), idProprio: key },
      };
      const headers = { 'x-idempotency-key': key };
      const answer = await send('open_consent', ['POST', PAYMENTS], { signal, body, headers });
      if (isTurnedAway(answer)) return { kind: 'unavailable' };
      if (answer.kind === 'rejected') return refusedDataOf(answer.body) ?? { kind: 'unavailable' };
      // Its address is told once: one whose answer was lost is seen by nobody and ends by itself.
      const opened = readAnswered(answer, openedSchema, 'the bank has told no address');
      const { identificadorPagamento: externalId, redirectURI: redirectUrl } = opened;
      return { kind: 'issued', externalId, redirectUrl };
    },

    async find({ reference, externalId }, signal) {
      // Nobody was shown its address.
      if (externalId === undefined || externalId === null) return { kind: 'not_found' };
      const query = new URLSearchParams({ identificador: externalId });
      const path = `${PAYMENTS}?${query}`;
      const answer = await send('find_consent', ['GET', path], { signal });
      const { pagamentos } = readAnswered(answer, listSchema, UNTOLD);
      const found = pagamentos.find((one) => one.identificadorPagamento === externalId);
      if (found === undefined) return { kind: 'not_found' };
      const isOurs = found.idProprio === attemptKeyOf(reference);
      if (!isOurs) throw new Error('the bank tells of another payment');
      return tell(found);
    },

    async listBanks(signal): Promise<Bank[]> {
      const path = '/v1/participantes/?modalidade=pagamentos&tipoPessoa=PF';
      const answer = await send('list_banks', ['GET', path], { signal });
      const { participantes } = readAnswered(answer, participantsSchema, UNTOLD);
      return participantes
        .filter(({ organizacoes }) => organizacoes.some(({ status }) => status === 'Ativo'))
        .map(({ identificador: id, nome, logo }) => {
          const name = nome.slice(0, 100);
          return logo?.startsWith('https://') ? { id, name, logo } : { id, name };
        });
    },

    async connect(address, signal) {
      if (returnAddress === null) return { kind: 'works' };
      const body = {
        redirectURL: returnAddress,
        webhookURL: address,
        webhookSecurity: { type: 'hmac', hash },
        processPayment: 'async',
      };
      const answer = await send('connect_consents', ['PUT', '/v1/config'], { signal, body });
      if (answer.kind === 'not_sent') throw new Error('the bank cannot be asked');
      if (answer.kind === 'rejected') return { kind: 'refused', reason: reasonOf(answer.body) };
      const kept = await send('find_connection', ['GET', '/v1/config'], { signal });
      const { redirectURL, webhookURL } = readAnswered(kept, configSchema, UNTOLD);
      if (redirectURL === returnAddress && webhookURL === address) return { kind: 'works' };
      return refusedFor('other_consent_addresses', {});
    },

    isSigned(query) {
      const given = Buffer.from(query.get('hmac') ?? '');
      const wanted = Buffer.from(hash);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

/** Efí's own ids of these: a URN, unlike any id of ours. */
export function isConsentId(externalId: string | null | undefined): boolean {
  return externalId?.startsWith('urn:') === true;
}

const UNTOLD = 'the bank does not tell of open finance';

const problemSchema = z.object({
  nome: z.string(),
  erros: z.optional(
    z.array(z.object({ chave: z.optional(z.string()), caminho: z.optional(z.string()) })),
  ),
});

/** By Efí's name of the refusal, or the key that it complains about. */
const ORDER_FIELDS: FieldTable = [
  [/\bcpf$/, 'customer.document'],
  [/^participante_(nao_encontrado|invalido)$|\bidParticipante$/, 'bankId'],
];

/** What of the buyer's Efí does not take; null where it refuses for something else. */
function refusedDataOf(body: unknown): RefusedData | null {
  const { success, data } = problemSchema.safeParse(body);
  if (!success) return null;
  const { nome: code, erros = [] } = data;
  const named = erros.map(({ chave = '', caminho = '' }) => ({
    code,
    name: `${caminho}.${chave}`,
  }));
  if (named.length > 0) return refusedData(named, ORDER_FIELDS);
  return code === 'json_invalido'
    ? refusedCustomer([{ code }])
    : refusedData([{ code }], ORDER_FIELDS);
}

function tell({
  status,
  valor,
  endToEndId,
}: z.infer<typeof listSchema>['pagamentos'][number]): KnownPayment {
  switch (status) {
    case 'pendente':
      return { kind: 'open' };
    case 'aceito':
      return {
        kind: 'paid',
        ...(valor === undefined ? {} : { amount: toCentavos(valor) }),
        ...(endToEndId ? { endToEndId } : {}),
      };
    case 'rejeitado':
    case 'expirado':
      return { kind: 'refused' };
    default:
      return status satisfies never;
  }
}
