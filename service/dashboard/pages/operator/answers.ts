import type { CommandAnswer, Row } from '../../../cli/command.ts';

/** The one record that a command answers. */
export function recordOf({ content }: CommandAnswer): Row {
  if (!('record' in content)) throw new Error('the command answers rows');
  return content.record;
}

/** The rows that a command answers. */
export function rowsOf({ content }: CommandAnswer): Row[] {
  if (!('rows' in content)) throw new Error('the command answers a record');
  return content.rows;
}
