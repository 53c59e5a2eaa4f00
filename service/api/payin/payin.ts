import type { Hono } from 'hono';
import type { BankList } from '../../../contract/payments/bank.ts';
import type { KeptPayinAnswer, PayinRecord } from '../../../contract/payments/payin.ts';
import {
  companyOpenFinancePayinRequestSchema,
  companyPayinRequestSchema,
  keptPayinAnswerSchema,
  openFinancePayinRequestSchema,
  payinRequestSchema,
  provenCompanyPayinRequestSchema,
  provenPayinRequestSchema,
} from '../../../contract/payments/payin.ts';
import { payinListQuerySchema } from '../../../contract/payments/payin-list.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseQuery } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { unauthorized } from '../../domain/accounts/credential.ts';
import { listBanks } from '../../domain/accounts/open-finance-bank.ts';
import { answerOnce } from '../../domain/limits/idempotency.ts';
import { cancelPayin, findTold } from '../../domain/payins/cancel-payin.ts';
import { createPayin } from '../../domain/payins/create-payin.ts';
import { pollWhereDue } from '../../domain/payins/follow-payments.ts';
import { requireNoUnusedProof } from '../../domain/payins/own-proof.ts';
import type { Payin } from '../../domain/payins/payin.ts';
import { toPayinRecord } from '../../domain/payins/payin.ts';
import {
  currentPayin,
  toKeptPayinAnswer,
  toPayinAnswer,
} from '../../domain/payins/payin-answer.ts';
import { fingerprintPayin } from '../../domain/payins/payin-fingerprint.ts';
import { payinMoney } from '../../domain/payins/payin-ledger.ts';
import { listPayins } from '../../domain/payins/payin-list.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { dataAge } from '../../http/data-age.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson, readQuery } from '../../http/read-json.ts';
import { askedBy } from '../../http/request-log.ts';
import { requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';
import { parseRequest } from '../parse-request.ts';

/** Fits 500 items of the longest texts, of which each character may be escaped (`\u00e9`). */
const MAX_PAYIN_BYTES = 2.25 * 1024 * 1024;

export function payinRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/payin', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const body = await readJson(c, MAX_PAYIN_BYTES);
      const request = parseRequest(c, account, payinSchemaOf(account, body.paymentMethod), body);
      if (request.paymentMethod === 'CREDIT_CARD') requireNoUnusedProof(account, body);
      const { hash, addresses } = services;
      const create = async () => {
        const payin = await createPayin(account, request, ofRequest(c, services), askedBy(c));
        return toKeptPayinAnswer(payin, addresses.baseUrl, services);
      };
      const key = c.req.header('idempotency-key');
      const answer = (kept: KeptPayinAnswer) => {
        c.set('payinId', kept.id);
        return c.json(toPayinAnswer(kept, hash), 201);
      };
      if (key === undefined) return answer(await create());
      const { companyId } = account;
      const bodyFingerprint = fingerprintPayin(hash, request);
      const once = { companyId, key, bodyFingerprint, answerSchema: keptPayinAnswerSchema };
      return answer(await answerOnce(once, create, services));
    },

    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      const query = parseQuery(payinListQuerySchema, readQuery(c));
      const { lists, addresses } = services;
      const list = await listPayins(companyId, query, { ...lists, baseUrl: addresses.baseUrl });
      return c.json(list, 200, dataAge(lists.maxAgeMs));
    },
  });

  endpoint(app, '/payin/open-finance/banks', {
    GET: async (c) => {
      const account = await requireReader(c, services);
      return c.json({ banks: listBanks(account) } satisfies BankList);
    },
  });

  endpoint(app, '/payin/:id', {
    GET: async (c) => {
      const account = await requireReader(c, services).catch(asUnauthorized);
      const payin = await findTold(account, c.req.param('id') ?? '', services, askedBy(c));
      const current = await currentPayin(account, payin, ofRequest(c, services));
      pollWhereDue(account, current, { isWatched: false }, services);
      const record = await recordOf(current, services);
      if (current.chargeState !== 'awaiting_payment') return c.json(record);
      const kept = await toKeptPayinAnswer(current, services.addresses.baseUrl, services);
      const shown = { ...toPayinAnswer(kept, services.hash), ...record };
      return c.json(shown satisfies PayinRecord);
    },
  });

  endpoint(app, '/payin/:id/cancel', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const payin = await cancelPayin(
        account,
        c.req.param('id') ?? '',
        ofRequest(c, services),
        askedBy(c),
      );
      return c.json(await recordOf(payin, services));
    },
  });
}

async function recordOf(payin: Payin, services: AppDependencies): Promise<PayinRecord> {
  return toPayinRecord(payin, await payinMoney(payin, services), services.addresses.baseUrl);
}

/** Credentials that are malformed are no others than wrong ones here. Source: spec, "Errors". */
function asUnauthorized(thrown: unknown): never {
  const isMalformed = thrown instanceof ApiError && thrown.code === 'INVALID_CREDENTIALS';
  throw isMalformed ? unauthorized() : thrown;
}

/** What is required depends on the method, and what is taken on the account. */
export function payinSchemaOf({ traits }: Account, paymentMethod: unknown) {
  const { companyPayers, ownThreeDS } = traits;
  if (paymentMethod === 'OPEN_FINANCE') {
    return companyPayers ? companyOpenFinancePayinRequestSchema : openFinancePayinRequestSchema;
  }
  // By card alone: what others carry of one is not looked at.
  if (ownThreeDS && paymentMethod === 'CREDIT_CARD') {
    return companyPayers ? provenCompanyPayinRequestSchema : provenPayinRequestSchema;
  }
  return companyPayers ? companyPayinRequestSchema : payinRequestSchema;
}
