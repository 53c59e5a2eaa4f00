import { writeDynamicCode } from '../formats/br-code.ts';
import { instant } from '../server/harness.ts';
import type { Charge, PixAccount, ReceivedPix, Refund } from './account.ts';
import type { PixProfile } from './profiles.ts';

export type Receiver = { name: string; city: string };

/** A charge as the API tells it (CobGerada; CobCompleta once it was paid). */
export function tellCharge(
  charge: Charge,
  { account, profile, receiver }: { account: PixAccount; profile: PixProfile; receiver: Receiver },
) {
  const { txid, revision, createdAt, fields, status, location, locationId } = charge;
  const { calendario, devedor, valor, chave, solicitacaoPagador } = fields;
  const pix = [...account.received.values()].filter((one) => one.txid === txid);

  function tellInside(one: ReceivedPix) {
    const { chave: key, ...rest } = tellPix(one, account.key, profile);
    return profile.hasWholePix ? { ...rest, chave: key } : rest;
  }

  return {
    calendario: {
      criacao: instant(createdAt),
      expiracao: profile.hasNumbersAsText ? `${calendario.expiracao}` : calendario.expiracao,
    },
    txid,
    revisao: revision,
    loc: { id: locationId, location, tipoCob: 'cob', criacao: instant(createdAt), txid },
    location,
    status,
    ...(devedor ? { devedor } : {}),
    valor,
    chave,
    ...(solicitacaoPagador !== undefined ? { solicitacaoPagador } : {}),
    ...(profile.code === 'pixCopiaECola' ? { pixCopiaECola: codeOf(charge, receiver) } : {}),
    ...(pix.length > 0 ? { pix: pix.map(tellInside) } : {}),
  };
}

export function codeOf({ location }: Charge, { name, city }: Receiver): string {
  return writeDynamicCode({ location, merchantName: name, merchantCity: city });
}

export function tellPix(pix: ReceivedPix, key: string, { hasWholePix }: PixProfile) {
  const { endToEndId, txid, amount, receivedAt, refunds } = pix;
  const told = refunds.map((one) => {
    const { natureza, ...rest } = tellRefund(one);
    return hasWholePix ? { ...rest, natureza } : rest;
  });
  return {
    endToEndId,
    ...(txid !== null ? { txid } : {}),
    valor: amount,
    chave: key,
    ...(hasWholePix ? { componentesValor: { original: { valor: amount } } } : {}),
    horario: instant(receivedAt),
    ...(told.length > 0 ? { devolucoes: told } : {}),
  };
}

export function tellRefund(refund: Refund) {
  const { id, returnId, amount, nature, description, requestedAt, settledAt } = refund;
  return {
    id,
    rtrId: returnId,
    valor: amount,
    natureza: nature,
    ...(description !== undefined ? { descricao: description } : {}),
    horario: {
      solicitacao: instant(requestedAt),
      ...(settledAt !== null ? { liquidacao: instant(settledAt) } : {}),
    },
    status: refund.status,
    ...(refund.reason !== null ? { motivo: refund.reason } : {}),
  };
}
