import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** What the figures were taken on. A load above the number of processors makes times doubtful. */
export function printMachine({ browser, loadBefore }) {
  const processors = cpus();
  const rounded = (loads) => loads.map((load) => load.toFixed(1)).join(' ');
  console.log(`
Machine
processor  ${processors.length} x ${processors[0]?.model.trim()}
memory     ${Math.round(totalmem() / 1024 ** 3)} GB
system     ${type()} ${release()}, Node ${process.version}, ${browser}
commit     ${commit()}
load       ${rounded(loadBefore)} before, ${rounded(loadavg())} after (1, 5, 15 minutes)`);
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
