import type { z } from 'zod';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readFields } from '../server/fields.ts';
import type { PartyRecord } from '../server/record.ts';

export type ErrorMessage = { code: string; description: string; parameter_name?: string };

export function refuse(status: number, ...messages: ErrorMessage[]): PartyAnswer {
  return jsonAnswer(status, { error_messages: messages });
}

/** Something that no caller should have sent: refused, and remembered. */
export function refuseFields(
  record: PartyRecord,
  { method, path }: PartyRequest,
  wrong: readonly WrongField[],
): PartyAnswer {
  for (const one of wrong) record.violate(`${method} ${path}: ${one.path} ${one.reason}`);
  return refuse(
    400,
    ...wrong.map(({ path: at, reason }) => ({
      // What its schema misses is said with these words.
      ...(reason.endsWith('received undefined')
        ? { code: '40001', description: 'required_parameter' }
        : { code: '40002', description: 'invalid_parameter' }),
      parameter_name: at.replace(/\.(\d+)/g, '[$1]'),
    })),
  );
}

export function readBody<Schema extends z.ZodType>(
  record: PartyRecord,
  request: PartyRequest,
  schema: Schema,
): { value: z.output<Schema> } | { refusal: PartyAnswer } {
  const { value, wrong } = readFields(record, request, schema);
  return value === null ? { refusal: refuseFields(record, request, wrong) } : { value };
}
