import type { Hono } from 'hono';
import type { BankList } from '../../../contract/bank.ts';
import type { PayinRecord, PayinRequest } from '../../../contract/payin.ts';
import {
  companyOpenFinancePayinRequestSchema,
  companyPayinRequestSchema,
  keptPayinAnswerSchema,
  openFinancePayinRequestSchema,
  payinRequestSchema,
  provenCompanyPayinRequestSchema,
  provenPayinRequestSchema,
} from '../../../contract/payin.ts';
import { payinListQuerySchema } from '../../../contract/payin-list.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseBody, parseQuery } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { unauthorized } from '../../domain/accounts/credential.ts';
import { listBanks } from '../../domain/accounts/open-finance-bank.ts';
import { answerOnce } from '../../domain/limits/idempotency.ts';
import { cancelPayin, findTold } from '../../domain/payins/cancel-payin.ts';
import { createPayin } from '../../domain/payins/create-payin.ts';
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
import { readJson } from '../../http/read-json.ts';
import { readQuery } from '../../http/read-query.ts';
import { requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function payinRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/payin', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const request = parsePayinRequest(account, await readJson(c));
      const { hash, addresses } = services;
      const create = async () => {
        const payin = await createPayin(account, request, services);
        return toKeptPayinAnswer(payin, addresses.baseUrl, services);
      };
      const key = c.req.header('idempotency-key');
      if (key === undefined) return c.json(toPayinAnswer(await create(), hash), 201);
      const { companyId } = account;
      const bodyFingerprint = fingerprintPayin(hash, request);
      const once = { companyId, key, bodyFingerprint, answerSchema: keptPayinAnswerSchema };
      return c.json(toPayinAnswer(await answerOnce(once, create, services), hash), 201);
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
      const payin = await findTold(account, c.req.param('id') ?? '', services);
      return c.json(await recordOf(await currentPayin(account, payin, services), services));
    },
  });

  endpoint(app, '/payin/:id/cancel', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const payin = await cancelPayin(account, c.req.param('id') ?? '', services);
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
function parsePayinRequest({ traits }: Account, body: Record<string, unknown>): PayinRequest {
  const { companyPayers } = traits;
  if (body.paymentMethod === 'OPEN_FINANCE') {
    return parseBody(
      companyPayers ? companyOpenFinancePayinRequestSchema : openFinancePayinRequestSchema,
      body,
    );
  }
  // By card alone: what others carry of one is not looked at.
  if (traits.ownThreeDS && body.paymentMethod === 'CREDIT_CARD') {
    return parseBody(
      companyPayers ? provenCompanyPayinRequestSchema : provenPayinRequestSchema,
      body,
    );
  }
  return parseBody(companyPayers ? companyPayinRequestSchema : payinRequestSchema, body);
}
