import type * as z from 'zod/mini';
import { toBarcode } from '../../base/formats/boleto-line.ts';
import { readBrCode } from '../../base/formats/br-code.ts';
import type {
  Issued,
  IssuedBoleto,
  IssuedPayment,
  KnownPayment,
  PaymentIssuer,
} from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import type { RefusedData } from '../refused-data.ts';
import type { BoletoStatus } from './boleto-fields.ts';
import {
  detailSchema,
  historySchema,
  issuedSchema,
  listSchema,
  refusedDataOf,
  writeBoleto,
} from './boleto-fields.ts';
import type { EfiOptions } from './own-client.ts';
import { createOwnClient } from './own-client.ts';

/**
 * Boletos by Efí's API of charges ("cobranças"), on a host of its own with the same application.
 * verified: offline-contract. Sources, read 2026-11-23: dev.efipay.com.br, "Boleto" and
 * "Notificações"; npm sdk-node-apis-efi 2.0.1 (2026-08-21), whose schemas judge our requests in
 * `official-client.test.ts`. Not proved: whether its sandbox gives lines with right check digits.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back a boleto is looked for whose number we do not have. */
const LOOKED_BACK_DAYS = 7;

type Boleto = {
  chargeId: number;
  total: number;
  status: BoletoStatus;
  line: string;
  dueOn: string;
  /** The code of the PIX on it; none where the account has boletos without. */
  pixCode: string | undefined;
};

export type EfiBoletos = Pick<PaymentIssuer, 'issueBoleto'> & {
  find: (payment: IssuedPayment, signal: AbortSignal) => Promise<KnownPayment>;
  cancel: (payment: IssuedPayment, signal: AbortSignal) => Promise<KnownPayment>;
  /** Our keys of what a notice with that token is about; null where Efí has given out no such. */
  keysOf: (token: string, signal: AbortSignal) => Promise<string[] | null>;
};

export function createEfiBoletos(
  options: EfiOptions & {
    origin: string;
    /** Told with every boleto; without it they are found by asking alone. */
    noticesAddress: string | null;
  },
): EfiBoletos {
  const { noticesAddress, now } = options;
  const send = createOwnClient(options, '/v1/authorize');

  const { findByKey, findDetail, find } = finderBy(send, now);

  async function make(
    order: Parameters<PaymentIssuer['issueBoleto']>[0],
    signal: AbortSignal,
  ): Promise<Boleto | RefusedData | { kind: 'unavailable' }> {
    const key = attemptKeyOf(order.reference);
    // Decision: Efí has no id of ours that makes a boleto once, so it is looked for before it is
    // made: one too many would stand in the list of the payer's own bank.
    const former = await findByKey(key, signal);
    if (former !== null) return former;
    const body = writeBoleto(order, { key, noticesAddress });
    const answer = await send('issue_boleto', ['POST', '/v1/charge/one-step'], { signal, body });
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    if (answer.kind === 'rejected') return refusedDataOf(answer.body) ?? { kind: 'unavailable' };
    if (answer.kind === 'answered') {
      const {
        charge_id: chargeId,
        barcode: line,
        expire_at: dueOn,
        pix,
        ...rest
      } = readAnswered(answer, issuedSchema, UNTOLD).data;
      return { chargeId, line, dueOn, pixCode: pix?.qrcode, ...rest };
    }
    const made = await findByKey(key, signal);
    if (made === null) throw new Error('the bank may still make it');
    return made;
  }

  return {
    async issueBoleto(order, signal): Promise<Issued<IssuedBoleto>> {
      const boleto = await make(order, signal);
      if ('kind' in boleto) return boleto;
      const { chargeId, total, status, line, dueOn, pixCode } = boleto;
      const isOrders = total === order.amount && dueOn === order.dueOn;
      if (!isOrders || kindOf(status) !== 'open') throw new Error('the bank has another boleto');
      const barcode = toBarcode(line.replace(/\D/g, ''));
      if (barcode === null) throw new Error('the line of the boleto is none');
      const issued = { kind: 'issued', externalId: String(chargeId), barcode } as const;
      return pixCode === undefined ? issued : { ...issued, pix: toPix(pixCode) };
    },

    find,

    async cancel(payment, signal) {
      const detail = await findDetail(payment, signal);
      if (detail === null) return { kind: 'not_found' };
      const path = `/v1/charge/${detail.charge_id}/cancel`;
      await send('cancel_boleto', ['PUT', path], { signal });
      // A payer may have been faster, and a lost answer tells nothing: the bank is asked.
      return find({ ...payment, externalId: String(detail.charge_id) }, signal);
    },

    async keysOf(token, signal) {
      const path = `/v1/notification/${encodeURIComponent(token)}`;
      const answer = await send('read_notice', ['GET', path], { signal });
      if (answer.kind === 'rejected') return null;
      const { data } = readAnswered(answer, historySchema, UNTOLD);
      return data.flatMap(({ custom_id }) => custom_id ?? []);
    },
  };
}

function finderBy(send: ReturnType<typeof createOwnClient>, now: EfiOptions['now']) {
  async function list(
    key: string,
    { from, to }: { from: string; to: string },
    signal: AbortSignal,
  ): Promise<z.infer<typeof listSchema>['data']> {
    const range = { begin_date: from, end_date: to };
    const query = new URLSearchParams({ charge_type: 'billet', ...range, custom_id: key });
    const answer = await send('find_boleto', ['GET', `/v1/charges?${query}`], { signal });
    const { data } = readAnswered(answer, listSchema, UNTOLD);
    return data.filter(({ custom_id }) => custom_id === key);
  }

  async function findByKey(key: string, signal: AbortSignal): Promise<Boleto | null> {
    const from = dayOf(now() - LOOKED_BACK_DAYS * DAY_MS);
    const [known] = await list(key, { from, to: dayOf(now() + DAY_MS) }, signal);
    if (known === undefined) return null;
    const { id: chargeId, total, status, payment } = known;
    if (payment === undefined) throw new Error('the bank has a charge there that is no boleto');
    const { barcode: line, expire_at: dueOn, pix } = payment.banking_billet;
    const pixCode = (payment.pix ?? pix)?.qrcode;
    return { chargeId, total, status, line, dueOn, pixCode };
  }

  async function findDetail({ reference, externalId }: IssuedPayment, signal: AbortSignal) {
    const key = attemptKeyOf(reference);
    const chargeId = toChargeId(externalId) ?? (await findByKey(key, signal))?.chargeId;
    if (chargeId === undefined) return null;
    const answer = await send('find_boleto', ['GET', `/v1/charge/${chargeId}`], { signal });
    const { data } = readAnswered(answer, detailSchema, UNTOLD);
    if (data.charge_id !== chargeId || data.custom_id !== key) {
      throw new Error('the bank tells of another boleto');
    }
    return data;
  }

  /** The list alone tells what was paid. */
  async function findPaidAmount(
    { charge_id: chargeId, created_at: createdAt }: z.infer<typeof detailSchema>['data'],
    key: string,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const day = createdAt.slice(0, 10);
    const found = await list(key, { from: day, to: day }, signal);
    return found.find(({ id }) => id === chargeId)?.payment?.paid_value;
  }

  async function find(payment: IssuedPayment, signal: AbortSignal): Promise<KnownPayment> {
    const detail = await findDetail(payment, signal);
    if (detail === null) return { kind: 'not_found' };
    const kind = kindOf(detail.status);
    if (kind !== 'paid') return { kind };
    const amount = await findPaidAmount(detail, attemptKeyOf(payment.reference), signal);
    return amount === undefined ? { kind } : { kind, amount };
  }

  return { findByKey, findDetail, find };
}

/**
 * Decision: Efí's codes name an address and no amount, and it tells of the address by the code alone;
 * it is believed for a boleto whose amount it has told to be the order's.
 */
function toPix(copyAndPaste: string): { copyAndPaste: string; location?: string } {
  const location = readBrCode(copyAndPaste)?.location;
  return location ? { copyAndPaste, location } : { copyAndPaste };
}

/** Efí's own numbers: few digits, unlike any id of ours. */
export function toChargeId(externalId: string | null | undefined): number | null {
  return /^\d{1,15}$/.test(externalId ?? '') ? Number(externalId) : null;
}

const UNTOLD = 'the bank does not tell of the boleto';

/** Days as Efí counts them, give or take one. */
function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/**
 * `settled`: the merchant has told Efí by hand that it was paid. `unpaid`: it is due, and may be
 * paid as long as it is not written off; when to stop waiting, the service knows.
 */
function kindOf(status: BoletoStatus): 'open' | 'paid' | 'refused' {
  switch (status) {
    case 'new':
    case 'waiting':
    case 'identified':
    case 'unpaid':
      return 'open';
    case 'approved':
    case 'paid':
    case 'settled':
      return 'paid';
    case 'canceled':
    case 'expired':
      return 'refused';
    default:
      return status satisfies never;
  }
}
