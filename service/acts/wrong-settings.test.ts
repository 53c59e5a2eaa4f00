import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { PLAYED } from '../testing/play-provider.ts';
import { storedCredentials } from '../testing/stored-credentials.ts';
import { embeddedTestDatabase } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import type { TestService } from '../testing/test-service.ts';
import { send, startTestService } from '../testing/test-service.ts';
import { checkSettings } from './provider-values.ts';

/** No setting of any provider may look like this, and no sentence about one may hold it. */
const WRONG = 'typed-by-mistake '.repeat(500);

const ROWS = PROVIDER_DEFINITIONS.flatMap(({ name: provider, settings }) =>
  settings.map(({ name: setting, isRequired }) => ({ provider, setting, isRequired })),
);
const REQUIRED = ROWS.filter(({ isRequired }) => isRequired);

const right = new Map<string, Record<string, string>>();
beforeAll(async () => {
  for (const { name } of PROVIDER_DEFINITIONS) {
    const party = await PLAYED[name]?.(createTestHarness());
    if (party === undefined) throw new Error(`${name} is not played`);
    right.set(name, party.settings());
    await party.stop();
  }
});

function without(provider: string, setting: string): Record<string, string> {
  const { [setting]: _left, ...others } = right.get(provider) ?? {};
  return others;
}

/** As "provider add" and "provider rotate" check it. */
function check(provider: string, typed: Record<string, string>) {
  const registeredProviders = { overrideOf: () => ({ hosts: {} }) };
  return checkSettings(typed, { companyId: 'acme', provider }, { registeredProviders }, 'sandbox');
}

function refusalOf(provider: string, typed: Record<string, string>): unknown {
  try {
    check(provider, typed);
  } catch (error) {
    return error;
  }
  throw new Error('it was taken');
}

describe.each(ROWS)('$setting of $provider', ({ provider, setting, isRequired }) => {
  it('that is wrong is named with its rule and without its value', () => {
    const typed = { ...right.get(provider), [setting]: WRONG };
    const refusal = refusalOf(provider, typed);
    const rule = expect.any(String);
    expect(refusal).toMatchObject({ code: 'INVALID_DATA', details: [{ path: setting, rule }] });
    expect(JSON.stringify(refusal)).not.toContain('typed-by-mistake');
  });

  if (!isRequired) return;
  it('that is missing is named', () => {
    expect(refusalOf(provider, without(provider, setting))).toMatchObject({
      details: [errorDetail(setting, 'required')],
    });
  });
});

describe('credentials that became wrong where they are kept', () => {
  let service: TestService;
  let rows: Record<string, unknown>[];
  let printed: string;
  beforeAll(async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const operator = await openTestOperator(db);
    const { services } = operator;
    for (const { provider, setting } of REQUIRED) {
      const key = { companyId: `without-${setting}`, provider };
      const broken = storedCredentials(services, key, without(provider, setting));
      await db.transaction((tx) => services.providerCredentials.insert(tx, broken));
    }
    rows = await operator.rows('provider list');
    printed = operator.printed.join('\n');
    await services.registeredProviders.stop();
    service = await startTestService({ db });
  });
  afterAll(() => service.stop());

  it.each(REQUIRED)('are listed with $setting of $provider', ({ provider, setting }) => {
    const row = rows.find(
      (one) => one.provider === provider && one.company === `without-${setting}`,
    );
    expect(row?.state).toBe(`broken: ${setting} is required`);
  });

  it('are counted by the health of a service that starts all the same, before any is asked', async () => {
    const { status, body } = await send(`${service.baseUrl}/health`);
    expect([status, body.providersToCheck]).toEqual([200, REQUIRED.length]);
  });

  it('are told without a value of any setting', () => {
    expect(printed).toContain('is required');
    for (const { provider, setting } of REQUIRED) {
      const value = right.get(provider)?.[setting] ?? '';
      if (value.length > 15) expect(printed).not.toContain(value);
    }
  });
});
