import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Acquirer } from '../../simulators/cielo/acquirer.ts';
import type { Efi } from '../../simulators/efi/efi.ts';
import type { MercadoPago } from '../../simulators/mercado-pago/mercado-pago.ts';
import type { PagBank } from '../../simulators/pagbank/pagbank.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { RoutedMethod } from '../providers/definition.ts';

/** A notice as its sender writes it. */
export type ToldNotice = {
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** What a party tells of one method. Orders are named by the keys of their attempts. */
export type Told = {
  /** Whether the party's certificate proves it, where that is asked for. */
  hasCertificate: boolean;
  /** Leaves the next order undecided; absent where every order is, until somebody pays it. */
  leaveOpen?: () => void;
  /** What the party then has to tell of: the order is paid. */
  happen: (key: string) => void;
  /** Other ways in which it is paid there, by their names. */
  otherwise?: Readonly<Record<string, (key: string) => void>>;
  /** Nobody can pay it there any more. */
  writeOff?: (key: string) => void;
  /** Its notice of that order; of one that it has never heard of, a notice that looks the same. */
  tell: (key: string) => ToldNotice;
  /** The same with what is not of that party, by what is wrong; none where nothing proves it. */
  forge: Readonly<Record<string, (notice: ToldNotice) => ToldNotice>>;
  /** Any body, with the signature that the party would put on it. */
  sign: (body: string) => ToldNotice;
};

/** By method, as the party's provider is routed to it. */
export type ToldByMethod = Readonly<Partial<Record<RoutedMethod, Told>>>;

function asJson(body: string): ToldNotice {
  return { query: {}, headers: { 'content-type': 'application/json' }, body };
}

function withHeader(name: string, value: string | null) {
  return ({ headers, ...notice }: ToldNotice): ToldNotice => {
    const { [name]: _, ...others } = headers;
    return { ...notice, headers: value === null ? others : { ...others, [name]: value } };
  };
}

export function toldByPixBank(bank: PixBank): ToldByMethod {
  const pix = (key: string) => {
    const endToEndId = `E12345678202611231200${'A'.repeat(11)}`;
    return [{ endToEndId, txid: key, valor: '100.00', horario: '2026-11-23T12:00:00.000Z' }];
  };
  return {
    PIX: {
      hasCertificate: true,
      happen: (key) => void bank.pay(key),
      otherwise: {
        twice: (key) => void bank.pay(key, { isAgain: true }),
        late: (key) => void bank.pay(key, { isLate: true }),
      },
      tell: (key) => asJson(JSON.stringify({ pix: pix(key) })),
      forge: {},
      sign: asJson,
    },
  };
}

export function toldByEfi(efi: Efi): ToldByMethod {
  const billet = (key: string) =>
    [...efi.billets.values()].find(({ fields }) => fields.metadata?.custom_id === key);
  const consent = (key: string) =>
    [...efi.consents.values()].find(({ fields }) => fields.pagamento.idProprio === key);
  /** As the address of notices of open finance was given to Efí. */
  function hash(): string {
    const configured = efi.requests.filter(({ path }) => path === '/v1/config');
    const put = configured.findLast(({ method }) => method === 'PUT');
    return String(JSON.parse(put?.rawBody ?? '').webhookSecurity.hash);
  }
  const asToken = (body: string): ToldNotice => ({
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const withHash = (body: string): ToldNotice => ({ ...asJson(body), query: { hmac: hash() } });
  return {
    ...toldByPixBank(efi),
    PAYOUT: {
      hasCertificate: true,
      happen: (key) => void efi.settlePayout(key, { status: 'REALIZADO' }),
      tell: (idEnvio) =>
        asJson(JSON.stringify({ pix: [{ status: 'REALIZADO', gnExtras: { idEnvio } }] })),
      forge: {},
      sign: asJson,
    },
    BOLETO: {
      hasCertificate: false,
      happen: (key) => efi.payBillet(billet(key)?.id ?? 0),
      otherwise: {
        'with less': (key) => efi.payBillet(billet(key)?.id ?? 0, { centavos: 500 }),
        'with interest': (key) => efi.payBillet(billet(key)?.id ?? 0, { centavos: 50_000 }),
        late: (key) => efi.payBillet(billet(key)?.id ?? 0, { isLate: true }),
      },
      writeOff: (key) => efi.moveBillet(billet(key)?.id ?? 0, 'expired'),
      tell: (key) => asToken(`notification=${billet(key)?.token ?? randomUUID()}`),
      forge: {
        'a token that was made up': (notice) => ({
          ...notice,
          body: `notification=${randomUUID()}`,
        }),
      },
      sign: asToken,
    },
    OPEN_FINANCE: {
      hasCertificate: false,
      happen: (key) => efi.endConsent(consent(key)?.id ?? '', 'aceito'),
      tell: (key) => {
        const identificadorPagamento = consent(key)?.id ?? `urn:efi:${randomUUID()}`;
        const told = { identificadorPagamento, idProprio: key, status: 'aceito' };
        return withHash(JSON.stringify(told));
      },
      forge: {
        'no hash': (notice) => ({ ...notice, query: {} }),
        'another hash': (notice) => ({ ...notice, query: { hmac: '0'.repeat(64) } }),
      },
      sign: withHash,
    },
  };
}

/** `noticeHeader`: what its support was asked to put on notices. */
export function toldByAcquirer(
  party: Acquirer,
  noticeHeader: { name: string; value: string },
): ToldByMethod {
  const paymentOf = (key: string) => party.salesOf(key)[0]?.paymentId;
  const authorized = { status: 'authorized', returnCode: '4' } as const;
  const { name, value } = noticeHeader;
  const sign = (body: string) => withHeader(name, value)(asJson(body));
  return {
    CREDIT_CARD: {
      hasCertificate: false,
      leaveOpen: () => party.decideNext({ status: 'unfinished', returnCode: '' }),
      happen: (key) => party.finish(paymentOf(key) ?? '', authorized),
      tell: (key) =>
        sign(JSON.stringify({ PaymentId: paymentOf(key) ?? randomUUID(), ChangeType: 1 })),
      forge: {
        'no header': withHeader(name, null),
        'another header': withHeader(name, 'x'.repeat(value.length)),
      },
      sign,
    },
  };
}

export function toldByMercadoPago(party: MercadoPago, now: () => number): ToldByMethod {
  const { webhookSecret } = party.credentials;
  const find = (key: string) =>
    [...party.payments.values()].find(({ fields }) => fields.external_reference === key);

  /** Signed is the id in the address, and the body not at all. */
  function about(id: string, { secret = webhookSecret, at = now() } = {}): ToldNotice {
    const requestId = randomUUID();
    const signed = `id:${id.trim().toLowerCase()};request-id:${requestId};ts:${at};`;
    const v1 = createHmac('sha256', secret).update(signed).digest('hex');
    const body = JSON.stringify({ action: 'payment.updated', data: { id }, type: 'payment' });
    return {
      query: { 'data.id': id, type: 'payment' },
      headers: { 'x-signature': `ts=${at},v1=${v1}`, 'x-request-id': requestId },
      body,
    };
  }
  const idIn = ({ query }: ToldNotice) => query['data.id'] ?? '';
  const told: Told = {
    hasCertificate: false,
    happen: (key) => party.change(find(key)?.id ?? 0, { status: 'approved', detail: 'accredited' }),
    tell: (key) => about(`${find(key)?.id ?? 99_999_999_999}`),
    forge: {
      'no signature': withHeader('x-signature', null),
      'the signature of another secret': (notice) => about(idIn(notice), { secret: 'x' }),
      'a signature of yesterday': (notice) => about(idIn(notice), { at: now() - 86_400_000 }),
      'the signature of another payment': (notice) => ({ ...about('12345'), query: notice.query }),
      'a signature that is none': withHeader('x-signature', 'ts=,v1=zz'),
    },
    sign: (body) => ({ ...about(body.slice(0, 200).replaceAll('\u0000', '')), body }),
  };
  const pending = { status: 'in_process', detail: 'pending_contingency' } as const;
  return {
    CREDIT_CARD: { ...told, leaveOpen: () => party.decideNext(pending) },
    PIX: told,
    BOLETO: {
      ...told,
      writeOff: (key) =>
        party.change(find(key)?.id ?? 0, { status: 'cancelled', detail: 'expired' }),
    },
  };
}

export function toldByPagBank(party: PagBank): ToldByMethod {
  const find = (key: string) =>
    [...party.orders.values()].find(({ fields }) => fields.reference_id === key);
  const signWith = (token: string) => (body: string) => {
    const signature = createHash('sha256').update(`${token}-${body}`).digest('hex');
    return withHeader('x-authenticity-token', signature)(asJson(body));
  };
  const sign = signWith(party.credentials.token);
  const told: Told = {
    hasCertificate: false,
    happen: (key) => party.pay(find(key)?.id ?? ''),
    tell: (key) => {
      const charge = { id: find(key)?.charge?.id ?? 'CHAR_1', reference_id: key, status: 'PAID' };
      const order = { id: find(key)?.id ?? 'ORDE_1', reference_id: key, charges: [charge] };
      return sign(JSON.stringify(order));
    },
    forge: {
      'no signature': withHeader('x-authenticity-token', null),
      'the signature of another token': ({ body }) => signWith('x'.repeat(96))(body),
      'the signature of another body': (notice) => ({ ...notice, body: `${notice.body} ` }),
      'a signature that is none': withHeader('x-authenticity-token', 'SUCCESS'),
    },
    sign,
  };
  return {
    CREDIT_CARD: {
      ...told,
      leaveOpen: () => party.decideNext({ status: 'IN_ANALYSIS', code: '20000', reasonCode: '' }),
      happen: (key) => party.endAnalysis(find(key)?.charge?.id ?? '', true),
    },
    PIX: told,
    BOLETO: {
      ...told,
      otherwise: { late: (key) => party.pay(find(key)?.id ?? '', { isLate: true }) },
      writeOff: (key) => party.writeOff(find(key)?.id ?? ''),
    },
  };
}
