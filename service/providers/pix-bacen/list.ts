import type * as z from 'zod/mini';
import { wholeKeyIn } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { ListedPayment, ListPeriod, PaymentList } from '../provider.ts';
import type { PixBank } from './bank.ts';
import type { pageSchema, ReceivedPix } from './fields.ts';
import { isReturned, receivedSchema, toCentavos } from './fields.ts';

const PAGE = 100;

/**
 * All PIX that the account received, by the time at which they came. Source: Banco Central, PIX API
 * 2.9.0, `GET /pix`, read 2026-11-28; Efí's is the same. No page of a bank was found to say how long
 * a period may be, so a day is asked for at a time.
 */
export function createPixList(bank: Pick<PixBank, 'getReceived'>): PaymentList {
  return {
    methods: ['PIX'],
    async *read(period, signal) {
      const get = (query: URLSearchParams) => bank.getReceived(query, signal);
      for await (const page of readPixPages(get, receivedSchema, period)) yield page.map(toListed);
    },
  };
}

/** One of the lists of a PIX API, page by page. Throws where one does not come, or is not whole. */
export async function* readPixPages<Item>(
  get: (query: URLSearchParams) => Promise<OutgoingAnswer>,
  schema: z.ZodMiniType<z.infer<typeof pageSchema> & { pix: Item[] }>,
  { from, until }: ListPeriod,
): AsyncGenerator<Item[]> {
  let read = 0;
  for (let nth = 0, pages = 1; nth < pages; nth += 1) {
    const query = new URLSearchParams({
      ...{ inicio: from.toISOString(), fim: until.toISOString() },
      'paginacao.paginaAtual': `${nth}`,
      'paginacao.itensPorPagina': `${PAGE}`,
    });
    const { parametros, pix } = readAnswered(await get(query), schema, 'the bank lists no PIX');
    const { paginaAtual, quantidadeDePaginas, quantidadeTotalDeItens } = parametros.paginacao;
    pages = quantidadeDePaginas;
    read += pix.length;
    const isWhole = nth + 1 < pages || read === quantidadeTotalDeItens;
    if (paginaAtual !== nth || !isWhole) throw new Error('the list of the bank is not whole');
    yield pix;
  }
}

function toListed({ endToEndId, txid, valor, devolucoes }: ReceivedPix): ListedPayment {
  const returned = (devolucoes ?? []).filter(isReturned).map((one) => toCentavos(one.valor));
  return {
    key: wholeKeyIn(txid),
    externalId: endToEndId,
    amount: toCentavos(valor),
    returned: returned.reduce((sum, one) => sum + one, 0),
  };
}
