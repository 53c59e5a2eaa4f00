import type { ReturnNature } from '../../../contract/payments/payin-return.ts';
import { asksExactly, writeDynamicBrCode } from '../../base/formats/br-code.ts';
import type {
  Issued,
  KnownPayment,
  KnownReturn,
  PaymentIssuer,
  PaymentOrder,
} from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import type { PixBank, PixBankOptions } from './bank.ts';
import type { Cob, Returned } from './fields.ts';
import {
  cobSchema,
  isReturned,
  qrCodeSchema,
  returnedSchema,
  saysNotFound,
  toCentavos,
  toReais,
} from './fields.ts';
import { createPixRefunds } from './refunds.ts';

export type PixReceiver = {
  /** The key that is paid to; one of the account's at the bank. */
  pixKey: string;
  /** For codes that are written from their address. */
  merchantCity: string;
};

export type PixIssuer = PaymentIssuer & Required<Pick<PaymentIssuer, 'cancelPayment'>>;

/**
 * PIX by the central bank's own API, which many banks have: how each differs, and the sources, are
 * in `profiles.ts`. `bank` may be called for other things as well.
 * verified: offline-contract
 */
export function createPixIssuer(
  bank: PixBank,
  { pixKey, merchantCity, profile, now }: PixReceiver & Pick<PixBankOptions, 'profile' | 'now'>,
): PixIssuer {
  async function findCob(reference: string, signal: AbortSignal): Promise<Cob | null> {
    const txid = attemptKeyOf(reference);
    const answer = await bank.getCob(txid, signal);
    if (answer.kind === 'rejected' && saysNotFound(answer)) return null;
    return readCob(answer, txid);
  }

  /**
   * The charge at the bank, made once; null where it surely was not. Decision: a lost answer is looked
   * up and nothing is sent again, though the txid would allow it: a bank that lets charges be revised
   * would take the second for a change of one that a payer may be looking at.
   */
  async function putCob(order: PaymentOrder, signal: AbortSignal): Promise<Cob | null> {
    const { reference, amount, expiresAt } = order;
    const txid = attemptKeyOf(reference);
    // A bank that rested takes a read first, and this one changes nothing.
    if (bank.needsRead()) await bank.getCob(txid, signal);
    const body = {
      calendario: { expiracao: Math.max(1, Math.floor((expiresAt.getTime() - now()) / 1000)) },
      valor: { original: toReais(amount) },
      chave: pixKey,
    };
    const answer = await bank.putCob(txid, body, signal);
    if (answer.kind === 'answered') return readCob(answer, txid);
    if (isTurnedAway(answer)) return null;
    // Banks say by 400 as well as by 409 that they know the txid.
    const cob = await findCob(reference, signal);
    if (cob === null && answer.kind === 'unknown') throw new Error('the bank may still make it');
    return cob;
  }

  async function codeOf(cob: Cob, order: PaymentOrder, signal: AbortSignal): Promise<string> {
    if (cob.pixCopiaECola !== undefined) return cob.pixCopiaECola;
    if (profile.codeElsewhere === 'loc_qrcode' && cob.loc?.id !== undefined) {
      const answer = await bank.getCode(`${cob.loc.id}`, signal);
      return readAnswered(answer, qrCodeSchema, 'the bank does not give the code').qrcode;
    }
    const location = locationOf(cob);
    if (location === null) throw new Error('the bank gave neither code nor address');
    return writeDynamicBrCode({ location, merchantName: order.merchantName, merchantCity });
  }

  return {
    async issuePix(order, signal): Promise<Issued<{ copyAndPaste: string; location?: string }>> {
      const cob = await putCob(order, signal);
      if (cob === null) return { kind: 'unavailable' };
      const { txid, status, valor, chave } = cob;
      const isOrders = valor.original === toReais(order.amount) && chave === pixKey;
      if (!isOrders || status !== 'ATIVA') throw new Error('the bank has another charge there');
      const copyAndPaste = await codeOf(cob, order, signal);
      const location = locationOf(cob);
      if (!asksExactly(copyAndPaste, { amount: order.amount, location })) {
        throw new Error('the code does not ask for the order');
      }
      const issued = { kind: 'issued', externalId: txid, copyAndPaste } as const;
      return location === null ? issued : { ...issued, location };
    },

    async findPayment({ reference }, signal) {
      const cob = await findCob(reference, signal);
      return cob === null ? { kind: 'not_found' } : tell(await withNatures(bank, cob, signal));
    },

    async cancelPayment({ reference }, signal) {
      const txid = attemptKeyOf(reference);
      const answer = await bank.removeCob(txid, signal);
      // A payer may have been faster, and a lost answer tells nothing: the bank is asked.
      const isTold = answer.kind === 'answered';
      const cob = isTold ? readCob(answer, txid) : await findCob(reference, signal);
      return cob === null ? { kind: 'not_found' } : tell(await withNatures(bank, cob, signal));
    },

    issueBoleto: () => Promise.reject(new Error('only PIX is issued here')),
    openConsent: () => Promise.reject(new Error('only PIX is issued here')),

    capabilities: { refund: ['PIX'] },
    ...createPixRefunds(bank, findCob),
  };
}

/** Some banks leave out within a charge why its money went back: they are asked for the refund. */
async function withNatures(bank: PixBank, cob: Cob, signal: AbortSignal): Promise<Cob> {
  const pix: Cob['pix'] = [];
  for (const paid of cob.pix ?? []) {
    const devolucoes: Returned[] = [];
    for (const one of paid.devolucoes ?? []) {
      devolucoes.push(isUnexplained(one) ? await explain(bank, paid.endToEndId, one, signal) : one);
    }
    pix.push({ ...paid, devolucoes });
  }
  return { ...cob, pix };
}

async function explain(bank: PixBank, endToEndId: string, returned: Returned, signal: AbortSignal) {
  const answer = await bank.getRefund(endToEndId, returned.id, signal);
  return readAnswered(answer, returnedSchema, 'the bank does not tell why money went back');
}

function readCob(answer: OutgoingAnswer, txid: string): Cob {
  const cob = readAnswered(answer, cobSchema, 'the bank does not tell of the charge');
  if (cob.txid !== txid) throw new Error('the bank tells of another charge');
  return cob;
}

function locationOf({ location, loc }: Cob): string | null {
  return location ?? loc?.location ?? null;
}

/** A charge whose time is over stays active at the bank; when that is, the service knows. */
function tell(cob: Cob): KnownPayment {
  switch (cob.status) {
    case 'ATIVA':
      return { kind: 'open' };
    case 'CONCLUIDA':
      return { kind: 'paid', ...factsOf(cob) };
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return { kind: 'refused' };
    default:
      return cob.status satisfies never;
  }
}

function factsOf({ pix }: Cob): Omit<Extract<KnownPayment, { kind: 'paid' }>, 'kind'> {
  const paid = pix ?? [];
  const [first] = paid;
  if (first === undefined) return {};
  const amounts = paid.flatMap(({ valor }) => (valor === undefined ? [] : [toCentavos(valor)]));
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  const returns = paid.flatMap(({ devolucoes }) => (devolucoes ?? []).flatMap(toReturn));
  return {
    ...(amounts.length < paid.length ? {} : { amount }),
    ...(returns.length === 0 ? {} : { returns }),
    endToEndId: first.endToEndId,
  };
}

/**
 * Why a PIX went back, by `natureza`. Source: Banco Central, PIX API 2.9.0, schema `Devolucao`.
 * Decision: any other was asked for by the account's holder, at the bank's own pages where not by us.
 */
const NATURES: ReadonlyMap<string, ReturnNature> = new Map([
  ['MED_FRAUDE', 'med_fraud'],
  ['MED_OPERACIONAL', 'med_operational'],
  ['MED_PIX_AUTOMATICO', 'med_recurring'],
]);

function isUnexplained(returned: Returned): boolean {
  return isReturned(returned) && (returned.natureza ?? '') === '';
}

function toReturn(returned: Returned): KnownReturn[] {
  if (!isReturned(returned)) return [];
  const { id, valor, natureza } = returned;
  const nature = NATURES.get(natureza ?? '') ?? 'elsewhere';
  return [{ id, amount: toCentavos(valor), nature }];
}
