import { expect, it } from 'vitest';
import { CHECK_FAULTS, checkFault, sayCheckFault } from './check-fault.ts';

it.each(Object.entries(CHECK_FAULTS))('%s is told the same in both languages', (_name, row) => {
  const placesIn = (clause: string) => [...clause.matchAll(/\{\w+\}/g)].map(([place]) => place);
  expect(placesIn(row.pt).sort()).toEqual(placesIn(row.en).sort());
  expect(row.pt).not.toBe(row.en);
});

it('is told with what it comes with', () => {
  const fault = checkFault('senseless', { host: 'bank.example', status: 503 });
  expect(sayCheckFault(fault, 'en')).toContain('bank.example answers with 503');
  expect(sayCheckFault(fault, 'pt')).toContain('bank.example responde com 503');
});
