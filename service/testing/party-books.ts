import type { Acquirer } from '../../simulators/cielo/acquirer.ts';
import type { Efi } from '../../simulators/efi/efi.ts';
import type { MercadoPago } from '../../simulators/mercado-pago/mercado-pago.ts';
import type { PagBank } from '../../simulators/pagbank/pagbank.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { RoutedMethod } from '../providers/definition.ts';

/** What a party's own book has of one order, in centavos, whoever moved it. */
export type BookEntry = { paid: number; returned: number; contested: number };

/** How money of an order that was paid leaves its party, or comes back. */
export type Departure =
  | 'given back at its pages'
  | 'MED for fraud'
  | 'MED for a failure'
  | 'MED of a recurring PIX'
  | 'contested'
  | 'won'
  | 'lost';

/** Orders are named by the keys of their attempts. A command throws where the party does not let it. */
export type PartyBook = {
  entryOf: (key: string) => BookEntry;
  /** The keys of all orders that it has money of. */
  keys: () => string[];
  departures: (
    method: RoutedMethod,
  ) => Readonly<Partial<Record<Departure, (key: string, centavos: number) => void>>>;
  /** The next refund is taken in and decided later, or refused; absent where the party has neither. */
  slowRefund?: () => void;
  refuseRefund?: () => void;
  /** Decides the refunds that wait. */
  settleRefunds: (isDone: () => boolean) => void;
};

const EMPTY: BookEntry = { paid: 0, returned: 0, contested: 0 };

function sumOf<Item>(items: readonly Item[], read: (item: Item) => BookEntry): BookEntry {
  return items.map(read).reduce(
    (sum, one) => ({
      paid: sum.paid + one.paid,
      returned: sum.returned + one.returned,
      contested: sum.contested + one.contested,
    }),
    EMPTY,
  );
}

export function bookOfPixBank(bank: PixBank): PartyBook {
  const received = (key: string) => [...bank.received.values()].filter(({ txid }) => txid === key);
  const takeBack = (nature: Parameters<PixBank['takeBack']>[1] & object) => {
    return (key: string, centavos: number) => {
      const [pix] = received(key);
      const id = pix?.endToEndId ?? '';
      bank.takeBack(id, { ...nature, amount: (centavos / 100).toFixed(2) });
    };
  };
  return {
    entryOf: (key) =>
      sumOf(received(key), ({ amount, refunds }) => ({
        ...EMPTY,
        paid: toCentavos(amount),
        returned: refunds
          .filter(({ status }) => status !== 'NAO_REALIZADO')
          .reduce((sum, refund) => sum + toCentavos(refund.amount), 0),
      })),
    keys: () => [...bank.received.values()].flatMap(({ txid }) => txid ?? []),
    departures: (method) =>
      method !== 'PIX'
        ? {}
        : {
            'given back at its pages': takeBack({ nature: 'ORIGINAL' }),
            'MED for fraud': takeBack({ nature: 'MED_FRAUDE' }),
            'MED for a failure': takeBack({ nature: 'MED_OPERACIONAL' }),
            'MED of a recurring PIX': takeBack({ nature: 'MED_PIX_AUTOMATICO' }),
          },
    settleRefunds: (isDone) => {
      for (const { endToEndId, refunds } of bank.received.values()) {
        for (const { id, status } of refunds) {
          if (status !== 'EM_PROCESSAMENTO') continue;
          const refused = { status: 'NAO_REALIZADO', reason: 'conta encerrada' } as const;
          bank.settleRefund(endToEndId, id, isDone() ? { status: 'DEVOLVIDO' } : refused);
        }
      }
    },
  };
}

export function bookOfEfi(efi: Efi): PartyBook {
  const bank = bookOfPixBank(efi);
  const billets = (key: string) =>
    [...efi.billets.values()].filter(({ fields }) => fields.metadata?.custom_id === key);
  const consents = (key: string) =>
    [...efi.consents.values()].filter(
      ({ fields, status }) => fields.pagamento.idProprio === key && status === 'aceito',
    );
  return {
    ...bank,
    entryOf: (key) =>
      sumOf(
        [
          bank.entryOf(key),
          ...billets(key).map(({ paidCentavos }) => ({ ...EMPTY, paid: paidCentavos ?? 0 })),
          ...consents(key).map(({ fields }) => ({
            ...EMPTY,
            paid: toCentavos(fields.pagamento.valor),
          })),
        ],
        (entry) => entry,
      ),
    keys: () => [
      ...bank.keys(),
      ...[...efi.billets.values()].flatMap(({ fields }) => fields.metadata?.custom_id ?? []),
      ...[...efi.consents.values()].flatMap(({ fields }) => fields.pagamento.idProprio ?? []),
    ],
  };
}

export function bookOfAcquirer(party: Acquirer): PartyBook {
  return {
    entryOf: (key) =>
      sumOf(party.salesOf(key), ({ capturedAmount: paid, voidedAmount: returned }) =>
        paid === 0 ? EMPTY : { ...EMPTY, paid, returned },
      ),
    keys: () => [...party.sales.values()].map(({ fields }) => fields.MerchantOrderId),
    departures: () => ({
      'given back at its pages': (key, centavos) =>
        party.voidAtPages(party.salesOf(key)[0]?.paymentId ?? '', centavos),
    }),
    refuseRefund: () => party.refuseNextVoid({ returnCode: '72', returnMessage: 'Sem saldo' }),
    settleRefunds: () => undefined,
  };
}

export function bookOfMercadoPago(party: MercadoPago): PartyBook {
  const payments = (key: string) =>
    [...party.payments.values()].filter(({ fields }) => fields.external_reference === key);
  const dispute = (detail: 'in_process' | 'settled' | 'reimbursed') => (key: string) => {
    const [payment] = payments(key).filter(({ approvedAt }) => approvedAt !== null);
    const isContested = payment?.status === 'charged_back' && payment.detail === 'in_process';
    const mayBe = detail === 'in_process' ? payment?.status === 'approved' : isContested;
    const hasWaiting = payment?.refunds.some(({ status }) => status === 'in_process');
    if (payment === undefined || !mayBe || hasWaiting) throw new Error('there is no dispute');
    party.change(payment.id, { status: 'charged_back', detail });
  };
  return {
    entryOf: (key) =>
      sumOf(payments(key), ({ centavos, approvedAt, refunds, status, detail }) => {
        if (approvedAt === null) return EMPTY;
        const returned = refunds
          .filter((refund) => refund.status !== 'rejected')
          .reduce((sum, refund) => sum + refund.centavos, 0);
        const isContested = status === 'charged_back' && detail !== 'reimbursed';
        return { paid: centavos, returned, contested: isContested ? centavos - returned : 0 };
      }),
    keys: () =>
      [...party.payments.values()].flatMap(({ fields }) => fields.external_reference ?? []),
    departures: () => ({
      'given back at its pages': (key, centavos) =>
        party.refundAtPages(payments(key)[0]?.id ?? 0, centavos),
      contested: dispute('in_process'),
      won: dispute('reimbursed'),
      lost: dispute('settled'),
    }),
    slowRefund: () => party.decideNextRefund('in_process'),
    refuseRefund: () => party.decideNextRefund('rejected'),
    settleRefunds: (isDone) => {
      for (const { id, refunds } of party.payments.values()) {
        for (const refund of refunds) {
          if (refund.status !== 'in_process') continue;
          party.endRefund(id, refund.id, isDone() ? 'approved' : 'rejected');
        }
      }
    },
  };
}

export function bookOfPagBank(party: PagBank): PartyBook {
  const orders = (key: string) =>
    [...party.orders.values()].filter(({ fields }) => fields.reference_id === key);
  return {
    entryOf: (key) =>
      sumOf(orders(key), ({ charge }) =>
        charge === null ? EMPTY : { ...EMPTY, paid: charge.paid, returned: charge.refunded },
      ),
    keys: () => [...party.orders.values()].flatMap(({ fields }) => fields.reference_id ?? []),
    departures: () => ({
      'given back at its pages': (key, centavos) =>
        party.cancelAtPages(orders(key)[0]?.charge?.id ?? '', centavos),
    }),
    refuseRefund: () =>
      party.refuseNextRefund({ code: '40002', description: 'insufficient_balance' }),
    settleRefunds: () => undefined,
  };
}

/** `12.34` as 1234. */
function toCentavos(amount: string): number {
  return Number(amount.replace('.', ''));
}
