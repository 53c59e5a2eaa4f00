import { describe, expect, it } from 'vitest';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { PLAYED } from '../testing/play-provider.ts';
import type { Acquirer } from './acquirer.ts';
import { readSettings } from './registered/read-settings.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from './registry.ts';
import { payingBy, SANDBOX_TERMS } from './settlement-terms.ts';

const ALL = {
  'settlement-days': '31',
  'settlement-interval': '0',
  'settlement-fees': '1:249,2:299,7:349',
  'settlement-fixed-fee': '9',
};

async function read(given: Readonly<Record<string, string>>, name = 'cielo') {
  const definition = findDefinition(name);
  const party = await PLAYED[name]?.(createTestHarness());
  if (definition === null || party === undefined) throw new Error('it is not played');
  const typed = { ...party.settings(), ...given };
  await party.stop();
  return readSettings(definition, typed, { environment: 'sandbox', override: { hosts: {} } });
}

describe('terms of settlement', () => {
  it('are settings of each provider that takes cards, and of no other', () => {
    for (const { methods, settings } of PROVIDER_DEFINITIONS) {
      const has = Object.keys(ALL).map((name) => settings.some((one) => one.name === name));
      expect(new Set(has)).toEqual(new Set([methods.includes('CREDIT_CARD')]));
    }
  });

  it('are read whole, with what is left out, and none where nothing was typed', async () => {
    const fees = [
      { from: 1, basisPoints: 249 },
      { from: 2, basisPoints: 299 },
      { from: 7, basisPoints: 349 },
    ];
    const whole = { firstDays: 31, intervalDays: 0, fees, fixedFee: 9 };
    expect(await read(ALL)).toMatchObject({ terms: whole });
    const least = { firstDays: 0, intervalDays: 30, fees: [], fixedFee: 0 };
    expect(await read({ 'settlement-days': '0' })).toMatchObject({ terms: least });
    expect(await read({})).toMatchObject({ kind: 'read', terms: null });
  });

  it.each([
    ['settlement-days', '366', 'whole_number'],
    ['settlement-days', '1.5', 'whole_number'],
    ['settlement-interval', '61', 'whole_number'],
    ['settlement-fees', '249', 'format'],
    ['settlement-fees', '2:249,1:299', 'ascending'],
    ['settlement-fees', '13:249', 'too_large'],
    ['settlement-fees', '1:10001', 'too_large'],
    ['settlement-fixed-fee', '1000001', 'whole_number'],
  ])('%s of %s is refused: %s', async (setting, value, rule) => {
    const fault = { kind: 'fault', setting, fault: { rule } };
    expect(await read({ ...ALL, [setting]: value })).toMatchObject(fault);
  });

  it('are refused without days, and at a provider of no cards', async () => {
    const { 'settlement-days': _days, ...others } = ALL;
    const setting = 'settlement-interval';
    const fault = { rule: 'together', params: { with: 'settlement-days' } };
    expect(await read(others)).toEqual({ kind: 'fault', setting, fault });
    expect(await read(ALL, 'inter')).toMatchObject({ fault: { rule: 'left_out' } });
  });

  it('are told with what was approved, and with nothing else', async () => {
    const { signal } = new AbortController();
    const request = {} as Parameters<Acquirer['charge']>[0];
    const sought = { companyId: 'c', reference: 'p', amount: 1 };
    const answering = (kind: 'approved' | 'refused'): Acquirer => ({
      settlesWithinMs: 0,
      charge: async () => ({ kind, externalId: 'x' }),
      findCharge: async () => ({ kind, externalId: 'x' }),
      storeCard: async () => ({ kind: 'unavailable' }),
    });
    const approving = payingBy(SANDBOX_TERMS, answering('approved'));
    const told = { kind: 'approved', externalId: 'x', terms: SANDBOX_TERMS };
    expect(await approving?.charge(request, signal)).toEqual(told);
    expect(await approving?.findCharge(sought, signal)).toEqual(told);
    const refusing = payingBy(SANDBOX_TERMS, answering('refused'));
    expect(await refusing?.charge(request, signal)).toEqual({ kind: 'refused', externalId: 'x' });
    expect(payingBy(SANDBOX_TERMS, null)).toBeNull();
  });
});
