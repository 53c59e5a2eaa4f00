import type { Merchant, Receiver } from './merchant.ts';
import type { House, Operate } from './open-house.ts';
import type { Parties } from './open-parties.ts';
import type { Report } from './report.ts';

/** What a try has to work with. */
export type Stage = {
  parties: Parties;
  house: House;
  operate: Operate;
  merchant: Merchant;
  receiver: Receiver;
  report: Report;
  /** Where a buyer pays in a browser. */
  shopUrl: string;
  /** Where each party sends its notices. */
  noticeAddresses: Readonly<Record<string, string>>;
  /** What may be in no log, by what it is. */
  secrets: ReadonlyMap<string, string>;
};

/** A notice as it was answered, or not. */
export type Told = { status: number } | { failed: string };

export function toldWith(status: number): Told {
  return { status };
}
