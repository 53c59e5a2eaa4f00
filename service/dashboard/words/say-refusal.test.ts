import { describe, expect, it } from 'vitest';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { paramsOf, RULES } from '../../../contract/errors/refusal-rule.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { sayKept, sayRule, whyRefused } from './say-refusal.ts';
import { LANGUAGES } from './words.ts';

describe.each(LANGUAGES)('a rule in %s', (language) => {
  it.each(RULES)('%s is a whole sentence with all it comes with', (rule) => {
    const params = Object.fromEntries(paramsOf(rule).map((name, index) => [name, 7_001 + index]));
    const said = sayRule({ rule, params }, language);
    expect(said).toMatch(/^[A-ZÉ\d].*\.$/);
    for (const value of Object.values(params)) expect(said).toContain(String(value));
    expect(said).not.toMatch(/[{}]/);
  });
});

it('names all companies in words', () => {
  const fault = broken('no_credentials', { provider: 'cielo', company: '*' });
  expect(sayRule(fault, 'pt-BR')).toBe('Não há credenciais de cielo para todas as contas.');
  expect(sayRule(fault, 'en')).toBe('There are no credentials of cielo for all accounts.');
});

it('sends nobody to a command', () => {
  const where = { provider: 'cielo', company: 'acme' };
  for (const rule of ['route_without_3ds', 'cards_without_proof'] as const) {
    expect(sayRule(broken(rule, where), 'en')).not.toContain('--');
  }
});

it('says a refusal as a whole by its rules, and by its code where it has none', () => {
  const amount = invalidField('amount', 'more_than_left', { left: 5 });
  expect(whyRefused(amount, 'pt-BR')).toBe('O máximo é o que resta: 5.');
  const busy = new ApiError('IN_PROGRESS', 'This is being changed.');
  expect(whyRefused(busy, 'pt-BR')).toContain('Tente de novo em instantes.');
  const blocked = new ApiError('COMPANY_BLOCKED', 'This account is blocked.');
  expect(whyRefused(blocked, 'pt-BR')).toBe('A conta está bloqueada.');
});

it('says what an older release kept, which named no rule, in its own words', () => {
  const { rule: _, ...kept } = errorDetail('amount', 'required');
  expect(sayKept(JSON.parse(JSON.stringify(kept)), 'pt-BR')).toBe('is required');
  expect(sayKept(errorDetail('amount', 'required'), 'pt-BR')).toBe('Preencha este campo.');
});
