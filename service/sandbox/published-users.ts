import type { Role } from '../domain/people/roles.ts';

/** Anybody may know it. */
export const SANDBOX_PASSWORD = 'sandbox-tres-marias';
/** For an app that makes codes, in base32. */
export const SANDBOX_TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

export type SandboxUser = { email: string; name: string; role: Role };

/**
 * Decision: one person for each role, all of one company but the operator of the service, and a
 * second owner, since what one person asks for another has to approve.
 */
export const SANDBOX_USERS: readonly SandboxUser[] = [
  { email: 'owner@tresmarias.example', name: 'Marina Prado', role: 'owner' },
  { email: 'owner2@tresmarias.example', name: 'Otávio Prado', role: 'owner' },
  { email: 'finance@tresmarias.example', name: 'Fernanda Lima', role: 'finance' },
  { email: 'support@tresmarias.example', name: 'Sofia Nunes', role: 'support' },
  { email: 'developer@tresmarias.example', name: 'Davi Rocha', role: 'developer' },
  { email: 'viewer@tresmarias.example', name: 'Vitor Alves', role: 'viewer' },
  { email: 'operator@checkout.example', name: 'Olga Reis', role: 'operator' },
];
