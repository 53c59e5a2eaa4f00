import * as z from 'zod/mini';
import type { KnownDispute, KnownPayment } from '../acquirer.ts';
import type { OutgoingClient } from '../outgoing/client.ts';
import { callsOf } from '../outgoing/client.ts';

const TEXT = z.string().check(z.maxLength(500));

/** What we read of the list, and no more: who paid stands in it too. */
const infractionsSchema = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int() }) }),
  infracoes: z.array(
    z.object({
      endToEndId: TEXT,
      status: TEXT,
      razao: z.nullish(TEXT),
      dadosAnalise: z.nullish(
        z.object({ prazoFinalizacao: z.nullish(z.iso.datetime({ offset: true })) }),
      ),
    }),
  ),
});

type Infraction = z.infer<typeof infractionsSchema>['infracoes'][number];

const OUTCOMES: ReadonlyMap<string, KnownDispute['outcome']> = new Map([
  ['ABERTA', 'open'],
  ['EM_DEFESA', 'open'],
  ['ACEITA', 'lost'],
  ['REJEITADA', 'won'],
  ['CANCELADA_EFI', 'won'],
]);

const HOUR_MS = 60 * 60_000;
const DEADLINE_MS = 10_000;
const PAGE = 100;
const MAX_PAGES = 20;

/**
 * Adds the open infraction of a MED, and how it ended, to a PIX that was paid. Source: Efí's
 * documentation, "Endpoints exclusivos Efí", `GET /v2/gn/infracoes`, and npm sdk-node-apis-efi
 * 2.0.1, `MedListResponseSchema`, read 2026-11-26. Not proved: Efí's test environment has no such
 * list. Decision: all of the PIX is contested, since `valor` stands there with the day of the PIX;
 * the day for an answer is that on which the analysis ends. Decision: where Efí does not tell, as
 * where `gn.infractions.read` was not granted, the payment is told as it is. `client`: that of its
 * PIX API.
 */
export function createInfractions(client: OutgoingClient, now: () => number) {
  const call = callsOf<string>(client, DEADLINE_MS);

  async function page(nth: number, from: number, signal: AbortSignal) {
    const query = new URLSearchParams({
      inicio: new Date(from).toISOString(),
      fim: new Date(now()).toISOString(),
      'paginacao.paginaAtual': `${nth}`,
      'paginacao.itensPorPagina': `${PAGE}`,
    });
    const answer = await call('find_dispute', ['GET', `/v2/gn/infracoes?${query}`], { signal });
    if (answer.kind !== 'answered') return null;
    const { success, data } = infractionsSchema.safeParse(answer.body);
    return success ? data : null;
  }

  /** The last that the list has of a PIX; null where it has none, or Efí does not tell. */
  async function find(endToEndId: string, from: number, signal: AbortSignal) {
    for (let nth = 0; nth < MAX_PAGES; nth += 1) {
      const found = await page(nth, from, signal);
      if (found === null) return null;
      const own = found.infracoes.filter((one) => one.endToEndId === endToEndId).at(-1);
      if (own !== undefined) return own;
      if (nth + 1 >= found.parametros.paginacao.quantidadeDePaginas) return null;
    }
    return null;
  }

  return async function withInfraction(
    known: KnownPayment,
    signal: AbortSignal,
  ): Promise<KnownPayment> {
    if (known.kind !== 'paid' || known.endToEndId === undefined) return known;
    const paidAt = paidAtOf(known.endToEndId);
    // Nobody waits for this where a PIX has just been paid.
    if (paidAt === null || now() - paidAt < HOUR_MS) return known;
    const infraction = await find(known.endToEndId, paidAt, signal);
    return infraction === null ? known : { ...known, dispute: toDispute(infraction) };
  };
}

function toDispute({ status, razao, dadosAnalise }: Infraction): KnownDispute {
  const until = dadosAnalise?.prazoFinalizacao ?? null;
  const outcome = OUTCOMES.get(status) ?? 'open';
  const answerBy = until === null ? null : new Date(until);
  return { nature: 'med_fraud', outcome, amount: null, reason: razao ?? null, answerBy };
}

/**
 * When it was made, as its id says: `E`, eight digits of the bank, the minute in UTC. Source: Banco
 * Central, "Manual de Padrões para Iniciação do Pix", EndToEndId.
 */
function paidAtOf(endToEndId: string): number | null {
  const [, year, month, day, hour, minute] =
    /^E[0-9A-Z]{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(at) ? null : at;
}
