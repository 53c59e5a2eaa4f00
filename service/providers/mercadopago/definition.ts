import * as z from 'zod/mini';
import { textMatching } from '../../../contract/errors/broken-rule.ts';
import type { ProviderDefinition } from '../definition.ts';
import { setting } from '../definition.ts';
import { SETTLEMENT_SETTINGS } from '../settlement-terms.ts';
import {
  SUB_MERCHANTS_FROM,
  subMerchantsFromSchema,
  subMerchantsTogetherWith,
} from '../sub-merchant-settings.ts';
import { createMercadoPago } from './mercadopago.ts';
import { MERCADOPAGO_STATEMENT } from './statement.ts';

const schema = z.object({
  'access-token': textMatching(/^(APP_USR|TEST)-[\w-]{10,300}$/, 'begins_with', {
    prefixes: 'APP_USR-, TEST-',
  }),
  'webhook-secret': textMatching(/^[\x21-\x7e]{16,300}$/, 'characters', {
    allowed: 'ASCII',
    min: 16,
    max: 300,
  }),
  'three-d-secure': z.optional(z.enum(['on', 'off'])),
  'sub-merchants': z.optional(z.enum(['on', 'off'])),
  'sub-merchants-from': subMerchantsFromSchema,
});

type Settings = z.infer<typeof schema>;

/**
 * Both environments have one host, and the token alone tells them apart. So each has it for its own
 * tokens only: no test token is ever taken for one that moves money, nor the other way round.
 */
const API = 'https://api.mercadopago.com';
const TOKEN_OF = { production: /^APP_USR-/, sandbox: /^TEST-/ };

export const MERCADOPAGO: ProviderDefinition<Settings> = {
  name: 'mercadopago',
  title: 'Mercado Pago',
  verified: 'offline-contract',
  methods: ['CREDIT_CARD', 'PIX', 'BOLETO'],
  steps: {
    CREDIT_CARD: ['paid', 'refunded', 'given_back', 'disputed'],
    PIX: ['paid', 'cancelled', 'refunded', 'given_back', 'disputed'],
    BOLETO: ['paid', 'cancelled', 'given_back', 'disputed'],
  },
  settings: [
    setting('secret', 'access-token', {
      en: 'The access token: panel of developers, "Your integrations", the application, "Credentials". It begins with APP_USR- in production and with TEST- in the sandbox. Ask Mercado Pago first that the account may make card tokens by its own server.',
      pt:
        'O access token: painel de desenvolvedores, "Suas integrações", a aplicação, "Credenciais". ' +
        'Começa com APP_USR- em produção e com TEST- no sandbox. Antes, pergunte ao Mercado Pago se a ' +
        'conta pode criar tokens de cartão pelo próprio servidor.',
    }),
    setting('secret', 'webhook-secret', {
      en: 'The secret of notices: the same panel, "Webhooks", after the address of notices was typed there and "Payments" chosen.',
      pt:
        'O segredo dos avisos: no mesmo painel, "Webhooks", depois de digitar ali o endereço dos avisos ' +
        'e escolher "Pagamentos".',
    }),
    setting('option', 'three-d-secure', {
      en: 'on: Mercado Pago may have buyers confirm at their bank, where the company has 3-D Secure after the order. It was tried in a browser with the page that their documents describe, never with a real bank: pay once with your own card before buyers do. off, or left out: it does not.',
      pt:
        'on: o Mercado Pago pode pedir que o comprador confirme no banco dele, nas empresas com 3-D ' +
        'Secure depois do pedido. Foi testado em um navegador com a página do banco que a documentação ' +
        'deles descreve, nunca com um banco de verdade: pague uma vez com um cartão seu antes dos ' +
        'compradores. off, ou sem ela: não pede.',
    }),
    setting('option', 'sub-merchants', {
      en: 'on: the account sells for others, and a sale by card says who sells. off: for itself.',
      pt: 'on: a conta vende por outros, e toda venda por cartão diz quem vende. off: por si.',
    }),
    SUB_MERCHANTS_FROM,
    ...SETTLEMENT_SETTINGS,
  ],
  schema: schema.check(subMerchantsTogetherWith('sub-merchants')),
  hosts: (settings, environment) =>
    TOKEN_OF[environment].test(settings['access-token']) ? { api: API } : null,
  identityOf: () => null,
  statement: MERCADOPAGO_STATEMENT,
  create: (settings, { account, hosts, dispatcher, timers, now, log }) =>
    createMercadoPago({
      account,
      api: hosts.api ?? API,
      accessToken: settings['access-token'],
      webhookSecret: settings['webhook-secret'],
      has3DS: settings['three-d-secure'] === 'on',
      ...(settings['sub-merchants'] === 'on'
        ? { subMerchants: { from: settings['sub-merchants-from'] ?? null } }
        : {}),
      ...{ dispatcher, timers, now, log },
    }),
};
