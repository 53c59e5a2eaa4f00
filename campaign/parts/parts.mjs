import { clock } from './clock.mjs';
import { faults } from './faults.mjs';
import { kill } from './kill.mjs';
import { orphans } from './orphans.mjs';
import { overload } from './overload.mjs';
import { recovery } from './recovery.mjs';
import { restart } from './restart.mjs';
import { upgrade } from './upgrade.mjs';
import { walks, years } from './walks.mjs';

/** What is done to the service, in this order. Each gives whether nothing was amiss. */
export const PARTS = {
  kill,
  orphans,
  restart,
  clock,
  overload,
  faults,
  recovery,
  upgrade,
  walks,
  years,
};
