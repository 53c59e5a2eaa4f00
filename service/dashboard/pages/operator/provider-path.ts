import { ALL_COMPANIES } from '../../../providers/credentials.ts';

export function segmentOf(company: string): string {
  return company === ALL_COMPANIES ? 'all' : company;
}
