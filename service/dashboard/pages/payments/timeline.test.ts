import { expect, it } from 'vitest';
import { Timeline } from './timeline.tsx';

it.each([
  ['pt-BR', true, 'Comprador autenticado por 3-D Secure, o banco pediu confirmação'],
  ['pt-BR', false, 'Comprador autenticado por 3-D Secure, sem pedir nada ao comprador'],
  ['en', true, 'Buyer authenticated by 3-D Secure, the bank asked for a confirmation'],
  ['en', false, 'Buyer authenticated by 3-D Secure, without asking the buyer'],
  ['en', null, 'Buyer authenticated by 3-D Secure'],
] as const)('a timeline says in %s whether the bank asked: %s', (language, isChallenged, told) => {
  const entry = { kind: 'three-d-secure', status: 'AUTHENTICATED', reason: null } as const;
  const at = new Date('2026-11-23T12:00:00Z');
  const timeline = { entries: [{ ...entry, at, isChallenged }], isCut: false };
  expect(String(Timeline({ timeline, language, people: new Map() }))).toContain(`<p>${told}</p>`);
});
