import { printTable } from '../../scripts/system/table.mjs';
import { createFindings } from '../checks/findings.mjs';
import { clockAtItsBound } from './faults/clock.mjs';
import { fewOpenFiles } from './faults/few-open-files.mjs';
import { fullDisk } from './faults/full-disk.mjs';

const FAULTS = {
  'a full disk': fullDisk,
  'few open files': fewOpenFiles,
  'a clock at its bound': clockAtItsBound,
};

/** What a machine may do to a service. Each gives a sentence on what was seen. */
export async function faults({ root }) {
  const rows = [];
  let isRight = true;
  for (const [name, run] of Object.entries(FAULTS)) {
    const findings = createFindings();
    const seen = await run({ root, findings });
    rows.push([name, findings.isNothing() ? 'as promised' : 'NOT as promised', seen]);
    isRight = isRight && findings.isNothing();
  }
  printTable('faults, embedded engine', ['fault', 'the service was', 'seen'], rows);
  return isRight;
}
