import * as z from 'zod/mini';
import { attemptKeyOf, wholeKeyIn } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import type { OutgoingClient } from '../outgoing/client.ts';
import { callsOf } from '../outgoing/client.ts';
import type {
  KnownTransfer,
  ListedTransfer,
  PayoutAcquirer,
  Transfer,
  TransferAnswer,
  TransferCheck,
} from '../payout-acquirer.ts';
import { pageSchema, reasonOf, saysNotFound, toCentavos, toReais } from '../pix-bacen/fields.ts';
import { readPixPages } from '../pix-bacen/list.ts';

/**
 * Efí's own calls for PIX that a company sends, on the host, token and certificate of its PIX API.
 * verified: offline-contract. Sources, read 2026-11-23: dev.efipay.com.br, "Envio e Pagamento Pix"
 * and "Webhooks"; npm sdk-node-apis-efi 2.0.1 (2026-08-21), whose schemas judge our requests in
 * `official-client.test.ts`. Not proved: the names of refusals, which no source lists.
 */

const DEADLINE_MS = {
  send_payout: 15_000,
  find_payout: 10_000,
  find_buckets: 5_000,
  list_payouts: 15_000,
} as const;

/**
 * `client`: that of its PIX API. `pixKey`: the account's key that pays; notices have to be
 * registered for it at Efí before it can.
 */
export function createEfiPayouts(
  client: OutgoingClient,
  pixKey: string,
): PayoutAcquirer & Required<Pick<PayoutAcquirer, 'check' | 'list'>> {
  const call = callsOf(client, DEADLINE_MS);

  async function findSent(id: string, signal: AbortSignal): Promise<SentPix | null> {
    const path = `/v2/gn/pix/enviados/id-envio/${id}`;
    const answer = await call('find_payout', ['GET', path], { signal });
    if (answer.kind === 'rejected' && saysNotFound(answer)) return null;
    return readSent(answer, id);
  }

  return {
    /**
     * Decision: Efí is asked how many look-ups of keys the account has left, never for a key: that is
     * what sending does, and it costs the same. So whose a key is, sending tells.
     */
    async check({ pixKeyType }, signal): Promise<TransferCheck> {
      const answer = await call('find_buckets', ['GET', '/v2/gn/chaves/balde'], { signal });
      if (answer.kind !== 'answered') return { kind: 'unavailable' };
      const { baldeA, baldeB } = bucketsSchema.parse(answer.body);
      const bucket = pixKeyType === 'PHONE' || pixKeyType === 'EMAIL' ? baldeB : baldeA;
      return { kind: bucket.fichasDisponiveis < 1 ? 'unavailable' : 'payable' };
    },

    /**
     * Sent again under one reference it is made once: Efí refuses an `idEnvio` that it knows. So a
     * transfer that it does not know may be sent again while the first may still be on its way.
     */
    async send({ reference, ...transfer }, signal): Promise<TransferAnswer> {
      const id = attemptKeyOf(reference);
      // A party that rested takes a read first, and this one changes nothing.
      if (client.needsRead()) await findSent(id, signal);
      const body = writeTransfer(transfer, pixKey);
      const answer = await call('send_payout', ['PUT', `/v3/gn/pix/${id}`], { signal, body });
      if (answer.kind === 'answered') return accept(readSent(answer, id), body.valor);
      if (answer.kind === 'not_sent' || isTurnedAway(answer)) return { kind: 'unavailable' };
      if (answer.kind === 'unknown') throw new Error('the bank may have taken it in or not');
      // An id that it knows is refused like any other mistake, so it is looked up.
      const known = await findSent(id, signal);
      if (known !== null) return accept(known, body.valor);
      if (answer.kind === 'duplicate') throw new Error('the bank knows the id and has no transfer');
      return { kind: 'rejected', reason: reasonOf(answer.body) };
    },

    async find({ reference, amount }, signal): Promise<KnownTransfer> {
      const known = await findSent(attemptKeyOf(reference), signal);
      if (known === null) return { kind: 'not_found' };
      requireAmount(known, toReais(amount));
      return tell(known);
    },

    async *list(period, signal) {
      const get = (query: URLSearchParams) =>
        call('list_payouts', ['GET', `/v2/gn/pix/enviados?${query}`], { signal });
      for await (const page of readPixPages(get, sentPageSchema, period)) yield page.map(toListed);
    },
  };
}

function writeTransfer({ amount, pixKey, beneficiaryDocument }: Transfer, payerKey: string) {
  return {
    valor: toReais(amount),
    pagador: { chave: payerKey },
    // With the document Efí refuses where the key is somebody else's.
    favorecido: { chave: pixKey, ...documentOf(beneficiaryDocument) },
  };
}

function documentOf(document: string | null) {
  if (document === null) return {};
  return document.length === 11 ? { cpf: document } : { cnpj: document };
}

function readSent(answer: OutgoingAnswer, id: string): SentPix {
  const sent = readAnswered(answer, sentPixSchema, 'the bank does not tell of the transfer');
  if (sent.idEnvio !== id) throw new Error('the bank tells of another transfer');
  return sent;
}

function requireAmount({ valor }: SentPix, asked: string): void {
  if (valor !== asked) throw new Error('the bank has another amount for that transfer');
}

/** What became of it is told by looking it up. */
function accept(sent: SentPix, asked: string): TransferAnswer {
  requireAmount(sent, asked);
  return { kind: 'accepted', externalId: sent.endToEndId };
}

function tell({ status, endToEndId: externalId }: SentPix): KnownTransfer {
  switch (status) {
    case 'EM_PROCESSAMENTO':
      return { kind: 'processing', externalId };
    case 'REALIZADO':
      return { kind: 'completed', externalId };
    case 'NAO_REALIZADO':
      // Why, its notice alone tells, which is not believed.
      return { kind: 'refused', externalId, reason: 'the bank could not make it' };
    default:
      return status satisfies never;
  }
}

function toListed({ idEnvio, endToEndId: externalId, valor, status }: SentPix): ListedTransfer {
  const state = STATES[status];
  return { key: wholeKeyIn(idEnvio), externalId, amount: toCentavos(valor), state };
}

const STATES = {
  EM_PROCESSAMENTO: 'processing',
  REALIZADO: 'completed',
  NAO_REALIZADO: 'refused',
} as const;

const endToEndIdSchema = z.string().check(z.regex(/^[a-zA-Z0-9]{32}$/));

const toldSchema = z.object({
  idEnvio: z.string(),
  // Its schemas of 2026 have the one name, examples in its documentation the other.
  endToEndId: z.optional(endToEndIdSchema),
  e2eId: z.optional(endToEndIdSchema),
  valor: z.string().check(z.regex(/^\d{1,10}\.\d{2}$/)),
  status: z.enum(['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO']),
});

const sentPixSchema = z.pipe(
  toldSchema,
  z.transform(({ endToEndId, e2eId, ...sent }, context) => {
    const id = endToEndId ?? e2eId;
    if (id !== undefined) return { ...sent, endToEndId: id };
    context.issues.push({ code: 'custom', message: 'has no end-to-end id', input: sent });
    return z.NEVER;
  }),
);

const sentPageSchema = z.extend(pageSchema, { pix: z.array(sentPixSchema) });

type SentPix = z.infer<typeof sentPixSchema>;

const bucketSchema = z.object({ fichasDisponiveis: z.number() });

/** How many look-ups of keys are left: A of CPF, CNPJ and random keys, B of phones and e-mails. */
const bucketsSchema = z.object({ baldeA: bucketSchema, baldeB: bucketSchema });
