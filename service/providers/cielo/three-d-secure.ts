import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { readMpiSession, writeMpiSession } from '../../../contract/card/mpi-session.ts';
import type { ProviderEnvironment } from '../definition.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type {
  AuthenticationRequest,
  AuthenticationResult,
  OpenAuthentication,
  ThreeDSecureProvider,
} from '../three-d-secure-provider.ts';
import type { MpiAnswer, MpiApi } from './mpi-api.ts';
import { mpiAnswerSchema } from './mpi-api.ts';

/**
 * 3-D Secure before the order by the MPI V3 of Cielo and Braspag: token and session, the script in
 * the browser sees the device, their server is asked with the card (enroll), the bank asks where it
 * wants to, their server is asked again (validate). Nothing that a browser says counts, unlike with
 * the MPI V2, whose script hands the proof to the page; that is why V2 is not spoken.
 * verified: offline-contract. Sources, read 2026-11-28: docs.cielo.com.br/gateway, "mpi-v3",
 * "faq-mpi-v3", "guia-de-migracao-do-mpi-v3", "return-codes-3ds", "data-only"; the specification of
 * an integration of others, held against Cielo's sandbox in 2026-09: the token that is good for one
 * session (409), the names of `billTo` and of the answers, `986` beside `BRL`, data only as status 0
 * with code 100. The script of V2, of which V3 is made: what is the directory server's id.
 * Not proved: the names of `browserInfo` and of the card's expiry, what of the payer is demanded
 * (no address of the network and no instalments are sent), what code status 0 has for a card without
 * 3-D Secure (100 is taken for it) and for one that failed (476), whether `validate` may be repeated.
 */
export type MpiThreeDSOptions = {
  name: string;
  environment: ProviderEnvironment;
  /** Whose script it is, and whose frames and servers it brings. */
  hosts: { mpi: string; bank?: string | undefined };
  isDataOnly: boolean;
};

const CARDINAL = 'https://*.cardinalcommerce.com';
const BRANDS: readonly string[] = ['visa', 'mastercard', 'elo', 'amex'];
/** Of whose networks data alone may be sent. */
const DATA_ONLY_BRANDS: readonly string[] = ['visa', 'mastercard'];

/** What the browser may not have, and later calls are made of. */
const secretSchema = z.object({
  token: z.string(),
  brand: z.string(),
  purchase: z.record(z.string(), z.unknown()),
  buyer: z.record(z.string(), z.unknown()),
});

export function createMpiThreeDS(
  api: MpiApi,
  { name, environment, hosts: { mpi, bank = CARDINAL }, isDataOnly }: MpiThreeDSOptions,
): ThreeDSecureProvider {
  const env = environment === 'production' ? 'PRD' : 'SDB';
  return {
    name,
    browser: {
      sdkUrl: `${mpi}/Scripts/V3/mpi.js`,
      hosts: { script: [mpi, bank], connect: [bank], frame: [bank] },
      needsCard: true,
    },

    async open(request, signal) {
      const { reference, amount, brand, buyer } = request;
      const order = orderOf(request);
      const body = { orderNumber: order, currency: '986', amount };
      const { token, referenceId, browserToken } = await api.open(body, signal);
      const kept = { token, brand, purchase: toPurchase(request, order), buyer: toBuyer(buyer) };
      return {
        session: writeMpiSession({ step: 'device', env, order, referenceId, token: browserToken }),
        transactionId: reference,
        secret: JSON.stringify(kept),
      };
    },

    async enroll(open, signal) {
      const { session = '' } = open;
      if (readMpiSession(session, 'challenge') !== null) return { kind: 'challenge', session };
      const { token, brand, purchase, buyer } = readSecret(open);
      if (!BRANDS.includes(brand)) return { kind: 'failed', reason: 'not_supported' };
      const notifies = isDataOnly && DATA_ONLY_BRANDS.includes(brand);
      const body = { ...purchase, ...buyer, authNotifyOnly: notifies };
      const answer = readAnswer(await api.enroll({ token, body }, signal));
      const { Status: status, Challenge: challenge } = answer ?? {};
      if (status !== 2 || challenge == null) {
        return tell(answer, { brand, isChallenged: false, notifies });
      }
      // Nobody is asked where the account has said so.
      if (notifies) return { kind: 'failed', reason: 'error' };
      const { AcsUrl: acsUrl, Pareq: pareq, TransactionId: transactionId } = challenge;
      const device = readMpiSession(session, 'device') ?? { order: '' };
      const asks = { ...device, step: 'challenge', acsUrl, pareq, transactionId } as const;
      return { kind: 'challenge', session: writeMpiSession(asks) };
    },

    async find(open, signal) {
      const challenge = readMpiSession(open.session ?? '', 'challenge');
      if (challenge === null) return { kind: 'open' };
      const { token, brand, purchase } = readSecret(open);
      const body = { ...purchase, transactionId: challenge.transactionId };
      const answer = readAnswer(await api.validate({ token, body }, signal));
      if (answer?.Status === 2) return { kind: 'open' };
      return tell(answer, { brand, isChallenged: true, notifies: false });
    },

    async cancel() {
      return { kind: 'failed', reason: 'cancelled' };
    },
  };
}

/** Letters and digits; the same for every try. */
function orderOf({ companyId, reference }: AuthenticationRequest): string {
  return createHash('sha256').update(`${companyId}|${reference}`).digest('hex').slice(0, 32);
}

/** Throws where it could not be opened: then nothing can be asked of it. */
function readSecret({ secret = '' }: OpenAuthentication): z.infer<typeof secretSchema> {
  return secretSchema.parse(JSON.parse(secret));
}

/** Null where their server has refused it for good; throws where it may not have. */
function readAnswer(answer: OutgoingAnswer): MpiAnswer | null {
  if (answer.kind === 'answered') return mpiAnswerSchema.parse(answer.body);
  // Of a call out of turn, or one that was made before and whose answer was lost.
  if (answer.kind === 'duplicate') return null;
  if (answer.kind === 'rejected' && !isTurnedAway(answer)) return null;
  if (answer.kind === 'rejected' && answer.status === 401) return null;
  throw new Error('the MPI does not tell of the authentication');
}

function toPurchase({ amount, card }: AuthenticationRequest, orderNumber: string) {
  const { number: cardNumber, expirationMonth, expirationYear } = card;
  return {
    ...{ orderNumber, currency: 'BRL', totalAmount: amount },
    card: { cardNumber, expirationMonth, expirationYear, paymentMethod: 'credit' },
  };
}

function toBuyer(buyer: AuthenticationRequest['buyer']) {
  const { device, payer, userAgent } = buyer ?? {};
  const billTo = payer && {
    name: payer.name,
    phoneNumber: payer.phone.replace(/\D/g, ''),
    email: payer.email,
    street1: `${payer.address.street}, ${payer.address.number}`,
    street2: payer.address.complement,
    city: payer.address.city,
    state: payer.address.state,
    zipCode: payer.address.zipCode.replace(/\D/g, ''),
    country: 'BR',
  };
  const browserInfo = device && {
    userAgent,
    screenWidth: device.screenWidth,
    screenHeight: device.screenHeight,
    colorDepth: device.colorDepth,
    timeZoneOffset: device.timezoneOffsetMinutes,
    language: device.language.slice(0, 8),
    javaEnabled: false,
    javascriptEnabled: true,
  };
  return { billTo, browserInfo };
}

/** By network; to Mastercard 06 is an exemption, of which the merchant bears a fraud. */
const ECI = { authenticated: '05', attempted: '06', dataAlone: '07' };
const MASTERCARD_ECI = { authenticated: '02', attempted: '01', dataAlone: '04' };

/**
 * By the ECI, not by the status alone. Decision: data only ends as attempted, and its ECI says that
 * the merchant bears a fraud.
 */
function tell(
  answer: MpiAnswer | null,
  { brand, isChallenged, notifies }: { brand: string; isChallenged: boolean; notifies: boolean },
): AuthenticationResult {
  if (answer === null) return { kind: 'failed', reason: 'error', isChallenged };
  const { Status: status, Authentication: proof } = answer;
  const code = `${answer.Reason?.Code ?? ''}`;
  const eci = (proof?.Eci ?? '').padStart(2, '0');
  const own = brand === 'mastercard' ? MASTERCARD_ECI : ECI;
  const isShared = eci === own.dataAlone && Boolean(proof?.Cavv);
  const isNotified = notifies && status === 0 && code === '100' && isShared;
  if (status !== 1 && !isNotified) return { kind: 'failed', reason: reasonOf(code), isChallenged };
  if (!isNotified && eci !== own.authenticated && eci !== own.attempted) {
    return { kind: 'failed', reason: 'not_authenticated', isChallenged };
  }
  return {
    kind: eci === own.authenticated ? 'authenticated' : 'attempted',
    eci,
    cavv: proof?.Cavv ?? '',
    dsTransactionId: proof?.DirectoryServerTransactionId ?? '',
    version: proof?.Version ?? '',
    ...(proof?.Xid ? { xid: proof.Xid } : {}),
    isChallenged,
  };
}

/** Source: the page of return codes of 3DS authentication, which are Cybersource's. */
function reasonOf(code: string) {
  switch (code) {
    case '476':
      return 'not_authenticated';
    case '100':
      return 'not_supported';
    case '151':
    case '152':
      return 'unavailable';
    default:
      return 'error';
  }
}
