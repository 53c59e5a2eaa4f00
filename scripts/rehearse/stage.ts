import type { Merchant, Receiver } from './merchant.ts';
import type { House, Operate } from './open-house.ts';
import type { Parties } from './open-parties.ts';
import type { Report } from './report.ts';

export type Stage = {
  parties: Parties;
  house: House;
  operate: Operate;
  merchant: Merchant;
  receiver: Receiver;
  report: Report;
  shopUrl: string;
  noticeAddresses: Readonly<Record<string, string>>;
  /** What may be in no log, by what it is. */
  secrets: ReadonlyMap<string, string>;
};

/** What a payer needs of it. */
export type Payable = Pick<Stage, 'parties' | 'noticeAddresses'>;

export type Told = { status: number } | { failed: string };

export function toldWith(status: number): Told {
  return { status };
}
