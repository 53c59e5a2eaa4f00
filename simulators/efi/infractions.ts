import type { PixDesk, ScopedRoute } from '../pix-bank/cob-routes.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { Clock, Random } from '../server/harness.ts';
import { instant } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import { listPage } from '../server/list-page.ts';

export const INFRACTION_SCOPE = 'gn.infractions.read';

type Status = 'ABERTA' | 'ACEITA' | 'CANCELADA_EFI' | 'EM_DEFESA' | 'REJEITADA';

type Infraction = {
  id: string;
  protocol: number;
  endToEndId: string;
  openedAt: number;
  changedAt: number;
  /** Until when it is analysed. */
  until: number;
  status: Status;
};

/**
 * What payers' banks say against PIX that the company got (MED). Source: Efí's documentation,
 * "Endpoints exclusivos Efí", and npm sdk-node-apis-efi 2.0.1, read 2026-11-26.
 */
export function createInfractions({ clock, random }: { clock: Clock; random: Random }) {
  const all = new Map<string, Infraction>();
  return {
    all,
    open(endToEndId: string, until: Date): void {
      all.set(endToEndId, {
        id: random.uuid(),
        protocol: Number(random.digits(4)),
        ...{ endToEndId, openedAt: clock.now(), changedAt: clock.now() },
        ...{ until: until.getTime(), status: 'ABERTA' },
      });
    },
    end(endToEndId: string, status: Status): void {
      const infraction = knownIn(all, endToEndId, 'infraction of');
      Object.assign(infraction, { status, changedAt: clock.now() });
    },
  };
}

type Infractions = ReturnType<typeof createInfractions>;

export function infractionRoutes(
  { account, record }: PixDesk,
  { all }: Infractions,
): ScopedRoute[] {
  return [
    {
      method: 'GET',
      path: '/v2/gn/infracoes',
      scope: INFRACTION_SCOPE,
      handle: (request) => {
        const page = listPage(request, all.values(), ({ openedAt }) => openedAt);
        if (page === null) {
          record.violate('inicio and fim are no period', request);
          return jsonAnswer(400, { title: 'Consulta Inválida', status: 400 });
        }
        const infracoes = page.shown.map((one) => tell(one, account.pixOf(one.endToEndId)));
        return jsonAnswer(200, { parametros: page.parametros, infracoes });
      },
    },
  ];
}

function tell(
  { id, protocol, endToEndId, openedAt, changedAt, until, status }: Infraction,
  { amount, receivedAt }: { amount: string; receivedAt: number },
) {
  const party = { conta: 10_001, nome: 'Fulano de Tal', documento: '00000000000' };
  return {
    idInfracao: id,
    endToEndId,
    protocolo: protocol,
    dataTransacao: instant(receivedAt),
    valor: Number(amount),
    status,
    razao: 'Solicitacao de devolução',
    tipoSituacao: 'golpe',
    identificadorTicket: [94],
    dadosAnalise: { abertura: instant(openedAt), prazoFinalizacao: instant(until) },
    origem: { nomeParticipante: 'BANCO XYZ', ...party },
    destino: { nomeParticipante: 'Efí S/A', ...party },
    criadoEm: instant(openedAt),
    atualizadoEm: instant(changedAt),
  };
}
