import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { Random } from '../server/random.ts';
import type { PartyRecord } from '../server/record.ts';
import type { Charge, PixAccount } from './account.ts';
import type { Receiver } from './answers.ts';
import { codeOf, instant, tellCharge, tellLocation } from './answers.ts';
import type { CobFields } from './fields.ts';
import { cobChangeFields, cobFields, TXID } from './fields.ts';
import { problemAnswer } from './problem.ts';
import type { PixProfile } from './profiles.ts';
import { readBody, refuseForm } from './read-body.ts';

export type PixDesk = {
  profile: PixProfile;
  account: PixAccount;
  receiver: Receiver;
  record: PartyRecord;
  random: Random;
};

/** `scope` is what a token must have been given. */
export type ScopedRoute = Route & { scope: string };

/** Charges and their locations. */
export function cobRoutes(desk: PixDesk): ScopedRoute[] {
  const { profile, account, record, random } = desk;
  const item = `${profile.base.cobItem}/cob/:txid`;
  const all = `${profile.base.cob}/cob`;
  const loc = `${profile.base.other}/loc/:id`;

  const tell = (status: number, charge: Charge) => jsonAnswer(status, tellCharge(charge, desk));

  function put(request: PartyRequest): PartyAnswer {
    const txid = request.params.txid ?? '';
    if (!TXID.test(txid)) return refuseTxid(desk, request);
    const body = readCob(desk, request);
    if ('refusal' in body) return body.refusal;
    const charge = account.charges.get(txid);
    if (charge === undefined) return tell(201, account.open(txid, body.value));
    if (JSON.stringify(charge.fields) !== JSON.stringify(body.value)) {
      record.violate(`PUT ${request.path}: the txid was used before, for something else`);
    }
    if (profile.repeatedTxid === 'revised' && charge.status === 'ATIVA') {
      return tell(201, revise(charge, body.value));
    }
    return problemAnswer(profile, {
      name: 'CobOperacaoInvalida',
      detail: 'O campo txid informado já foi utilizado em outra cobrança.',
      efiName: 'txid_duplicado',
      status: profile.repeatedTxid === 409 ? 409 : 400,
    });
  }

  function post(request: PartyRequest): PartyAnswer {
    const body = readCob(desk, request);
    return 'refusal' in body ? body.refusal : tell(201, account.open(random.hex(32), body.value));
  }

  function patch(request: PartyRequest): PartyAnswer {
    const charge = account.charges.get(request.params.txid ?? '');
    if (charge === undefined) return notFound(desk);
    const body = readBody(desk, request, {
      schema: cobChangeFields,
      resource: 'cob',
      problem: 'CobOperacaoInvalida',
    });
    if ('refusal' in body) return body.refusal;
    const { status, ...changes } = body.value;
    if (status !== undefined && Object.keys(changes).length > 0) {
      const wrong = [{ path: 'cob.status', reason: 'must be the only field' }];
      return refuseForm(desk, request, 'CobOperacaoInvalida', wrong);
    }
    if (charge.status !== 'ATIVA') {
      return problemAnswer(profile, {
        name: 'CobOperacaoInvalida',
        detail: `A cobrança não está ativa: ${charge.status}.`,
        efiName: 'cobranca_status_invalido',
      });
    }
    if (status !== undefined) charge.status = status;
    return tell(200, revise(charge, { ...charge.fields, ...definedOf(changes) }));
  }

  function get({ params }: PartyRequest): PartyAnswer {
    const charge = account.charges.get(params.txid ?? '');
    return charge === undefined ? notFound(desk) : tell(200, charge);
  }

  const qrCode: ScopedRoute = {
    method: 'GET',
    path: `${loc}/qrcode`,
    scope: 'payloadlocation.read',
    handle: (request) =>
      withLocation(desk, request, (charge) => ({
        qrcode: codeOf(charge, desk.receiver),
        imagemQrcode: 'data:image/png;base64,',
        linkVisualizacao: `https://${charge.location}`,
      })),
  };
  return [
    { method: 'PUT', path: item, scope: 'cob.write', handle: put },
    { method: 'PATCH', path: item, scope: 'cob.write', handle: patch },
    { method: 'GET', path: item, scope: 'cob.read', handle: get },
    { method: 'POST', path: all, scope: 'cob.write', handle: post },
    { method: 'GET', path: all, scope: 'cob.read', handle: (request) => list(desk, request) },
    {
      method: 'GET',
      path: loc,
      scope: 'payloadlocation.read',
      handle: (request) => withLocation(desk, request, tellLocation),
    },
    // Efí's own.
    ...(profile.errors === 'efi' || profile.code === 'loc_qrcode' ? [qrCode] : []),
  ];
}

function readCob(desk: PixDesk, request: PartyRequest) {
  const body = readBody(desk, request, {
    schema: cobFields,
    resource: 'cob',
    problem: 'CobOperacaoInvalida',
  });
  if ('refusal' in body || body.value.chave === desk.account.key) return body;
  const wrong = [{ path: 'cob.chave', reason: 'is not a key of this account' }];
  return { refusal: refuseForm(desk, request, 'CobOperacaoInvalida', wrong) };
}

function list(desk: PixDesk, request: PartyRequest): PartyAnswer {
  const [from, to] = [request.query.get('inicio'), request.query.get('fim')];
  if (from === null || to === null) {
    const wrong = [{ path: from === null ? 'inicio' : 'fim', reason: 'is missing' }];
    return refuseForm(desk, request, 'CobConsultaInvalida', wrong);
  }
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const found = [...desk.account.charges.values()].filter(
    ({ createdAt }) => createdAt >= start && createdAt <= end,
  );
  const paginacao = {
    paginaAtual: 0,
    itensPorPagina: 100,
    quantidadeDePaginas: 1,
    quantidadeTotalDeItens: found.length,
  };
  const parametros = { inicio: instant(start), fim: instant(end), paginacao };
  const cobs = found.map((one) => tellCharge(one, desk, { isListed: true }));
  return jsonAnswer(200, { parametros, cobs });
}

function refuseTxid(desk: PixDesk, request: PartyRequest): PartyAnswer {
  const wrong = [{ path: 'txid', reason: 'is not 26 to 35 letters and digits' }];
  return refuseForm(desk, request, 'CobOperacaoInvalida', wrong);
}

function notFound({ profile }: PixDesk): PartyAnswer {
  const detail = 'Nenhuma cobrança foi encontrada para o txid informado.';
  return problemAnswer(profile, {
    name: 'CobNaoEncontrado',
    detail,
    efiName: 'cobranca_nao_encontrada',
  });
}

function withLocation(
  { account, profile }: PixDesk,
  { params }: PartyRequest,
  tellOf: (charge: Charge) => unknown,
) {
  const charges = [...account.charges.values()];
  const charge = charges.find(({ locationId }) => `${locationId}` === params.id);
  if (charge !== undefined) return jsonAnswer(200, tellOf(charge));
  const detail = 'A location não foi encontrada.';
  return problemAnswer(profile, { name: 'PayloadLocationNaoEncontrado', detail });
}

function revise(charge: Charge, fields: CobFields): Charge {
  charge.fields = fields;
  charge.revision += 1;
  return charge;
}

/** Without the fields that a change does not name. */
function definedOf<Changes extends object>(changes: Changes) {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
