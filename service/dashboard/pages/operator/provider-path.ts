import { ALL_COMPANIES } from '../../../providers/credentials.ts';

/** A company as a part of an address has it. */
export function segmentOf(company: string): string {
  return company === ALL_COMPANIES ? 'all' : company;
}
