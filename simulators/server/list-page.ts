import type { PartyRequest } from './exchange.ts';
import { instant } from './harness.ts';

/**
 * A page of what happened within a period, as the central bank's PIX API has its lists: `Inicio`,
 * `Fim`, `Paginacao`. Null where the period or the page is none.
 */
export function listPage<Item>(
  { query }: Pick<PartyRequest, 'query'>,
  all: Iterable<Item>,
  at: (item: Item) => number,
): { parametros: object; shown: Item[] } | null {
  const [first, last] = ['inicio', 'fim'].map((name) => Date.parse(query.get(name) ?? ''));
  const nth = Number(query.get('paginacao.paginaAtual') ?? 0);
  const size = Number(query.get('paginacao.itensPorPagina') ?? 100);
  if (first === undefined || last === undefined || !(first <= last)) return null;
  if (!Number.isInteger(nth) || nth < 0 || !(size >= 1 && size <= 1000)) return null;
  const found = [...all].filter((one) => at(one) >= first && at(one) <= last);
  const paginacao = {
    paginaAtual: nth,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
    quantidadeTotalDeItens: found.length,
  };
  const shown = found.slice(nth * size, (nth + 1) * size);
  return { parametros: { inicio: instant(first), fim: instant(last), paginacao }, shown };
}
