import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { Charge, PixAccount } from './account.ts';
import type { Receiver } from './answers.ts';
import { codeOf, tellCharge } from './answers.ts';
import type { CobFields } from './fields.ts';
import { cobChangeFields, cobFields, TXID } from './fields.ts';
import { problemAnswer, readForm, refuseForm } from './problem.ts';
import type { PixProfile } from './profiles.ts';

export type PixDesk = {
  profile: PixProfile;
  account: PixAccount;
  receiver: Receiver;
  record: PartyRecord;
};

export type ScopedRoute = Route & { scope: string };

export function cobRoutes(desk: PixDesk): ScopedRoute[] {
  const { profile, account, record } = desk;
  const item = `${profile.base.cob}/cob/:txid`;

  const tell = (status: number, charge: Charge) => jsonAnswer(status, tellCharge(charge, desk));

  function put(request: PartyRequest): PartyAnswer {
    const txid = request.params.txid ?? '';
    if (!TXID.test(txid)) return refuseTxid(desk, request);
    const body = readCob(desk, request);
    if ('refusal' in body) return body.refusal;
    const charge = account.charges.get(txid);
    if (charge === undefined) return tell(201, account.open(txid, body.value));
    if (JSON.stringify(charge.fields) !== JSON.stringify(body.value)) {
      record.violate('the txid was used before, for something else', request);
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

  function patch(request: PartyRequest): PartyAnswer {
    const charge = account.charges.get(request.params.txid ?? '');
    if (charge === undefined) return notFound(desk);
    const body = readForm(desk, request, cobChangeFields, 'cob');
    if ('refusal' in body) return body.refusal;
    if (charge.status !== 'ATIVA') {
      return problemAnswer(profile, {
        name: 'CobOperacaoInvalida',
        detail: `A cobrança não está ativa: ${charge.status}.`,
        efiName: 'cobranca_status_invalido',
      });
    }
    charge.status = body.value.status;
    return tell(200, revise(charge, charge.fields));
  }

  function get({ params }: PartyRequest): PartyAnswer {
    const charge = account.charges.get(params.txid ?? '');
    return charge === undefined ? notFound(desk) : tell(200, charge);
  }

  function getCode({ params }: PartyRequest): PartyAnswer {
    const charges = [...account.charges.values()];
    const charge = charges.find(({ locationId }) => `${locationId}` === params.id);
    if (charge === undefined) {
      const detail = 'A location não foi encontrada.';
      return problemAnswer(profile, { name: 'PayloadLocationNaoEncontrado', detail });
    }
    return jsonAnswer(200, { qrcode: codeOf(charge, desk.receiver) });
  }

  const qrCode: ScopedRoute = {
    method: 'GET',
    path: `${profile.base.other}/loc/:id/qrcode`,
    scope: 'payloadlocation.read',
    handle: getCode,
  };
  return [
    { method: 'PUT', path: item, scope: 'cob.write', handle: put },
    { method: 'PATCH', path: item, scope: 'cob.write', handle: patch },
    { method: 'GET', path: item, scope: 'cob.read', handle: get },
    // Efí's own.
    ...(profile.errors === 'efi' || profile.code === 'loc_qrcode' ? [qrCode] : []),
  ];
}

function readCob(desk: PixDesk, request: PartyRequest) {
  const body = readForm(desk, request, cobFields, 'cob');
  if ('refusal' in body || body.value.chave === desk.account.key) return body;
  const wrong = [{ path: 'cob.chave', reason: 'is not a key of this account' }];
  return { refusal: refuseForm(desk, request, 'cob', wrong) };
}

function refuseTxid(desk: PixDesk, request: PartyRequest): PartyAnswer {
  const wrong = [{ path: 'txid', reason: 'is not 26 to 35 letters and digits' }];
  return refuseForm(desk, request, 'cob', wrong);
}

function notFound({ profile }: PixDesk): PartyAnswer {
  const detail = 'Nenhuma cobrança foi encontrada para o txid informado.';
  return problemAnswer(profile, {
    name: 'CobNaoEncontrado',
    detail,
    efiName: 'cobranca_nao_encontrada',
  });
}

function revise(charge: Charge, fields: CobFields): Charge {
  charge.fields = fields;
  charge.revision += 1;
  return charge;
}
