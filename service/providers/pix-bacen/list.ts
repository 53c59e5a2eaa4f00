import { wholeKeyIn } from '../attempt-key.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { ListedPayment, PaymentList } from '../provider.ts';
import type { PixBank } from './bank.ts';
import type { ReceivedPix } from './fields.ts';
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
    async *read({ from, until }, signal) {
      let read = 0;
      for (let nth = 0, pages = 1; nth < pages; nth += 1) {
        const query = new URLSearchParams({
          ...{ inicio: from.toISOString(), fim: until.toISOString() },
          'paginacao.paginaAtual': `${nth}`,
          'paginacao.itensPorPagina': `${PAGE}`,
        });
        const answer = await bank.getReceived(query, signal);
        const { parametros, pix } = readAnswered(answer, receivedSchema, 'the bank lists no PIX');
        const { paginaAtual, quantidadeDePaginas, quantidadeTotalDeItens } = parametros.paginacao;
        pages = quantidadeDePaginas;
        read += pix.length;
        const isWhole = nth + 1 < pages || read === quantidadeTotalDeItens;
        if (paginaAtual !== nth || !isWhole) throw new Error('the list of the bank is not whole');
        yield pix.map(toListed);
      }
    },
  };
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
