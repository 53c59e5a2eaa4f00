import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { DEFAULT_LOCALE, isLocale } from '../../../contract/locale.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { hasMethod, reasonOf } from '../../domain/accounts/account.ts';
import { pageKeyOf } from '../../domain/accounts/credential.ts';
import { PAGE_RATE_LIMIT, requireWithinLimit } from '../../domain/limits/rate-limit.ts';
import type { PageVisit } from '../../domain/pages/pay-page.ts';
import {
  beginVisit,
  payPage,
  readVisit,
  toPagePayin,
  visitStateOf,
} from '../../domain/pages/pay-page.ts';
import type { PageState, PaymentPage } from '../../domain/pages/payment-page.ts';
import { findByPageAddress } from '../../domain/pages/payment-page.ts';
import { toKeptPayinAnswer, toPayinAnswer } from '../../domain/payins/payin-answer.ts';
import { requireReturnUrl } from '../../domain/payins/return-url.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../../http/client-ip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { askedBy } from '../../http/request-log.ts';
import { assetRoutes } from '../../http/serve-asset.ts';
import type { AppDependencies } from '../dependencies.ts';
import { payinSchemaOf } from '../payin/payin.ts';
import type { Html, PageFrame } from './document.ts';
import { closedDocument, openDocument, receiptDocument } from './document.ts';
import { wordsOf } from './words.ts';

/** A page that somebody's address leads to, and whose it is. */
type Found = { page: PaymentPage; account: Account };

const VISIT = 'visit';
const VISIT_SECONDS = 180 * 24 * 60 * 60;
/** What buyers type is no more than this. */
const MAX_CHOICE_BYTES = 16 * 1024;

/**
 * What buyers see at PAYMENT_PAGE_URL. Public at addresses that nobody can guess: whoever has one may
 * read what is sold, and pay it.
 */
export function pageRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  const { web, hash, addresses } = services;
  const { limit, find, visitOf, begin } = createFinder(services);
  assetRoutes(app, web?.pageAssets ?? new Map());

  endpoint(app, '/p/:address', {
    GET: async (c) => {
      await limit(c);
      const found = await find(c);
      if (found === null) return showUnknown(c, services);
      const { page } = found;
      const known = visitOf(c, page);
      const state = await stateOf(found, known, ofRequest(c, services));
      if (state.status === 'PAID' && page.isReusable && c.req.query('again') !== undefined) {
        await begin(c, page);
        return c.redirect(`${c.req.path}?lang=${frameOf(c, services).locale}`, 303);
      }
      if (state.status !== 'OPEN') return showClosed(c, found, state, services);
      return showOpen(c, found, known ?? (await begin(c, page)), services);
    },
  });

  const requireOpen = async (c: Context<AppEnv>): Promise<Found & { visit: PageVisit }> => {
    const found = await find(c);
    const visit = found && visitOf(c, found.page);
    if (found !== null && visit !== null && reasonOf(found.account) === null) {
      return { ...found, visit };
    }
    throw new ApiError('NOT_FOUND', 'There is no such page, or it cannot be paid any more.');
  };

  endpoint(app, '/p/:address/status', {
    GET: async (c) => {
      const found = await requireOpen(c);
      return c.json({ status: (await stateOf(found, found.visit, ofRequest(c, services))).status });
    },
  });

  endpoint(app, '/p/:address/pay', {
    POST: async (c) => {
      await limit(c);
      const chosen = await readJson(c, MAX_CHOICE_BYTES);
      const { page, account, visit } = await requireOpen(c);
      const payerIp = clientIp(c, services.trustedProxyHops);
      const asked = toPagePayin(page, visit, { ...chosen, payerIp }, services);
      // A proof of the merchant's own never comes from a buyer.
      const traits = { ...account.traits, ownThreeDS: false };
      const schema = payinSchemaOf({ ...account, traits }, chosen.paymentMethod);
      const request = parseBody(schema, asked);
      const visited = { page, visit, asking: askedBy(c) };
      const payin = await payPage(account, visited, request, ofRequest(c, services));
      const kept = await toKeptPayinAnswer(payin, addresses.baseUrl, services);
      return c.json(toPayinAnswer(kept, hash), 201);
    },
  });

  endpoint(app, '/cep/:zipCode', {
    GET: async (c) => {
      await limit(c);
      const found = await services.findPostalCode(c.req.param('zipCode') ?? '');
      return found === null ? c.body(null, 204) : c.json(found);
    },
  });

  app.notFound((c) => showUnknown(c, services));
}

/** Which page a request is of, and which of its visits. */
function createFinder(services: AppDependencies) {
  const { hash, now, mode, accounts } = services;
  return {
    async limit(c: Context<AppEnv>): Promise<void> {
      const bucket = rateLimitBucket(clientIp(c, services.trustedProxyHops));
      await requireWithinLimit(services.rateLimiter, PAGE_RATE_LIMIT, bucket, now());
    },
    async find(c: Context<AppEnv>): Promise<Found | null> {
      const page = await findByPageAddress(c.req.param('address') ?? '', services);
      const account = page && (await accounts.find(page.companyId));
      return page && account && { page, account };
    },
    visitOf: (c: Context<AppEnv>, page: PaymentPage) => readVisit(page, getCookie(c, VISIT), hash),
    async begin(c: Context<AppEnv>, page: PaymentPage): Promise<PageVisit> {
      const { visit, cookie } = await beginVisit(page, services);
      setCookie(c, VISIT, cookie, {
        ...{ path: c.req.path, httpOnly: true, sameSite: 'Lax', maxAge: VISIT_SECONDS },
        secure: mode === 'production',
      });
      return visit;
    },
  };
}

/** Words that the script puts in. */
const TOLD = ['paying', 'checkField', 'checkFields', 'failed'] as const;

function frameOf(c: Context<AppEnv>, { addresses, web }: AppDependencies): PageFrame {
  const asked = c.req.query('lang');
  const locale = isLocale(asked) ? asked : DEFAULT_LOCALE;
  c.header('Content-Security-Policy', policyOf(addresses));
  return { locale, assets: web?.pageAssets ?? new Map(), sdkUrl: null };
}

function showOpen(
  c: Context<AppEnv>,
  found: Found,
  { referenceId }: PageVisit,
  services: AppDependencies,
): Response | Promise<Response> {
  const { page, account } = found;
  const { baseUrl } = services.addresses;
  const sdkUrl = `${baseUrl}/checkout/sdk/checkout-sdk.js`;
  const frame = { ...frameOf(c, services), sdkUrl };
  const { locale } = frame;
  const text = wordsOf(locale);
  const { amount, prices, methods } = page.order;
  const { maxInstallments, companyPayers: takesCompanies } = account.traits;
  const publicKey = pageKeyOf(account, services.hash);
  const script = {
    ...{ amount, prices, methods, locale, referenceId, publicKey, apiBaseUrl: baseUrl },
    ...{ maxInstallments, text: Object.fromEntries(TOLD.map((word) => [word, text[word]])) },
  };
  const shown = { ...frame, merchant: nameOf(account), takesCompanies, script };
  return answer(c, openDocument({ ...shown, page: withWaysBack(found) }));
}

function showUnknown(c: Context<AppEnv>, services: AppDependencies) {
  return answer(c, closedDocument({ ...frameOf(c, services), why: 'unknown' }), 404);
}

/** What the payment element needs, and nothing else. */
function policyOf({ baseUrl, checkoutUrl }: AppDependencies['addresses']): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${baseUrl}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${baseUrl}`,
    `frame-src ${checkoutUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types checkout-sdk',
  ].join('; ');
}

/** How a page stands for one buyer; one whose merchant may not sell now is as if it were ended. */
async function stateOf(
  { page, account }: Found,
  visit: PageVisit | null,
  services: AppDependencies,
): Promise<PageState> {
  const state = await visitStateOf(account, page, visit, services);
  const canSell = reasonOf(account) === null && sells(account, page);
  return state.status === 'OPEN' && !canSell ? { ...state, status: 'ENDED' } : state;
}

/** Whether the account still has a method that the page is paid by. */
function sells(account: Account, { order }: PaymentPage): boolean {
  return (order.methods ?? account.traits.methods).some((method) => hasMethod(account, method));
}

function showClosed(
  c: Context<AppEnv>,
  found: Found,
  { status, payin }: PageState,
  services: AppDependencies,
): Response | Promise<Response> {
  const page = withWaysBack(found);
  const shown = { ...frameOf(c, services), merchant: nameOf(found.account), page };
  if (status === 'PAID' && payin !== null) {
    const again = page.isReusable && page.endedAt === null;
    return answer(c, receiptDocument({ ...shown, payin, again }));
  }
  const why = status === 'EXPIRED' ? 'expired' : 'ended';
  return answer(c, closedDocument({ ...shown, why }), 410);
}

/** With the addresses to go back to, where their origin is registered still. */
function withWaysBack({ account, page }: Found): PaymentPage {
  const { successUrl, cancelUrl, ...order } = page.order;
  const checked = (name: 'successUrl' | 'cancelUrl', address: string | undefined) => {
    try {
      requireReturnUrl(account, address, name);
      return { [name]: address };
    } catch {
      return {};
    }
  };
  const back = { ...checked('successUrl', successUrl), ...checked('cancelUrl', cancelUrl) };
  return { ...page, order: { ...order, ...back } };
}

function nameOf({ tradeName, companyName }: Account): string {
  return tradeName ?? companyName;
}

function answer(c: Context<AppEnv>, page: Html, status: 200 | 404 | 410 = 200) {
  c.header('Cache-Control', 'no-store');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  return c.html(page, status);
}
