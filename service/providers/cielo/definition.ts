import * as z from 'zod/mini';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { textMatching } from '../../../contract/errors/broken-rule.ts';
import type { ProviderDefinition, ProviderSetting, ProviderSurroundings } from '../definition.ts';
import { setting } from '../definition.ts';
import type { CredentialCheck } from '../provider.ts';
import { REAL_DEADLINE_MS, refusedFor } from '../provider.ts';
import { SETTLEMENT_SETTINGS } from '../settlement-terms.ts';
import {
  SUB_MERCHANTS_FROM,
  subMerchantsFromSchema,
  subMerchantsTogetherWith,
} from '../sub-merchant-settings.ts';
import { createCieloAntifraud, DEVICE_HOST, ORGANISATION } from './antifraud.ts';
import type { CieloApi, CieloApiOptions } from './api.ts';
import { createCieloApi } from './api.ts';
import { createCielo } from './cielo.ts';
import { readFaults, saysNotFound } from './fields.ts';
import { createMpiApi } from './mpi-api.ts';
import type { MpiSettings } from './mpi-settings.ts';
import { MPI_SETTINGS, mpiTogether, mpiTyped, toMpiSettings } from './mpi-settings.ts';
import type { NoticeHeader } from './notices.ts';
import { createCieloNotices } from './notices.ts';
import type { CieloProfileName } from './profiles.ts';
import { CIELO_PROFILES } from './profiles.ts';
import type { FacilitatorCodes } from './sale-order.ts';
import { CIELO_STATEMENT } from './statement.ts';
import { createMpiThreeDS } from './three-d-secure.ts';

export type CieloSettings = {
  credentials: CieloApiOptions['credentials'];
  paymentProvider: string | null;
  facilitatorCodes: FacilitatorCodes | null;
  subMerchantsFrom: string | null;
  noticeHeader: NoticeHeader | null;
  /** As Cybersource's device profiling knows the merchant; null where its risk is not judged. */
  antifraudMerchantId: string | null;
  /** Null where the MPI authenticates nobody. */
  mpi: MpiSettings | null;
};

const CREDENTIALS: readonly ProviderSetting[] = [
  setting('identifier', 'merchant-id', {
    en: 'the MerchantId, a GUID; ask the acquirer to block repeated orders of this merchant too',
    pt: 'o MerchantId, um GUID; peça também à adquirente que bloqueie pedidos repetidos desta loja',
  }),
  setting('secret', 'merchant-key', {
    en: 'the MerchantKey, 40 letters and digits; the sandbox has another',
    pt: 'a MerchantKey, 40 letras e dígitos; a do sandbox é outra',
  }),
  setting('optional secret', 'notice-header', {
    en:
      'as <name>:<value>, the header that support was asked to put on notices; without it anybody ' +
      'may have a payment looked up, and nothing more',
    pt:
      'no formato <nome>:<valor>, o cabeçalho que o suporte foi instruído a pôr nos avisos; sem ele, ' +
      'qualquer um pode fazer um pagamento ser consultado, e nada além disso',
  }),
];

const ANTIFRAUD = setting('option', 'antifraud-merchant-id', {
  en:
    'with the antifraud of Cybersource in the contract: the ProviderMerchantId that it gave; every ' +
    'charge of an account with antifraud is judged then, and its script runs in the checkout',
  pt:
    'com o antifraude da Cybersource no contrato: o ProviderMerchantId que ela deu; toda cobrança de ' +
    'conta com antifraude passa a ser analisada, e o script dela roda no checkout',
});

const FACILITATOR = [
  setting('option', 'facilitator-codes', {
    en: 'of an account that sells for others, its code at each network: visa:12345678,elo:1234',
    pt: 'de conta que vende por outros, o código dela em cada bandeira: visa:12345678,elo:1234',
  }),
  SUB_MERCHANTS_FROM,
];

const PAYMENT_PROVIDER = setting('identifier', 'payment-provider', {
  en: 'the acquirer behind, as Braspag calls it: Cielo30, Rede2, Getnet, Stone, Safra2, Simulado',
  pt: 'a adquirente por trás, com o nome que a Braspag usa: Cielo30, Rede2, Getnet, Stone, Safra2, Simulado',
});

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOTICE_HEADER = /^[a-z][a-z0-9-]{0,49}:[\x21-\x7e]{16,200}$/i;

const CODE = `(?:${CARD_BRANDS.join('|')}):\\d{1,11}`;
const CODES = new RegExp(`^${CODE}(?:,${CODE})*$`);

const typed = {
  'merchant-id': textMatching(GUID, 'format', { example: '4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11' }),
  'merchant-key': textMatching(/^[A-Za-z0-9]{40}$/, 'exactly_characters', {
    allowed: 'A-Z a-z 0-9',
    length: 40,
  }),
  'antifraud-merchant-id': z.optional(
    textMatching(/^[A-Za-z0-9_-]{1,40}$/, 'characters', {
      allowed: 'A-Z a-z 0-9 _ -',
      min: 1,
      max: 40,
    }),
  ),
  'facilitator-codes': z.optional(
    textMatching(CODES, 'format', { example: 'visa:12345678,mastercard:123456' }),
  ),
  'sub-merchants-from': subMerchantsFromSchema,
  ...mpiTyped,
  'notice-header': z.optional(
    textMatching(NOTICE_HEADER, 'format', { example: 'X-Notice:0123456789abcdef' }),
  ),
};
const cieloSchema = z.object(typed);
const braspagSchema = z.object({
  ...typed,
  'payment-provider': textMatching(/^[A-Za-z0-9]{1,15}$/, 'characters', {
    allowed: 'A-Z a-z 0-9',
    min: 1,
    max: 15,
  }),
});

function toSettings(
  given: z.infer<typeof cieloSchema>,
  paymentProvider: string | null,
): CieloSettings {
  return {
    credentials: { merchantId: given['merchant-id'], merchantKey: given['merchant-key'] },
    paymentProvider,
    facilitatorCodes: toCodes(given['facilitator-codes']),
    subMerchantsFrom: given['sub-merchants-from'] ?? null,
    noticeHeader: toNoticeHeader(given['notice-header']),
    antifraudMerchantId: given['antifraud-merchant-id'] ?? null,
    mpi: toMpiSettings(given),
  };
}

function toCodes(given: string | undefined): FacilitatorCodes | null {
  return given === undefined
    ? null
    : Object.fromEntries(given.split(',').map((of) => of.split(':')));
}

function toNoticeHeader(given: string | undefined): NoticeHeader | null {
  if (given === undefined) return null;
  const at = given.indexOf(':');
  return { name: given.slice(0, at).toLowerCase(), secret: given.slice(at + 1) };
}

function define(
  name: CieloProfileName,
  rest: Pick<ProviderDefinition<CieloSettings>, 'title' | 'settings' | 'schema'>,
): ProviderDefinition<CieloSettings> {
  const profile = CIELO_PROFILES[name];
  return {
    ...rest,
    name,
    verified: 'offline-contract',
    methods: ['CREDIT_CARD'],
    steps: { CREDIT_CARD: ['paid', 'refunded', 'given_back'] },
    hosts: (_settings, environment) => profile.hosts[environment],
    identityOf: () => null,
    statement: CIELO_STATEMENT,
    noList:
      'a sale is found by PaymentId, MerchantOrderId or TransactionId alone ' +
      '(docs.cielo.com.br, "Consulta", read 2026-11-28)',
    create: (
      { credentials, noticeHeader, antifraudMerchantId: merchantId, mpi, ...settings },
      surroundings,
    ) => {
      const { environment, now, randomBytes } = surroundings;
      const { api: write = '', query = '', device = DEVICE_HOST } = surroundings.hosts;
      const organisation = ORGANISATION[environment];
      const hasAntifraud = merchantId !== null;
      const api = createCieloApi({
        ...{ ...surroundings, provider: name, profile, hosts: { api: write, query }, credentials },
      });
      const authenticator = mpi && openMpi(name, mpi, surroundings);
      const unheardOf = () => Buffer.from(randomBytes(16)).toString('hex');
      return {
        ...{ name, isReal: true, deadlineMs: REAL_DEADLINE_MS },
        ...{ payments: null, payouts: null, threeDS: authenticator?.threeDS ?? null },
        cards: createCielo(api, { ...settings, profile, hasAntifraud, now }),
        async test(signal) {
          const checked = await checkCredentials(api, { orderId: unheardOf() }, signal);
          if (checked.kind === 'refused' || authenticator === null) return checked;
          return checkMpi(authenticator.api, signal);
        },
        notices: createCieloNotices(api, noticeHeader),
        ...(merchantId === null
          ? {}
          : { antifraud: createCieloAntifraud({ merchantId, organisation }, device) }),
      };
    },
  };
}

export const CIELO = define('cielo', {
  title: 'Cielo',
  settings: [...CREDENTIALS, ANTIFRAUD, ...MPI_SETTINGS, ...FACILITATOR, ...SETTLEMENT_SETTINGS],
  schema: z.pipe(
    cieloSchema.check(subMerchantsTogetherWith('facilitator-codes'), mpiTogether),
    z.transform((given) => toSettings(given, null)),
  ),
});

export const BRASPAG = define('braspag', {
  title: 'Braspag',
  settings: [
    ...[...CREDENTIALS, PAYMENT_PROVIDER, ANTIFRAUD, ...MPI_SETTINGS],
    ...[...FACILITATOR, ...SETTLEMENT_SETTINGS],
  ],
  schema: z.pipe(
    braspagSchema.check(subMerchantsTogetherWith('facilitator-codes'), mpiTogether),
    z.transform((given) => toSettings(given, given['payment-provider'])),
  ),
});

function openMpi(
  name: string,
  settings: MpiSettings,
  { hosts, ...surroundings }: ProviderSurroundings,
) {
  const { mpi = '', bank } = hosts;
  const api = createMpiApi({ ...surroundings, provider: name, origin: mpi, settings });
  const { environment } = surroundings;
  const { isDataOnly } = settings;
  const threeDS = createMpiThreeDS(api, { name, environment, hosts: { mpi, bank }, isDataOnly });
  return { api, threeDS };
}

/** By a token that nobody uses. */
async function checkMpi(
  { askToken }: ReturnType<typeof createMpiApi>,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const answer = await askToken(signal);
  if (answer.kind === 'answered') return { kind: 'works' };
  if (answer.kind !== 'rejected') throw new Error('the MPI does not answer');
  return refusedFor('mpi_refuses', { status: answer.status });
}

/** Asks for an order nobody made: who has not got it let us in. Throws where nobody answers. */
async function checkCredentials(
  api: CieloApi,
  { orderId }: { orderId: string },
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const answer = await api.tryOrder(orderId, signal);
  if (answer.kind === 'answered' || saysNotFound(answer)) return { kind: 'works' };
  if (answer.kind !== 'rejected') throw new Error('the acquirer does not answer');
  if (answer.status === 401) return refusedFor('unknown_credentials', {});
  if (answer.status === 403) return refusedFor('address_refused', {});
  const faults = readFaults(answer)?.join(', ') ?? answer.status;
  return refusedFor('order_refused', { answer: faults });
}
