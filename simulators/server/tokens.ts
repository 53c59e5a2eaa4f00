import type { PartyRecord } from './exchange.ts';
import type { Clock, Random } from './harness.ts';

type TokenState = 'good' | 'missing' | 'unknown' | 'expired' | 'revoked';

type Token = { expiresAt: number; scopes: readonly string[]; isRevoked: boolean; isTold: boolean };

export function createTokens(
  { clock, random, record }: { clock: Clock; random: Random; record: PartyRecord },
  lifetimeSeconds: number,
) {
  const tokens = new Map<string, Token>();

  function issue(scopes: readonly string[]): string {
    const value = random.hex(64);
    const expiresAt = clock.now() + lifetimeSeconds * 1000;
    tokens.set(value, { expiresAt, scopes, isRevoked: false, isTold: false });
    return value;
  }

  function stateOf(value: string | undefined): TokenState {
    if (value === undefined) return 'missing';
    const token = tokens.get(value);
    if (token === undefined) return 'unknown';
    if (token.isRevoked) return 'revoked';
    return clock.now() < token.expiresAt ? 'good' : 'expired';
  }

  /** `scopes` are those that the token was given; empty where it is no good. */
  function check(authorization: string | undefined): {
    state: TokenState;
    scopes: readonly string[];
  } {
    const value = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    const state = stateOf(value);
    const token = value === undefined ? undefined : tokens.get(value);
    if (state === 'good') return { state, scopes: token?.scopes ?? [] };
    if (token === undefined) {
      record.violate(`a call came with ${state === 'missing' ? 'no' : 'an unknown'} token`);
    } else if (token.isTold) {
      record.violate('a token was used again after it had been refused');
    } else {
      token.isTold = true;
    }
    return { state, scopes: [] };
  }

  return {
    issue,
    check,
    revokeAll: () => {
      for (const token of tokens.values()) token.isRevoked = true;
    },
    count: () => tokens.size,
  };
}

export type Tokens = ReturnType<typeof createTokens>;
