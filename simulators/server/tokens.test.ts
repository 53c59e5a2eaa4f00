import { describe, expect, it } from 'vitest';
import { createRecord } from './exchange.ts';
import { createTestHarness } from './harness.ts';
import { createTokens } from './tokens.ts';

function arrange() {
  const { clock, random } = createTestHarness();
  const record = createRecord();
  const tokens = createTokens({ clock, random, record }, 300);
  const bearer = `Bearer ${tokens.issue(['cob.read'])}`;
  return { clock, record, tokens, bearer };
}

describe('the tokens of a party', () => {
  it('are good with their scopes until the last second', () => {
    const { clock, tokens, bearer, record } = arrange();
    clock.advance(299_999);
    expect(tokens.check(bearer)).toEqual({ state: 'good', scopes: ['cob.read'] });
    clock.advance(1);
    expect(tokens.check(bearer)).toEqual({ state: 'expired', scopes: [] });
    expect(record.takeViolations()).toEqual([]);
  });

  it('can be taken away, and new ones are given', () => {
    const { tokens, bearer, record } = arrange();
    tokens.revokeAll();
    expect(tokens.check(bearer).state).toBe('revoked');
    expect(tokens.check(`Bearer ${tokens.issue([])}`).state).toBe('good');
    expect(tokens.count()).toBe(2);
    expect(record.takeViolations()).toEqual([]);
  });

  it('are not to be used again after they were refused', () => {
    const { tokens, bearer, record } = arrange();
    tokens.revokeAll();
    tokens.check(bearer);
    tokens.check(bearer);
    expect(record.takeViolations()).toEqual(['a token was used again after it had been refused']);
  });

  it.each([
    [undefined, 'missing', 'no'],
    ['Basic abc', 'missing', 'no'],
    ['Bearer abc', 'unknown', 'an unknown'],
  ])('do not come as %s', (authorization, state, word) => {
    const { tokens, record } = arrange();
    expect(tokens.check(authorization).state).toBe(state);
    expect(record.takeViolations()).toEqual([`a call came with ${word} token`]);
  });
});
